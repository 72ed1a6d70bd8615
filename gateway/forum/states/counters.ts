import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  dailyPosts,
  posts,
  sections,
  tagSkills,
  tags,
  topics,
  topicTags,
} from "../../database/schema";
import type { Post, Topic } from "./find-content";
import { countOnTopic } from "./heat";
import { tagIdsOf } from "./topic-tags";

/**
 * The stored counters, and the two events that change most of them: a topic or a reply becomes listed, or is listed
 * no more. Counters count only listed texts. Every write changes rows in the same order (topic with its trigger's
 * counters, posts, tags, sections, accounts, then skills and days; within a table by id), so that two writes cannot
 * block each other: whoever counts days or new skills has locked their account.
 */

/** The change of a section's or an account's topics and posts. Posts include first floors. */
export interface Gain {
  topics?: number;
  posts?: number;
}

/** An account's counters; `likesReceived` and `answersAccepted` count its listed posts. */
export interface AccountGain extends Gain {
  likesReceived?: number;
  answersAccepted?: number;
}

export async function countInSection(
  database: Database,
  sectionId: number,
  { topics: more = 0, posts: postCount = 0 }: Gain,
): Promise<void> {
  await database
    .update(sections)
    .set({ topics: sql`${sections.topics} + ${more}`, posts: sql`${sections.posts} + ${postCount}` })
    .where(eq(sections.id, sectionId));
}

export async function countForAccount(
  database: Database,
  accountId: number,
  gain: AccountGain,
): Promise<void> {
  const { topics: more = 0, posts: postCount = 0, likesReceived = 0, answersAccepted = 0 } = gain;
  await database
    .update(accounts)
    .set({
      topics: sql`${accounts.topics} + ${more}`,
      posts: sql`${accounts.posts} + ${postCount}`,
      likesReceived: sql`${accounts.likesReceived} + ${likesReceived}`,
      answersAccepted: sql`${accounts.answersAccepted} + ${answersAccepted}`,
    })
    .where(eq(accounts.id, accountId));
}

/** Locks the rows in the order of their ids; an update alone would lock them in any order. */
async function lockTags(database: Database, tagIds: number[]): Promise<void> {
  await database
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, tagIds))
    .orderBy(tags.id)
    .for("no key update");
}

export async function countInTags(database: Database, tagIds: number[], more: 1 | -1): Promise<void> {
  if (tagIds.length === 0) return;
  await lockTags(database, tagIds);
  await database
    .update(tags)
    .set({ topics: sql`${tags.topics} + ${more}` })
    .where(inArray(tags.id, tagIds));
}

/** The UTC day of a moment, in the format of `daily_posts`. */
const utcDay = (at: SQL | Date): SQL =>
  sql`(${at instanceof Date ? sql`${at.toISOString()}::timestamptz` : at} at time zone 'UTC')::date`;

/**
 * Changes the skills of a topic's writers under these of its tags, for all its listed replies or for its accepted
 * answer. The topic must be listed, and nothing else may change its tags meanwhile.
 */
async function countSkills(database: Database, tagIds: number[], shares: SQL, by: 1 | -1): Promise<void> {
  if (tagIds.length === 0) return;
  await database.execute(sql`
    insert into ${tagSkills} (account_id, tag_id, posts, accepted)
    select share.account_id, tag.id, ${by} * share.posts, ${by} * share.accepted
    from (${shares}) as share (account_id, posts, accepted)
    cross join unnest(${sql.param(tagIds)}::int[]) as tag (id)
    order by 1, 2
    on conflict (account_id, tag_id) do update
    set posts = ${tagSkills}.posts + excluded.posts, accepted = ${tagSkills}.accepted + excluded.accepted`);
}

/** The number of replies of each writer in a topic. */
const sharesOf = (topic: Pick<Topic, "id" | "acceptedPostId">): SQL => sql`
  select ${posts.authorId}, count(*)::int, count(*) filter (where ${posts.id} = ${topic.acceptedPostId})::int
  from ${posts} where ${posts.topicId} = ${topic.id} and ${posts.listed} and ${posts.floor} is distinct from 1
  group by ${posts.authorId}`;

/** One writer's share in a topic. */
const shareOf = (accountId: number, postCount: number, accepted: number): SQL =>
  sql`select ${accountId}::int, ${postCount}::int, ${accepted}::int`;

/**
 * A topic with all its listed posts becomes visible to everybody (1) or invisible (-1): changes the counters of its
 * section, tags and writers. The caller has locked the topic. Call it while the posts still have the states to count:
 * after the change for 1, before it for -1.
 */
