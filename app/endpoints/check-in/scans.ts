import { activityCheckInCalls } from "contract/activities/checkin/calls";
import { id } from "contract/base/fields";
import { z } from "zod";
import type { ScansAnswer } from "~/check-in/wire";
import { buttonAction, nothingToRead } from "../button-action.server";

const { scans, deviceTime } = activityCheckInCalls.activityScansSync.request.shape;
const asJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "没有要同步的扫描" });
    return z.NEVER;
  }
});
const schema = z.object({ activity: id, scans: asJson.pipe(scans), deviceTime });

/** The scanner's script posts the scans here that it made while offline. */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { activity, ...scanned }) =>
    gateway.call("activityScansSync", { activityId: activity, ...scanned }),
  json: (done, refusal): ScansAnswer => ({
    scans: done?.scans ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    again: refusal?.again ?? false,
  }),
});

export const loader = nothingToRead;
