import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topics } from "../../database/schema";
import { unnotify } from "../../messages/notify";
import { Refusal } from "../../server/refusal";
import { changeState, presentPost } from "../states/change-state";
import { countAnswer } from "../states/counters";
import type { Post, Topic } from "../states/find-content";

/**
 * Deletes a topic or a reply. The posts of a deleted topic keep their state, but are invisible and leave all counters.
 * A deleted reply leaves its floor empty.
 */
export async function deleteOwn(database: Database, pid: number, topic: Topic, at: Date): Promise<void> {
  const post = await presentPost(database, pid);
  if (post.deletedAt) throw new Refusal("POST_NOT_FOUND");
  // The topic changes first, as everywhere; the counts of its accepted answer go with the reply.
  if (topic.acceptedPostId === pid) {
    const solved = topic.solvedReason !== null;
    await database.update(topics).set({ acceptedPostId: null, solved }).where(eq(topics.id, topic.id));
  }
  await changeState(database, topic, post, { action: "delete", at });
}

/** Removes the acceptance of the present answer, with its author's counters and notice. `next` replaces it. */
export async function forgetAnswer(database: Database, topic: Topic, next: Post | null): Promise<void> {
  const before = topic.acceptedPostId === null ? null : await presentPost(database, topic.acceptedPostId);
  await countAnswer(database, topic, before, next);
  if (before) await unnotify(database, before.authorId, { event: "accept", postId: before.id });
}
