import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts, follows, likes, notifications, posts, topics } from "../../../database/schema";
import { mentionsIn } from "../../../text/mentions";
import { inChunks } from "../rows/counters";

/**
 * The notices that the demo's posts, likes and follows cause, for members who can sign in. A notice older than two days
 * is marked as read some hours after its time.
 */

export const readAfter = 2 * 86_400_000;
export const readingDelay = 6 * 3_600_000;

type Notice = typeof notifications.$inferInsert;

/** Members who can sign in: only they can read a notice. */
async function readers(database: Database, ids?: number[]): Promise<Set<number>> {
  const rows = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        isNotNull(accounts.passwordHash),
        isNotNull(accounts.packKey),
        ids ? inArray(accounts.id, ids) : undefined,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

async function insertNotices(
  database: Database,
  notices: (Omit<Notice, "kind"> & { createdAt: Date })[],
  now: Date,
): Promise<void> {
  const rows = notices
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((notice) => ({
      ...notice,
      kind: "forum" as const,
      readAt:
        now.getTime() - notice.createdAt.getTime() > readAfter
          ? new Date(notice.createdAt.getTime() + readingDelay)
          : null,
    }));
  await inChunks(rows, (slice) =>
    database.insert(notifications).values(slice).returning({ id: notifications.id }),
  );
}

/** Notices of posts for the answered and mentioned people, one for each person and post (notify.ts). */
async function ofPosts(database: Database, written: SQL | undefined, readerIds: Set<number>) {
  const parent = sql.raw("parent");
  const rows = await database
    .select({
      id: posts.id,
      topicId: posts.topicId,
      actorId: posts.authorId,
      floor: posts.floor,
      replyToId: posts.replyToId,
      topicAuthor: topics.authorId,
      floorAuthor: sql<
        number | null
      >`(select ${parent}.author_id from ${posts} as ${parent} where ${parent}.id = ${posts.parentId})`,
      html: sql<string>`case when ${posts.html} like '%class="mention"%' then ${posts.html} else '' end`,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(
      and(written, or(sql`${posts.floor} is distinct from 1`, sql`${posts.html} like '%class="mention"%'`)),
    );
  return rows.flatMap(({ id: postId, topicId, actorId, floor, createdAt, ...row }) => {
    const answeredIds = new Set(floor === 1 ? [] : [row.topicAuthor, row.floorAuthor, row.replyToId]);
    const mentioned = mentionsIn(row.html).filter((id) => !answeredIds.has(id));
    const tell = (event: string) => (accountId: number | null) =>
      accountId !== null && accountId !== actorId && readerIds.has(accountId)
        ? [{ accountId, event, actorId, topicId, postId, createdAt }]
        : [];
    return [...[...answeredIds].flatMap(tell("reply")), ...mentioned.flatMap(tell("mention"))];
  });
}

/** All likes of a post are one notice, which names the latest. An answer is accepted some hours after its writing. */
async function ofLikesAndAnswers(
  database: Database,
  written: SQL | undefined,
  readerIds: Set<number>,
  now: Date,
) {
  const authors = and(written, inArray(posts.authorId, [...readerIds]));
  const liked = await database
    .select({
      accountId: posts.authorId,
      topicId: posts.topicId,
      postId: posts.id,
      actors: sql<number>`count(*)::int`,
      actorId: sql<number>`(array_agg(${likes.accountId} order by ${likes.createdAt} desc))[1]`,
      createdAt: sql<Date>`max(${likes.createdAt})`.mapWith(likes.createdAt),
    })
    .from(likes)
    .innerJoin(posts, eq(posts.id, likes.postId))
    .where(authors)
    .groupBy(posts.id);
  const accepted = await database
    .select({
      accountId: posts.authorId,
      topicId: posts.topicId,
      postId: posts.id,
      actorId: topics.authorId,
      createdAt: posts.createdAt,
    })
    .from(topics)
    .innerJoin(posts, eq(posts.id, topics.acceptedPostId))
    .where(and(authors, sql`${posts.authorId} <> ${topics.authorId}`));
  return [
    ...liked.map((notice) => ({ ...notice, event: "like", groupKey: `like:${notice.postId}` })),
    ...accepted.map((notice) => ({
      ...notice,
      event: "accept",
      createdAt: new Date(Math.min(now.getTime(), notice.createdAt.getTime() + 3 * 3_600_000)),
    })),
  ];
}

/** Writes the notices of newly inserted topics with their posts and likes. */
export async function tellOfTopics(database: Database, topicIds: number[], now: Date): Promise<void> {
  const readerIds = await readers(database);
  if (readerIds.size === 0) return;
  const written = sql`${posts.topicId} = any(${sql.param(topicIds)}::bigint[])`;
  await insertNotices(
    database,
    [
      ...(await ofPosts(database, written, readerIds)),
      ...(await ofLikesAndAnswers(database, written, readerIds, now)),
    ],
    now,
  );
}

/** Writes the notices of the follows of newly inserted members. */
export async function tellOfFollows(
  database: Database,
  members: { ids: Map<string, number>; inserted: Set<string> },
  now: Date,
): Promise<void> {
  const inserted = [...members.inserted].flatMap((key) => members.ids.get(key) ?? []);
  const readerIds = await readers(database);
  if (inserted.length === 0 || readerIds.size === 0) return;
  const rows = await database
    .select({ actorId: follows.accountId, accountId: follows.targetId, createdAt: follows.createdAt })
    .from(follows)
    .where(
      and(
        eq(follows.kind, "user"),
        inArray(follows.accountId, inserted),
        inArray(follows.targetId, [...readerIds]),
      ),
    );
  await insertNotices(
    database,
    rows.map((row) => ({ ...row, event: "follow" })),
    now,
  );
}
