import { id } from "contract/base/fields";
import { collectionKinds } from "contract/collections/calls";
import { z } from "zod/v4";
import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";

const schema = z.object({
  intent: z.enum(["collect", "uncollect"]),
  kind: z.enum(collectionKinds),
  target: id,
});

/** What every collect button posts to (spec 7.2, collect). */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { intent, kind, target }) =>
    gateway.call("collect", { kind, target, collected: intent === "collect" }),
  json: (done, refusal): PressAnswer => ({
    pressed: done?.collected ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
  }),
});

export const loader = nothingToRead;
