import type { CallRequest } from "contract";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { notifications, readMarks, topicReadings, topics } from "../../database/schema";
import { topicKey } from "../../messages/notify";
import { accountOf, type CallContext } from "../../server/context";
import { visibleSection } from "../sections/find-sections";

/**
 * Stores the floors that the caller was shown of a topic, and marks its followers' notice as read, in one
 * statement. A late request never moves the position back. A topic that does not exist is ignored.
 */
export async function markTopicRead(
  { tid, floor, replies, lastReplyAt }: CallRequest<"markTopicRead">,
  context: CallContext,
): Promise<void> {
  const { id } = accountOf(context);
  const at = context.now().toISOString();
  const before = topicReadings;
  await context.database.execute(sql`
    with reading as (
      insert into ${before} (account_id, topic_id, floor, seen_at, replies, read_at)
      select ${id}::int, ${topics.id}, least(${floor}::int, ${topics.lastFloor}),
        least(${lastReplyAt}::timestamptz, ${topics.lastReplyAt}), ${replies}::int, ${at}::timestamptz
      from ${topics} where ${topics.id} = ${tid}
      on conflict (account_id, topic_id) do update set
        floor = greatest(${before}.floor, excluded.floor),
        seen_at = greatest(${before}.seen_at, excluded.seen_at),
        replies = case when ${before}.seen_at > excluded.seen_at then ${before}.replies else excluded.replies end,
        read_at = excluded.read_at
      where ${before}.floor < excluded.floor or ${before}.seen_at is null or ${before}.seen_at < excluded.seen_at
        or (${before}.seen_at = excluded.seen_at and ${before}.replies <> excluded.replies)
    )
    update ${notifications} set read_at = ${at}::timestamptz
    where account_id = ${id} and group_key = ${topicKey(tid)} and read_at is null`);
}

/** Marks a section or the whole forum as read, with one row. Throws SECTION_NOT_FOUND. */
export async function markAllRead(fid: number | undefined, context: CallContext): Promise<void> {
  const database: Database = context.database;
  if (fid !== undefined) await visibleSection(context, fid);
  const at = context.now();
  await database
    .insert(readMarks)
    .values({ accountId: accountOf(context).id, sectionId: fid ?? 0, at })
    .onConflictDoUpdate({
      target: [readMarks.accountId, readMarks.sectionId],
      set: { at: sql`greatest(${readMarks.at}, excluded.at)` },
    });
}
