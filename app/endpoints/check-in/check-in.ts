import { activityCheckInCalls } from "contract/activities/checkin/calls";
import { id } from "contract/base/fields";
import { z } from "zod";
import type { ScanAnswer } from "~/check-in/wire";
import { buttonAction, nothingToRead } from "../button-action.server";

const { code, nonce } = activityCheckInCalls.activitySignIn.request.shape;
const schema = z.object({ activity: id, code: code.unwrap(), nonce });

/** The scanner's script posts a scanned code here to check a person in. */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { activity, ...scan }) =>
    gateway.call("activitySignIn", { activityId: activity, ...scan }),
  json: (checkIn, refusal): ScanAnswer => ({
    checkIn,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    again: refusal?.again ?? false,
  }),
});

export const loader = nothingToRead;
