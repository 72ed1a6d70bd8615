import type { Database } from "../../database/open";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { listedTopic, type Post, type Topic, visiblePost, visibleTopic } from "../states/find-content";

/** One's own text that is still there; what a moderator looks at may be changed meanwhile. */
function checkOwn(context: CallContext, { authorId }: Topic | Post, state: string): void {
  if (authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
  if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
}

/**
 * Refuses a draft of what the caller may not write: a reply to a topic that is not there, not for everyone or
 * closed, and a change of a text that is not there or not one's own.
 * @param database the transaction that is about to make the draft
 */
export async function checkDraftTarget(
  database: Database,
  context: CallContext,
  target: string,
): Promise<void> {
  const [kind, number] = target.split(":");
  const id = Number(number);
  if (number === "new") return;
  if (kind === "reply") {
    if ((await listedTopic(context, id, database)).closed) throw new Refusal("TOPIC_CLOSED");
  } else if (kind === "topic") {
    const { topic, state } = await visibleTopic(context, id, database);
    checkOwn(context, topic, state);
  } else {
    const { post, state } = await visiblePost(context, id, database);
    checkOwn(context, post, state);
  }
}
