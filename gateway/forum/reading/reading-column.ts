import type { CallResponse } from "contract";
import { type SQL, sql } from "drizzle-orm";
import { outerColumn } from "../../database/outer-column";
import { topicReadings, topics } from "../../database/schema";

type Reading = CallResponse<"topicDetail">["reading"];

/**
 * A person's reading position in a topic and the notices that they want; selected together with the topic, so that it
 * needs no query of its own.
 */
export function readingColumn(accountId: number | null): SQL<Reading> {
  if (accountId === null) return sql<Reading>`null::json`;
  const { floor, level, seenAt, replies } = topicReadings;
  const stale = sql`${seenAt} is null or ${seenAt} < ${topics.lastReplyAt} or ${replies} <> ${topics.replies}`;
  return sql<Reading>`coalesce((
    select json_build_object('floor', ${floor}, 'level', ${level}, 'stale', ${stale})
    from ${topicReadings} where ${topicReadings.accountId} = ${accountId} and ${topicReadings.topicId} = ${outerColumn(topics.id)}
  ), '{"floor":0,"level":"default","stale":true}'::json)`;
}
