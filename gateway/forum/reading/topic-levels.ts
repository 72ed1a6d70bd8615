import type { CallRequest, CallResponse } from "contract";
import { leveledTopicsMax } from "contract/forum/constants";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { sections, topicReadings, topics } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { mayIn } from "../../server/rights";
import { visibleTopic } from "../states/find-content";

/** Follows or mutes a topic, or ends both; the last is possible for a deleted topic too. Throws TOPIC_NOT_FOUND. */
export async function setTopicLevel(
  { tid, level }: CallRequest<"setTopicLevel">,
  context: CallContext,
): Promise<void> {
  const accountId = accountOf(context).id;
  const levelAt = context.now();
  if (level === "default") {
    const own = and(eq(topicReadings.accountId, accountId), eq(topicReadings.topicId, tid));
    const changed = await context.database
      .update(topicReadings)
      .set({ level, levelAt: null })
      .where(and(own, ne(topicReadings.level, "default")))
      .returning({ id: topicReadings.topicId });
    if (changed.length > 0) return;
  }
  await visibleTopic(context, tid);
  if (level === "default") return;
  await context.database
    .insert(topicReadings)
    .values({ accountId, topicId: tid, level, levelAt })
    .onConflictDoUpdate({
      target: [topicReadings.accountId, topicReadings.topicId],
      set: { level, levelAt },
    });
}

/** The topics that the caller follows or has muted, latest first; without the title of one that they may not see. */
export async function leveledTopics(
  level: "follow" | "mute",
  context: CallContext,
): Promise<CallResponse<"leveledTopics">["topics"]> {
  const { id } = accountOf(context);
  const rows = await context.database
    .select({
      tid: topics.id,
      title: sql<string>`case when ${topics.listed} or (${topics.authorId} = ${id} and ${topics.deletedAt} is null) then ${topics.title} else '' end`,
      since: topicReadings.levelAt,
      section: { id: sections.id, rights: sections.rights, closed: sections.closed },
    })
    .from(topicReadings)
    .innerJoin(topics, eq(topics.id, topicReadings.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(and(eq(topicReadings.accountId, id), eq(topicReadings.level, level)))
    .orderBy(desc(topicReadings.levelAt), desc(topics.id))
    .limit(leveledTopicsMax);
  return rows.map(({ tid, title, since, section }) => {
    const isVisible = !section.closed && mayIn(context.caller, section, "view");
    return { tid, title: isVisible ? title : "", since: since?.toISOString() ?? "" };
  });
}
