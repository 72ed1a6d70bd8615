import type { Database } from "../../database/open";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { listedTopic, type Post, type Topic, visiblePost, visibleTopic } from "../states/find-content";

/** The caller's own text, not deleted; it may be edited while it waits for review. */
function checkOwn(context: CallContext, { authorId }: Topic | Post, state: string): void {
  if (authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
  if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
}

/**
 * Refuses a draft of a text that the caller may not write: a reply to a topic that is missing, not listed or closed,
 * and an edit of a text that is missing or somebody else's.
 * @param database the transaction that will create the draft
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
