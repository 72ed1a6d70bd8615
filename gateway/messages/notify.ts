import { type NoticeEvent, systemEvents } from "contract/messages/events";
import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, blocks, likes, notifications, posts, topicReadings } from "../database/schema";
import type { Post, Topic } from "../forum/states/find-content";
import { mentionsIn } from "../text/mentions";

export interface Happening {
  event: NoticeEvent;
  /** The account that did it; null for notices by the platform. */
  actorId: number | null;
  topicId?: number;
  postId?: number;
  /** The decided change of one's own information. */
  changeId?: number;
  /** The row of the log of a moderator's action. */
  logId?: number;
  at: Date;
}

/**
 * The condition that an account wants a notice of this event, by this person and in this topic: not for muted events
 * and topics, blocked people, or closed accounts.
 */
function wantsToHear(event: NoticeEvent, actorId: number | null, topicId?: number): SQL {
  const blocked = sql`exists (select 1 from ${blocks} where ${blocks.accountId} = ${accounts.id} and ${blocks.blockedId} = ${actorId}::int)`;
  const muted =
    topicId === undefined
      ? sql`false`
      : sql`exists (select 1 from ${topicReadings} where ${topicReadings.accountId} = ${accounts.id}
          and ${topicReadings.topicId} = ${topicId} and ${topicReadings.level} = 'mute')`;
  return sql`(not ${event} = any(${accounts.mutedNotices}) and ${accounts.closedAt} is null and not ${blocked} and not ${muted})`;
}

/** The parameters of one statement are limited, and thousands of people may have reported a text. */
const toldAtOnce = 1_000;

/**
 * Notifies each person once, but nobody of their own acts, of events that they muted, or of acts by people whom they
 * blocked.
 */
export async function notify(
  database: Database,
  accountIds: number[],
  { event, actorId, at, ...about }: Happening,
): Promise<void> {
  const recipients = [...new Set(accountIds)].filter((id) => id !== actorId);
  for (let first = 0; first < recipients.length; first += toldAtOnce)
    await tell(database, recipients.slice(first, first + toldAtOnce), { event, actorId, at, ...about });
}

async function tell(database: Database, recipients: number[], { event, actorId, at, ...about }: Happening) {
  const isSystem = systemEvents.some((name) => name === event);
  const { topicId = null, postId = null, changeId = null, logId = null } = about;
  const wants = isSystem ? sql`true` : wantsToHear(event, actorId, about.topicId);
  await database.execute(sql`
    insert into ${notifications}
      (account_id, kind, event, actor_id, topic_id, post_id, change_id, log_id, created_at)
    select ${accounts.id}, ${isSystem ? "system" : "forum"}, ${event}, ${actorId}::int, ${topicId}::bigint,
      ${postId}::bigint, ${changeId}::int, ${logId}::bigint, ${at.toISOString()}::timestamptz
    from ${accounts} where ${accounts.id} = any(${sql.param(recipients)}::int[]) and ${wants} order by ${accounts.id}`);
}

/** Deletes a notice when its cause is undone, so that following somebody again and again notifies them once. */
export async function unnotify(
  database: Database,
  accountId: number,
  { event, ...about }: { event: NoticeEvent; actorId: number } | { event: NoticeEvent; postId: number },
): Promise<void> {
  const same =
    "actorId" in about ? eq(notifications.actorId, about.actorId) : eq(notifications.postId, about.postId);
  await database
    .delete(notifications)
    .where(and(eq(notifications.accountId, accountId), eq(notifications.event, event), same));
}

/** The key that groups the unread notices of a followed topic into one. */
export const topicKey = (topicId: number) => `topic:${topicId}`;

const likesKey = (postId: number) => `like:${postId}`;

interface Like {
  /** The author of the post. */
  accountId: number;
  actorId: number;
  topicId: number;
  postId: number;
  at: Date;
}

/**
 * Notifies of a like. Unread likes of one post are one notice. If the author does not want the notice, the like's row
 * records that, so that removing the like later changes no notice. The caller has locked the topic.
 */
export async function notifyLike(
  database: Database,
  { accountId, actorId, topicId, postId, at }: Like,
): Promise<void> {
  if (accountId === actorId) return;
  const [listens] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), wantsToHear("like", actorId, topicId)));
  if (!listens) {
    await database
      .update(likes)
      .set({ told: false })
      .where(and(eq(likes.accountId, actorId), eq(likes.postId, postId)));
    return;
  }
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

/** The latest read notice of a post's likes; earlier likes are not part of an unread notice. */
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
 * Removes a like from its notice, and deletes the notice with its last like. The caller has locked the topic and
 * deleted the like.
 * @param like `at` is the time of the like, `told` whether a notice was sent
 */
