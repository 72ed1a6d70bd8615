import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";
import { followPress } from "./pressed/press.server";

/** What every follow button posts to. */
export const action = buttonAction({
  ...followPress,
  name: "follow",
  json: (done, refusal): PressAnswer => ({
    pressed: done?.followed ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    kept: refusal?.kept ?? false,
  }),
});

export const loader = nothingToRead;
