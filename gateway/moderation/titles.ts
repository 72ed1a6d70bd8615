import type { LogTarget } from "contract/moderation/actions";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { appeals, moderationLog, posts, reportCases, topics } from "../database/schema";
import type { CallContext } from "../server/context";
import { inScope, scopeOf } from "./scope";

/** The title and the address of an item that a moderator acted on. */
export interface TitleEntry {
  title: string;
  tid: number;
  /** The reply's id, if the item is a reply. */
  pid: number | null;
}

interface Thing {
  targetKind: LogTarget;
  targetId: number | null;
}

/** The key under which an item's title is found. */
export const titleKey = ({ targetKind, targetId }: Thing): string => `${targetKind} ${targetId}`;

/**
 * The titles of these items, as far as they are in sections that the caller moderates. An item that is deleted for good
 * has no title.
 */
export async function titlesOf(context: CallContext, things: Thing[]): Promise<Map<string, TitleEntry>> {
  const { database } = context;
  const scope = await scopeOf(context, undefined);
  const idsOf = (kind: LogTarget) => [
    ...new Set(
      things.flatMap((one) => (one.targetKind === kind && one.targetId !== null ? one.targetId : [])),
    ),
  ];
  const found = new Map<string, TitleEntry>();
  const add = (targetKind: LogTarget, rows: (TitleEntry & { id: number })[]) => {
    for (const { id, ...titled } of rows)
      if (titled.title !== "") found.set(titleKey({ targetKind, targetId: id }), titled);
  };
  const mine = (ids: number[], column: PgColumn, section: PgColumn) =>
    and(inArray(column, ids), inScope(section, scope));
  const reply = sql<number | null>`case when ${posts.floor} = 1 then null else ${posts.id} end`;
  const ids = { topic: idsOf("topic"), post: idsOf("post"), case: idsOf("case"), appeal: idsOf("appeal") };
  if (ids.topic.length > 0)
    add(
      "topic",
      await database
        .select({ id: topics.id, title: topics.title, tid: topics.id, pid: sql<null>`null` })
        .from(topics)
        .where(mine(ids.topic, topics.id, topics.sectionId)),
    );
  if (ids.post.length > 0)
    add(
      "post",
      await database
        .select({ id: posts.id, title: topics.title, tid: topics.id, pid: reply })
        .from(posts)
        .innerJoin(topics, eq(topics.id, posts.topicId))
        .where(mine(ids.post, posts.id, topics.sectionId)),
    );
  if (ids.case.length > 0)
    add(
      "case",
      await database
        .select({ id: reportCases.id, title: reportCases.title, tid: reportCases.topicId, pid: reply })
        .from(reportCases)
        .innerJoin(posts, eq(posts.id, reportCases.postId))
        .where(mine(ids.case, reportCases.id, reportCases.sectionId)),
    );
  if (ids.appeal.length > 0)
    add(
      "appeal",
      await database
        .select({ id: appeals.id, title: topics.title, tid: topics.id, pid: reply })
        .from(appeals)
        .innerJoin(moderationLog, eq(moderationLog.id, appeals.logId))
        // The post is the topic's first one when the target is a topic.
        .innerJoin(
          posts,
          or(
            and(
              ...[eq(moderationLog.targetKind, "topic"), eq(posts.floor, 1)],
              eq(posts.topicId, moderationLog.targetId),
            ),
            and(eq(moderationLog.targetKind, "post"), eq(posts.id, moderationLog.targetId)),
          ),
        )
        .innerJoin(topics, eq(topics.id, posts.topicId))
        .where(mine(ids.appeal, appeals.id, topics.sectionId)),
    );
  return found;
}