export async function unnotifyLike(
  database: Database,
  { accountId, actorId, postId, at, told }: Omit<Like, "topicId"> & { told: boolean },
): Promise<void> {
  if (accountId === actorId || !told) return;
  const mine = and(eq(notifications.accountId, accountId), eq(notifications.groupKey, likesKey(postId)));
  const read = await lastRead(database, mine);
  const isUnread = read?.readAt == null || at > read.readAt;
  const ownNotices = and(mine, isUnread ? isNull(notifications.readAt) : eq(notifications.id, read?.id ?? 0));
  const [unread] = await database
    .update(notifications)
    .set({ actors: sql`${notifications.actors} - 1` })
    .where(ownNotices)
    .returning({ id: notifications.id, actorId: notifications.actorId, actors: notifications.actors });
  if (!unread) return;
  const notice = eq(notifications.id, unread.id);
  if (unread.actors <= 0) await database.delete(notifications).where(notice);
  else if (unread.actorId === actorId) {
    // The notice names the latest person who still likes the post.
    const [latest] = await database
      .select({ id: likes.accountId, at: likes.createdAt })
      .from(likes)
      .where(and(eq(likes.postId, postId), likes.told, ne(likes.accountId, accountId)))
      .orderBy(sql`${likes.createdAt} desc nulls last`)
      .limit(1);
    if (latest)
      await database.update(notifications).set({ actorId: latest.id, createdAt: latest.at }).where(notice);
  }
}

/**
 * The people whom a reply answers: the authors of the topic and the parent post, and the person who was answered under
 * it. Nobody for floor 1.
 */
async function peopleAnswered(database: Database, topic: Topic, post: Post): Promise<number[]> {
  if (post.floor === 1) return [];
  const [floorPost] =
    post.parentId === null
      ? []
      : await database.select({ authorId: posts.authorId }).from(posts).where(eq(posts.id, post.parentId));
  return [topic.authorId, floorPost?.authorId, post.replyToId].filter((id) => typeof id === "number");
}

/** The people of these who already got a notice of the post. */
async function notifiedBefore(database: Database, people: number[], post: Post): Promise<Set<number>> {
  const rows = await database
    .select({ id: notifications.accountId })
    .from(notifications)
    .where(
      and(
        inArray(notifications.accountId, people),
        // A bound that the index can use: nobody got a notice before the post was written.
        gte(notifications.createdAt, post.createdAt),
        eq(notifications.postId, post.id),
        inArray(notifications.event, ["reply", "mention"]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Notifies people of a post that is now public: those whom it answers, and those whom it mentions. Each person gets one
 * notice for a post, even if it is changed or becomes public again; a reply counts before a mention.
 * @param isNew nobody can have got a notice of the post yet
 * @returns the people who get a notice, or got one before
 */
export async function notifyOfPost(
  database: Database,
  topic: Topic,
  post: Post,
  at: Date,
  isNew = false,
): Promise<number[]> {
  const answeredPeople = new Set(await peopleAnswered(database, topic, post));
  const mentionedPeople = mentionsIn(post.html).filter((id) => !answeredPeople.has(id));
  const people = [...answeredPeople, ...mentionedPeople].filter((id) => id !== post.authorId);
  if (people.length === 0) return [];
  const notifiedPeople = isNew ? new Set<number>() : await notifiedBefore(database, people, post);
  const about = { actorId: post.authorId, topicId: topic.id, postId: post.id, at };
  const notYetNotified = (ids: Iterable<number>) => [...ids].filter((id) => !notifiedPeople.has(id));
  await notify(database, notYetNotified(answeredPeople), { event: "reply", ...about });
  await notify(database, notYetNotified(mentionedPeople), { event: "mention", ...about });
  return people;
}

/**
 * Notifies the followers of a reply's topic, except those whom `notifyOfPost` notified. A topic has one unread notice,
 * which links to the first reply and counts them. The caller has locked the topic.
 */
export async function notifyFollowers(
  database: Database,
  topic: Topic,
  post: Post,
  recipients: number[],
  at: Date,
): Promise<void> {
  const { authorId: actorId } = post;
  await database.execute(sql`
    insert into ${notifications} (account_id, kind, event, actor_id, topic_id, post_id, group_key, created_at)
    select ${accounts.id}, 'forum', 'topicReply', ${actorId}::int, ${topic.id}::bigint, ${post.id}::bigint,
      ${topicKey(topic.id)}, ${at.toISOString()}::timestamptz
    from ${topicReadings} inner join ${accounts} on ${accounts.id} = ${topicReadings.accountId}
    where ${topicReadings.topicId} = ${topic.id} and ${topicReadings.level} = 'follow'
      and ${accounts.id} <> all(${sql.param([actorId, ...recipients])}::int[]) and ${wantsToHear("topicReply", actorId)}
    order by ${accounts.id}
    on conflict (account_id, group_key) where read_at is null do update
    set actor_id = excluded.actor_id, actors = ${notifications.actors} + 1, created_at = excluded.created_at`);
}
