import { id } from "contract/base/fields";
import { z } from "zod/v4";
import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";

const schema = z.object({
  intent: z.enum(["follow", "unfollow"]),
  kind: z.enum(["user", "section", "tag", "product"]),
  target: id,
});

/** What every follow button posts to (spec 7.2, follow). */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, { intent, ...target }) => gateway.call(intent, target),
  json: (done, refusal): PressAnswer => ({
    pressed: done?.followed ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
  }),
});

export const loader = nothingToRead;
