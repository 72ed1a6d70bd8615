import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reviewItems, sections } from "../../database/schema";
import { destroyTexts, destroyTitle } from "../../forum/posts/destroy-texts";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic, type Post, type Topic } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";
import type { Work } from "../batches/act";

interface Text {
  topic: Topic;
  post: Post;
}

/** Deletes the text of a post for good; for floor 1 also the topic's title and all its replies. */
async function destroyAll(database: Database, { topic, post }: Text, at: Date): Promise<void> {
  const isTopic = post.floor === 1;
  if (isTopic) await destroyTitle(database, topic.id);
  const inTopic = database.select({ id: posts.id }).from(posts).where(eq(posts.topicId, topic.id));
  const removedIds = isTopic ? (await inTopic).map(({ id }) => id) : [post.id];
  await destroyTexts(database, removedIds);
  // A text that is deleted for good must not wait for a review.
  if (removedIds.length > 0)
    await database.update(reviewItems).set({ decidedAt: at }).where(inArray(reviewItems.postId, removedIds));
}

/** Deletes a text in the bin for good; only its id remains. Only administrators can. */
export async function destroyText(database: Database, text: Text, work: Work): Promise<Text> {
  const { at, reason, operator } = work;
  if (!operator.admin) throw new Refusal("NOT_PERMITTED");
  const act = { action: "destroy", at, reason: reason?.text ?? null, byId: operator.id } as const;
  const now = await changeState(database, text.topic, text.post, act);
  await destroyAll(database, text, at);
  return now;
}

/**
 * Moves a text into the bin. In a section without a bin it deletes the text for good at once, which only administrators
 * may do: throws NO_RECYCLE_BIN.
 */
export async function recycleText(database: Database, text: Text, work: Work): Promise<Text> {
  const { at, reason, operator } = work;
  const { sectionId } = text.topic;
  const [section] = await database
    .select({ recycleBin: sections.recycleBin })
    .from(sections)
    .where(eq(sections.id, sectionId));
  const destroys = section?.recycleBin === false;
  if (destroys && !operator.admin) throw new Refusal("NO_RECYCLE_BIN");
  const act = { action: "recycle", at, reason: reason?.text ?? null, byId: operator.id } as const;
  const recycled = await changeState(database, text.topic, text.post, act);
  if (!destroys) return recycled;
  const topic = await lockAnyTopic(database, text.topic.id);
  return destroyText(database, { topic, post: await presentPost(database, text.post.id) }, work);
}
