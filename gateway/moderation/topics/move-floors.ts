import { and, asc, type Column, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reportCases, reviewItems, topics } from "../../database/schema";
import { countAnswer, countInTags, countMovedPosts } from "../../forum/states/counters";
import { lockTopicOrGone, type Post, postFields, type Topic } from "../../forum/states/find-content";
import { countOnTopic } from "../../forum/states/heat";
import { setLastReply } from "../../forum/states/last-reply";
import { tagIdsOf } from "../../forum/states/topic-tags";
import { stateOf } from "../../forum/states/visibility";
import { unindexed } from "../../search/index/index-rows";

/** A floor's post, and the floor that it gets in the other topic. */
export interface Placed {
  post: Post;
  place: number;
}

/** One parameter for all ids: a topic that is merged may have more floors than a statement may have parameters. */
const oneOf = (column: Column, ids: number[]): SQL => sql`${column} = any(${sql.param(ids)}::bigint[])`;

/** The floors in a row, behind this one. */
export const inRow = (floors: Post[], after: number): Placed[] =>
  floors.map((post, index) => ({ post, place: after + index + 1 }));

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
    .where(or(oneOf(posts.id, pids), oneOf(posts.parentId, pids)))
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
    .where(oneOf(reportCases.postId, pids));
  await database
    .update(reviewItems)
    .set({ sectionId: to.sectionId })
    .where(and(oneOf(reviewItems.postId, pids), isNull(reviewItems.decidedAt)));
}

/** The posts' ids with a number each, as a table in a statement. */
const numbered = (placed: Placed[], numberOf: (each: Placed) => number | null): SQL => sql`
  unnest(${sql.param(placed.map(({ post }) => post.id))}::bigint[], ${sql.param(placed.map(numberOf))}::int[])
  as moved (id, floor)`;

/** Rows that keep the floors' numbers: readers see where each floor went, and no later floor changes its number. */
async function leaveStubs(database: Database, from: Topic, placed: Placed[], at: Date): Promise<void> {
  await database.execute(sql`
    insert into ${posts} (topic_id, author_id, floor, source, html, created_at, deleted_at, moved_to_id)
    select ${from.id}::bigint, ${posts.authorId}, moved.floor, '', '', ${posts.createdAt},
      ${at.toISOString()}::timestamptz, ${posts.id}
    from ${numbered(placed, ({ post }) => post.floor)} inner join ${posts} on ${posts.id} = moved.id order by moved.floor`);
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
  await database.execute(sql`
    update ${posts} set topic_id = ${to.id}::bigint, floor = moved.floor
    from ${numbered(placed, ({ place }) => place)} where ${posts.id} = moved.id`);
  await database.update(posts).set({ topicId: to.id }).where(oneOf(posts.parentId, pids));
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
function floorsOf(database: Database, tid: number): Promise<Post[]> {
  return database
    .select(postFields)
    .from(posts)
    .where(and(eq(posts.topicId, tid), isNull(posts.parentId), isNull(posts.movedToId)))
    .orderBy(asc(posts.floor));
}

/**
 * The floors that go along when a whole topic goes: those that their authors deleted only with what stands beneath
 * them.
 */
export async function goingFloors(database: Database, tid: number): Promise<Post[]> {
  const floors = await floorsOf(database, tid);
  return floors.filter((post) => stateOf(post) !== "deleted" || post.depthTotal > 0);
}

/** A topic without a text of its own any more: it is deleted, and its address leads to the post that began it. */
export async function endTopic(database: Database, topic: Topic, at: Date): Promise<void> {
  await countInTags(database, await tagIdsOf(database, topic.id), -1);
  await database
    .update(topics)
    .set({ deletedAt: at, ...countOnTopic({ likes: -topic.likes }), ...unindexed })
    .where(eq(topics.id, topic.id));
}
