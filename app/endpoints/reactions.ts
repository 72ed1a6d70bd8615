import type { ReactionAnswer } from "~/lists/reaction-answer";
import { buttonAction, nothingToRead } from "./button-action.server";
import { reactionPress } from "./pressed/press.server";

/** The like and favourite buttons post here; redirects back to the post. */
export const action = buttonAction({
  ...reactionPress,
  name: "reactions",
  json: (done, refusal): ReactionAnswer =>
    refusal || !done
      ? {
          on: null,
          message: refusal?.message ?? "",
          login: refusal?.login ?? false,
          kept: refusal?.kept ?? false,
        }
      : { ...done, message: null },
  place: (form) => {
    const liked = /^(?:un)?like:(\d{1,15})$/.exec(String(form.get("intent")))?.[1];
    return liked ? `#post-${liked}` : "";
  },
});

export const loader = nothingToRead;
