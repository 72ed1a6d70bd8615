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

/** Destroys the text of a post, with a topic's title and all that stands in it. */
async function destroyAll(database: Database, { topic, post }: Text, at: Date): Promise<void> {
  const isTopic = post.floor === 1;
  if (isTopic) await destroyTitle(database, topic.id);
  const inTopic = database.select({ id: posts.id }).from(posts).where(eq(posts.topicId, topic.id));
  const removedIds = isTopic ? (await inTopic).map(({ id }) => id) : [post.id];
  await destroyTexts(database, removedIds);
  // Nothing that is not there waits.
  if (removedIds.length > 0)
    await database.update(reviewItems).set({ decidedAt: at }).where(inArray(reviewItems.postId, removedIds));
}

/** Destroys a text that lies in the bin; nothing but its number is left. Administrators alone. */
export async function destroyText(database: Database, text: Text, work: Work): Promise<Text> {
  const { at, reason, operator } = work;
  if (!operator.admin) throw new Refusal("NOT_PERMITTED");
  const act = { action: "destroy", at, reason: reason?.text ?? null, byId: operator.id } as const;
  const now = await changeState(database, text.topic, text.post, act);
  await destroyAll(database, text, at);
  return now;
}

/**
 * Puts a text into the bin. In a section without one it is destroyed at once, by administrators alone: throws
 * NO_RECYCLE_BIN.
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
