import type { PressAnswer } from "~/lists/press-answer";
import { buttonAction, nothingToRead } from "./button-action.server";
import { collectPress } from "./pressed/press.server";

/** The action of all collect buttons. */
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
