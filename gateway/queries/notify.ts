import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { likes, notifications, posts, topics } from "../database/schema";

/** What happened to a person. `approved` and `refused` are what became of a text of theirs that had to be looked at. */
export type NoticeEvent =
  | "reply"
  | "mention"
  | "like"
  | "follow"
  | "invite"
  | "accept"
  | "approved"
  | "refused"
  | "phoneChanged"
  | "emailChanged";

/** The events that the platform tells of; all others are things that people did. */
const systemEvents: NoticeEvent[] = ["approved", "refused", "phoneChanged", "emailChanged"];

export interface Happening {
  event: NoticeEvent;
  /** Who did it; null for what the platform tells. */
  actorId: number | null;
  topicId?: number;
  postId?: number;
  at: Date;
}

/** Tells each of the people once; nobody is told of what they did themselves. */
export async function notify(database: Database, accountIds: number[], { event, actorId, topicId, postId, at }: Happening): Promise<void> {
  const told = [...new Set(accountIds)].filter((id) => id !== actorId);
  if (told.length === 0) return;
  const kind = systemEvents.includes(event) ? ("system" as const) : ("forum" as const);
  await database
    .insert(notifications)
    .values(told.map((accountId) => ({ accountId, kind, event, actorId, topicId, postId, createdAt: at })));
}

/** Takes a notice back when its reason was taken back, so that following again and again tells a person once. */
export async function unnotify(
  database: Database,
  accountId: number,
  { event, ...about }: { event: NoticeEvent; actorId: number } | { event: NoticeEvent; postId: number },
): Promise<void> {
  const same = "actorId" in about ? eq(notifications.actorId, about.actorId) : eq(notifications.postId, about.postId);
  await database.delete(notifications).where(and(eq(notifications.accountId, accountId), eq(notifications.event, event), same));
}

const likesKey = (postId: number) => `like:${postId}`;

interface Like {
  /** Whose post it is. */
  accountId: number;
  actorId: number;
  topicId: number;
  postId: number;
  at: Date;
}

/** Tells of a like: the likes of one post are one notice while it is unread. The post's topic is locked. */
export async function notifyLike(database: Database, { accountId, actorId, topicId, postId, at }: Like): Promise<void> {
  if (accountId === actorId) return;
  const groupKey = likesKey(postId);
  await database
    .insert(notifications)
    .values({ accountId, kind: "forum", event: "like", actorId, topicId, postId, groupKey, createdAt: at })
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.groupKey],
      targetWhere: sql`${notifications.readAt} is null`,
      set: { actorId, actors: sql`${notifications.actors} + 1`, createdAt: at },
    });
}

/** When the last notice of a post's likes that was read was read; what was liked before is in none that is unread. */
async function lastRead(database: Database, mine: ReturnType<typeof and>) {
  const [row] = await database
    .select({ id: notifications.id, readAt: notifications.readAt, actors: notifications.actors })
    .from(notifications)
    .where(and(mine, isNotNull(notifications.readAt)))
    .orderBy(desc(notifications.readAt))
    .limit(1);
  return row ?? null;
}

/**
 * Takes a like's part in a notice back, and the notice with its last like. `at` is when the like was given. The post's topic
 * is locked, and the like is gone.
 */
export async function unnotifyLike(database: Database, { accountId, actorId, postId, at }: Omit<Like, "topicId">): Promise<void> {
  if (accountId === actorId) return;
  const mine = and(eq(notifications.accountId, accountId), eq(notifications.groupKey, likesKey(postId)));
  const read = await lastRead(database, mine);
  const isUnread = read?.readAt == null || at > read.readAt;
  const named = and(mine, isUnread ? isNull(notifications.readAt) : eq(notifications.id, read?.id ?? 0));
  const [left] = await database
    .update(notifications)
    .set({ actors: sql`${notifications.actors} - 1` })
    .where(named)
    .returning({ id: notifications.id, actorId: notifications.actorId, actors: notifications.actors });
  if (!left) return;
  const notice = eq(notifications.id, left.id);
  if (left.actors <= 0) await database.delete(notifications).where(notice);
  else if (left.actorId === actorId) {
    // It names the latest of those who still like the post.
    const [latest] = await database
      .select({ id: likes.accountId, at: likes.createdAt })
      .from(likes)
      .where(and(eq(likes.postId, postId), ne(likes.accountId, accountId)))
      .orderBy(desc(likes.createdAt))
      .limit(1);
    if (latest) await database.update(notifications).set({ actorId: latest.id, createdAt: latest.at }).where(notice);
  }
}

/** Unread notices counted at most of each kind: the badge shows 99+ long before (spec 9). */
const countedMaximum = 1_000;

/**
 * A person's unread notices of each kind (spec 9). Those of a topic or post that not everyone sees do not count: there is
 * nothing to go and read. What became of one's own text counts whatever became of it.
 */
export async function unreadCounts(database: Database, accountId: number): Promise<{ system: number; forum: number; inner: number }> {
  const stands = sql`(${notifications.kind} <> 'forum' or ((${notifications.topicId} is null or ${topics.listed}) and (${notifications.postId} is null or ${posts.listed})))`;
  const unread = database
    .select({ kind: notifications.kind })
    .from(notifications)
    .leftJoin(topics, eq(topics.id, notifications.topicId))
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .where(and(eq(notifications.accountId, accountId), isNull(notifications.readAt), gt(notifications.actors, 0), stands))
    .limit(countedMaximum)
    .as("unread");
  const rows = await database.select({ kind: unread.kind, unread: sql<number>`count(*)::int` }).from(unread).groupBy(unread.kind);
  const counts = { system: 0, forum: 0, inner: 0 };
  for (const row of rows) counts[row.kind] = row.unread;
  return counts;
}
