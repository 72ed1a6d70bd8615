import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";
import { followPress } from "./pressed/press.server";

/** The action of all follow buttons. */
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
