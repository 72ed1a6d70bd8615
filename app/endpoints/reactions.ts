import { id } from "contract/base/fields";
import type { ReactionAnswer } from "~/lists/reaction-answer";
import type { Scope } from "~/request/scope.server";
import { buttonAction, nothingToRead } from "./button-action.server";

interface Press {
  what: "like" | "unlike" | "favorite" | "unfavorite";
  target: number;
}

/**
 * One form serves all buttons of a page: what is pressed says both what to do and with which post or topic.
 */
function readPress(intent: unknown): Press | null {
  const [, what, number] = /^(like|unlike|favorite|unfavorite):(\d{1,10})$/.exec(String(intent)) ?? [];
  const target = id.safeParse(number);
  return what && target.success ? { what: what as Press["what"], target: target.data } : null;
}

/**
 * What the like and favourite buttons post to (spec 7.2, like/unlike, favorite/cancel favorite). It leads
 * back to the post that was liked.
 */
export const action = buttonAction({
  read: (form) => readPress(form.get("intent")),
  run: send,
  json: (done, refusal): ReactionAnswer =>
    refusal || !done
      ? { on: null, message: refusal?.message ?? "", login: refusal?.login ?? false }
      : { ...done, message: null },
  place: (form) => {
    const liked = /^(?:un)?like:(\d{1,10})$/.exec(String(form.get("intent")))?.[1];
    return liked ? `#post-${liked}` : "";
  },
});

async function send({ gateway }: Scope, { what, target }: Press): Promise<{ on: boolean; count: number }> {
  if (what === "like" || what === "unlike") {
    const { liked, likes } = await gateway.call(what === "like" ? "likePost" : "unlikePost", { pid: target });
    return { on: liked, count: likes };
  }
  const { favorited, favorites } = await gateway.call(
    what === "favorite" ? "favoriteTopic" : "cancelFavorite",
    { tid: target },
  );
  return { on: favorited, count: favorites };
}

export const loader = nothingToRead;
