import type { MessageKind } from "contract/messages/events";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { conversationSides, notifications, posts, topics } from "../database/schema";
import type { Account } from "../server/context";

/** The most unread notices that are counted of each kind; the badge shows 99+ long before (spec 9). */
const countedMaximum = 1_000;

/**
 * The condition that a notice still leads somewhere: not one about a topic or post that is not public. Notices about a
 * decision on one's own text always count, and a notice of several replies does not need the first of them. The query
 * must join the topic and the post.
 */
export const leadsSomewhere: SQL = sql`(${notifications.kind} <> 'forum' or ((${notifications.topicId} is null or ${topics.listed}) and (${notifications.postId} is null or ${posts.listed} or (${notifications.event} = 'topicReply' and ${notifications.actors} > 1))))`;

/**
 * The topic of a notice, for the join after that with the post: where the post is now, since moderators move posts and
 * merge topics.
 */
export const topicOfNotice: SQL = sql`${topics.id} = coalesce(${posts.topicId}, ${notifications.topicId})`;

type Reader = Pick<Account, "id" | "mutedNotices">;

function unreadNotices(database: Database, accountId: number, kind?: MessageKind) {
  return database
    .select({ kind: notifications.kind })
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(topics, topicOfNotice)
    .where(
      and(
        eq(notifications.accountId, accountId),
        ...(kind ? [eq(notifications.kind, kind)] : []),
        isNull(notifications.readAt),
        gt(notifications.actors, 0),
        leadsSomewhere,
      ),
    )
    .limit(countedMaximum)
    .as("unread");
}

/** Unread private messages; people who muted them see no count, and the messages stay in the conversations. */
function unreadInner(database: Database, { id, mutedNotices }: Reader) {
  return database
    .select({
      kind: sql<MessageKind>`'inner'`.as("kind"),
      unread: sql<number>`coalesce(sum(${conversationSides.unread}), 0)::int`,
    })
    .from(conversationSides)
    .where(
      and(
        eq(conversationSides.accountId, id),
        gt(conversationSides.unread, 0),
        sql`${!mutedNotices.includes("inner")}`,
      ),
    );
}

/** A person's unread messages of each kind (spec 9), in one query, because every page needs them. */
export async function unreadCounts(database: Database, reader: Reader): Promise<Record<MessageKind, number>> {
  const unread = unreadNotices(database, reader.id);
  const rows = await database
    .select({ kind: sql<MessageKind>`${unread.kind}`.as("kind"), unread: sql<number>`count(*)::int` })
    .from(unread)
    .groupBy(unread.kind)
    .unionAll(unreadInner(database, reader));
  const counts = { system: 0, forum: 0, inner: 0 };
  for (const row of rows) counts[row.kind] += row.unread;
  return counts;
}

/** A person's unread messages of one kind. */
export async function unreadOf(database: Database, reader: Reader, kind: MessageKind): Promise<number> {
  if (kind === "inner") return (await unreadInner(database, reader))[0]?.unread ?? 0;
  const [row] = await database
    .select({ unread: sql<number>`count(*)::int` })
    .from(unreadNotices(database, reader.id, kind));
  return row?.unread ?? 0;
}