export async function countTopic(database: Database, topic: Topic, by: 1 | -1): Promise<void> {
  const tagIds = await tagIdsOf(database, topic.id);
  const writers = await database
    .select({
      authorId: posts.authorId,
      posts: sql<number>`count(*)::int`,
      likes: sql<number>`sum(${posts.likes})::int`,
      accepted: sql<number>`count(*) filter (where ${posts.id} = ${topic.acceptedPostId})::int`,
    })
    .from(posts)
    .where(sql`${posts.topicId} = ${topic.id} and ${posts.listed}`)
    .groupBy(posts.authorId)
    .orderBy(posts.authorId);
  await countInTags(database, tagIds, by);
  await countInSection(database, topic.sectionId, {
    topics: by,
    posts: by * writers.reduce((sum, writer) => sum + writer.posts, 0),
  });
  for (const writer of writers) {
    await countForAccount(database, writer.authorId, {
      topics: writer.authorId === topic.authorId ? by : 0,
      posts: by * writer.posts,
      likesReceived: by * writer.likes,
      answersAccepted: by * writer.accepted,
    });
  }
  await countSkills(database, tagIds, sharesOf(topic), by);
  await database.execute(sql`
    insert into ${dailyPosts} (day, account_id, posts)
    select ${utcDay(sql`${posts.createdAt}`)}, ${posts.authorId}, ${by} * count(*)::int from ${posts}
    where ${posts.topicId} = ${topic.id} and ${posts.listed} group by 1, 2 order by 1, 2
    on conflict (day, account_id) do update set posts = ${dailyPosts}.posts + excluded.posts`);
}

/**
 * One reply becomes visible in its topic (1) or invisible (-1). The caller has locked the topic; in a topic that is
 * not listed only its own number of replies changes. `setLastReply` sets the topic's latest reply.
 * @param beside other changes of the topic's row
 */
export async function countReply(
  database: Database,
  topic: Topic,
  post: Post,
  by: 1 | -1,
  beside: Partial<typeof topics.$inferInsert> = {},
): Promise<void> {
  await database
    .update(topics)
    .set({ ...beside, ...countOnTopic({ replies: by }) })
    .where(eq(topics.id, topic.id));
  if (!topic.listed) return;
  const accepted = topic.acceptedPostId === post.id ? 1 : 0;
  const gain = { posts: by, likesReceived: by * post.likes, answersAccepted: by * accepted };
  const skill = sql`skill as (
    insert into ${tagSkills} (account_id, tag_id, posts, accepted)
    select account.id, ${topicTags.tagId}, ${by}::int, ${by * accepted}::int from account, ${topicTags}
    where ${topicTags.topicId} = ${topic.id} order by 2
    on conflict (account_id, tag_id) do update
    set posts = ${tagSkills}.posts + excluded.posts, accepted = ${tagSkills}.accepted + excluded.accepted
  )`;
  await countText(database, { ...post, sectionId: topic.sectionId }, gain, [skill]);
}

/** Counts a topic that was just written and that everybody may see: its own text is its only post. */
export async function countNewTopic(database: Database, topic: Topic, tagIds: number[]): Promise<void> {
  await countInTags(database, tagIds, 1);
  await countText(database, topic, { topics: 1, posts: 1 });
}

/**
 * Counts one text for its section, its writer and the day, in one statement. Each part waits for the one that it reads
 * from, which keeps the order of the locks.
 * @param beside parts of the statement that read the writer's id from `account`
 */
async function countText(
  database: Database,
  { sectionId, authorId, createdAt }: { sectionId: number; authorId: number; createdAt: Date },
  { topics: more = 0, posts: by, likesReceived = 0, answersAccepted = 0 }: AccountGain & { posts: 1 | -1 },
  beside: SQL[] = [],
): Promise<void> {
  const section = sql`section as (
    update ${sections} set topics = ${sections.topics} + ${more}::int, posts = ${sections.posts} + ${by}::int
    where ${sections.id} = ${sectionId} returning 1
  )`;
  const account = sql`account as (
    update ${accounts} set topics = ${accounts.topics} + ${more}::int, posts = ${accounts.posts} + ${by}::int,
      likes_received = ${accounts.likesReceived} + ${likesReceived}::int,
      answers_accepted = ${accounts.answersAccepted} + ${answersAccepted}::int
    where ${accounts.id} = ${authorId} and exists (select from section) returning ${accounts.id}
  )`;
  await database.execute(sql`
    with ${sql.join([section, account, ...beside], sql`, `)}
    insert into ${dailyPosts} (day, account_id, posts) select ${utcDay(createdAt)}, account.id, ${by}::int from account
    on conflict (day, account_id) do update set posts = ${dailyPosts}.posts + excluded.posts`);
}

