import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reportCases, reviewItems, topics } from "../../database/schema";
import { countAnswer, countMovedPosts } from "../../forum/states/counters";
import { lockTopicOrGone, type Post, postFields, type Topic } from "../../forum/states/find-content";
import { setLastReply } from "../../forum/states/last-reply";

/** A floor's post, and the floor that it gets in the other topic. */
export interface Placed {
  post: Post;
  place: number;
}

/** Locks two topics, in any state, in the order of their ids. Throws TOPIC_NOT_FOUND. */
export async function lockBoth(database: Database, one: number, other: number): Promise<[Topic, Topic]> {
  const first = await lockTopicOrGone(database, Math.min(one, other));
  const second = await lockTopicOrGone(database, Math.max(one, other));
  return one < other ? [first, second] : [second, first];
}

/** The posts of these floors and all replies beneath them. */
function postsOf(database: Database, pids: number[]): Promise<Post[]> {
  return database
    .select(postFields)
    .from(posts)
    .where(or(inArray(posts.id, pids), inArray(posts.parentId, pids)))
    .orderBy(asc(posts.id));
}

/** The question has no answer any more: the accepted one goes to another topic. */
async function withdrawAnswer(database: Database, topic: Topic, answer: Post): Promise<void> {
  await database.update(topics).set({ acceptedPostId: null, solved: false }).where(eq(topics.id, topic.id));
  await countAnswer(database, topic, answer, null);
}

/** What knows the section or topic of a post beside it: cases, and reviews that wait. */
async function bringAlong(database: Database, pids: number[], to: Topic): Promise<void> {
  await database
    .update(reportCases)
    .set({ topicId: to.id, sectionId: to.sectionId })
    .where(inArray(reportCases.postId, pids));
  await database
    .update(reviewItems)
    .set({ sectionId: to.sectionId })
    .where(and(inArray(reviewItems.postId, pids), isNull(reviewItems.decidedAt)));
}

/** Rows that keep the floors' numbers: readers see where each floor went, and no later floor changes its number. */
async function leaveStubs(database: Database, from: Topic, placed: Placed[], at: Date): Promise<void> {
  await database.insert(posts).values(
    placed.map(({ post }) => ({
      topicId: from.id,
      authorId: post.authorId,
      floor: post.floor,
      source: "",
      html: "",
      createdAt: post.createdAt,
      deletedAt: at,
      movedToId: post.id,
    })),
  );
}

/**
 * Moves floors with all replies beneath them to another topic. Both topics are listed and locked, and the places are
 * free. Counters, the last replies, an accepted answer, cases and reviews follow; the caller sees to the search.
 * @param stubs whether the floors keep their numbers in the topic that they leave
 */
export async function moveFloors(
  database: Database,
  { from, to, placed, at, stubs }: { from: Topic; to: Topic; placed: Placed[]; at: Date; stubs: boolean },
): Promise<void> {
  if (placed.length === 0) return;
  const pids = placed.map(({ post }) => post.id);
  const moved = await postsOf(database, pids);
  const answer = moved.find(({ id }) => id === from.acceptedPostId);
  if (answer) await withdrawAnswer(database, from, answer);
  // A floor's number is free in the other topic, and it is set with the topic: no two posts have one at any time.
  for (const { post, place } of placed)
    await database.update(posts).set({ topicId: to.id, floor: place }).where(eq(posts.id, post.id));
  await database.update(posts).set({ topicId: to.id }).where(inArray(posts.parentId, pids));
  if (stubs) await leaveStubs(database, from, placed, at);
  const places = new Map(placed.map(({ post, place }) => [post.id, place]));
  await countMovedPosts(database, {
    from,
    to,
    moved: moved
      .filter(({ listed }) => listed)
      .map(({ id, authorId, floor }) => ({
        authorId,
        wasReply: floor !== 1,
        isReply: places.get(id) !== 1,
      })),
  });
  await bringAlong(
    database,
    moved.map(({ id }) => id),
    to,
  );
  await setLastReply(database, from);
  await setLastReply(database, to);
}

/** The floors of a topic that have a text: without those that lead to other topics. */
export function floorsOf(database: Database, tid: number): Promise<Post[]> {
  return database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.topicId, tid), isNull(posts.parentId), isNull(posts.movedToId)))
    .orderBy(asc(posts.floor));
}
