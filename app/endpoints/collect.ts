import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";
import { collectPress } from "./pressed/press.server";

/** What every collect button posts to. */
export const action = buttonAction({
  ...collectPress,
  name: "collect",
  json: (done, refusal): PressAnswer => ({
    pressed: done?.collected ?? null,
    message: refusal?.message ?? null,
    login: refusal?.login ?? false,
    kept: refusal?.kept ?? false,
  }),
});

export const loader = nothingToRead;
