import type { CallRequest } from "contract";
import { addTime } from "contract/base/time";
import { and, eq } from "drizzle-orm";
import { recommendedTopics, topics } from "../../database/schema";
import { firstPost } from "../../forum/writing/permalinks";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { checkMayAct } from "../operator";
import { checkRecommendable, isCurrent } from "../recommended";
import { changeSection } from "./change-section";

const rowOf = (fid: number, tid: number) =>
  and(eq(recommendedTopics.sectionId, fid), eq(recommendedTopics.topicId, tid));

const values = (row: { position: number; until: Date | null } | undefined) => ({
  recommended: row?.position ?? null,
  until: row?.until?.toISOString() ?? null,
});

/** Recommends a topic on the section's page, or changes its position or end. The author is notified the first time. */
export function recommend(
  context: CallContext,
  { fid, topic: tid, position, days }: CallRequest<"recommendTopic">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database, { operator, at }) => {
    const [present] = await database.select().from(recommendedTopics).where(rowOf(fid, tid));
    const ends = days ? addTime(at, days, "day") : null;
    const until = days === undefined ? (present?.until ?? null) : ends;
    if (present && present.position === position && present.until?.getTime() === until?.getTime())
      return null;
    const logEntry = { action: "recommend", target: { kind: "topic", id: tid } } as const;
    const change = { ...logEntry, before: values(present), after: values({ position, until }) };
    // A change of the position, or of a recommendation that readers do not see, needs no check for room.
    if (present && (isCurrent(present.until, at) || !isCurrent(until, at))) {
      await database.update(recommendedTopics).set({ position, until }).where(rowOf(fid, tid));
      return change;
    }
    const [topic] = await database.select().from(topics).where(eq(topics.id, tid));
    await checkRecommendable(database, topic, { fid, at, field: "topic" });
    const { authorId } = found(topic, "TOPIC_NOT_FOUND");
    await checkMayAct(database, operator, { sectionId: fid, authorId }, false);
    await database
      .insert(recommendedTopics)
      .values({ sectionId: fid, topicId: tid, position, until })
      .onConflictDoUpdate({
        target: [recommendedTopics.sectionId, recommendedTopics.topicId],
        set: { position, until },
      });
    const first = await firstPost(database, tid);
    return {
      ...change,
      personId: authorId,
      tell: { accountIds: [authorId], topicId: tid, postId: first.id },
    };
  });
}

/** Removes a topic from the section's recommended ones. */
export function unrecommend(
  context: CallContext,
  { fid, tid }: CallRequest<"unrecommendTopic">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database) => {
    const [removed] = await database.delete(recommendedTopics).where(rowOf(fid, tid)).returning();
    if (!removed) return null;
    return {
      action: "recommend",
      target: { kind: "topic", id: tid },
      before: values(removed),
      after: values(undefined),
    };
  });
}