/** Changes the accepted answer of a listed topic; null for none. The caller has locked the topic. */
export async function countAnswer(
  database: Database,
  topic: Topic,
  before: Post | null,
  next: Post | null,
): Promise<void> {
  const moves = [
    ...(before?.listed ? [{ accountId: before.authorId, by: -1 as const }] : []),
    ...(next?.listed ? [{ accountId: next.authorId, by: 1 as const }] : []),
  ].sort((one, other) => one.accountId - other.accountId);
  const tagIds = await tagIdsOf(database, topic.id);
  for (const { accountId, by } of moves) await countForAccount(database, accountId, { answersAccepted: by });
  for (const { accountId, by } of moves) await countSkills(database, tagIds, shareOf(accountId, 0, 1), by);
}

/** What an edit changed of a listed topic: added and removed tags, and its section. */
export interface Moved {
  came: number[];
  went: number[];
  /** Its present section. */
  fid: number;
}

/**
 * A listed topic was moved: its tags, its sections and its writers' skills count it in the new place. `topic` is the
 * row before the change; the caller has locked it.
 */
export async function countMoved(
  database: Database,
  topic: Topic,
  { came, went, fid }: Moved,
): Promise<void> {
  await countTagsMoved(database, came, went);
  if (fid !== topic.sectionId) {
    const whole = { topics: 1, posts: topic.replies + 1 };
    const moves = [
      { section: topic.sectionId, gain: { topics: -whole.topics, posts: -whole.posts } },
      { section: fid, gain: whole },
    ];
    for (const { section, gain } of moves.sort((one, other) => one.section - other.section))
      await countInSection(database, section, gain);
  }
  await countSkills(database, went, sharesOf(topic), -1);
  await countSkills(database, came, sharesOf(topic), 1);
}

async function countTagsMoved(database: Database, came: number[], went: number[]): Promise<void> {
  if (came.length + went.length === 0) return;
  await lockTags(database, [...came, ...went]);
  await countInTags(database, went, -1);
  await countInTags(database, came, 1);
}

/** A listed post that goes from one listed topic to another. */
interface MovedPost {
  authorId: number;
  /** Whether it was a reply there, and is one here: a topic's own text is none. */
  wasReply: boolean;
  isReply: boolean;
}

/**
 * Listed posts go to another topic: changes the counters of both topics, their sections and tags, and of the writers
 * who begin a topic with it or do no more. The caller has locked both topics, and none of the posts is an accepted
 * answer.
 */
export async function countMovedPosts(
  database: Database,
  { from, to, moved }: { from: Topic; to: Topic; moved: MovedPost[] },
): Promise<void> {
  const left = moved.filter(({ wasReply }) => wasReply);
  const came = moved.filter(({ isReply }) => isReply);
  const begun = moved.length - came.length;
  const ended = moved.length - left.length;
  const rows = [
    { id: from.id, replies: -left.length },
    { id: to.id, replies: came.length },
  ];
  for (const { id, replies } of rows.sort((one, other) => one.id - other.id))
    await database.update(topics).set(countOnTopic({ replies })).where(eq(topics.id, id));
  const gains = [
    { section: from.sectionId, gain: { topics: -ended, posts: -moved.length } },
    { section: to.sectionId, gain: { topics: begun, posts: moved.length } },
  ];
  for (const { section, gain } of gains.sort((one, other) => one.section - other.section))
    await countInSection(database, section, gain);
  const writers = moved.filter(({ wasReply, isReply }) => wasReply !== isReply);
  for (const { authorId, wasReply } of writers.sort((one, other) => one.authorId - other.authorId))
    await countForAccount(database, authorId, { topics: wasReply ? 1 : -1 });
  await countSkills(database, await tagIdsOf(database, from.id), sharesAmong(left), -1);
  await countSkills(database, await tagIdsOf(database, to.id), sharesAmong(came), 1);
}

/** The number of these posts of each writer; none is an accepted answer. */
const sharesAmong = (moved: MovedPost[]): SQL => sql`
  select account_id, count(*)::int, 0 from unnest(${sql.param(moved.map(({ authorId }) => authorId))}::int[])
  as share (account_id) group by 1`;
