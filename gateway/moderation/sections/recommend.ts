import type { CallRequest } from "contract";
import { recommendedMost } from "contract/moderation/sections/fields";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { recommendedTopics, topics } from "../../database/schema";
import { firstPost } from "../../forum/writing/permalinks";
import type { CallContext } from "../../server/context";
import { checkMayAct } from "../operator";
import { changeSection, refusedAt } from "./change-section";

const dayMilliseconds = 86_400_000;

const rowOf = (fid: number, tid: number) =>
  and(eq(recommendedTopics.sectionId, fid), eq(recommendedTopics.topicId, tid));

const values = (row: { position: number; until: Date | null } | undefined) => ({
  recommended: row?.position ?? null,
  until: row?.until?.toISOString() ?? null,
});

/** A topic of this section that everybody sees. Throws TOPIC_ELSEWHERE beside the field. */
async function topicHere(database: Database, fid: number, tid: number) {
  const [topic] = await database
    .select({ sectionId: topics.sectionId, authorId: topics.authorId, listed: topics.listed })
    .from(topics)
    .where(eq(topics.id, tid));
  if (!topic?.listed || topic.sectionId !== fid) throw refusedAt("topic", "TOPIC_ELSEWHERE");
  return topic;
}

/** Recommends a topic on the section's page, or gives one another place or end. Its author is told the first time. */
export function recommend(
  context: CallContext,
  { fid, topic: tid, position, days }: CallRequest<"recommendTopic">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database, { operator, at }) => {
    const [held] = await database.select().from(recommendedTopics).where(rowOf(fid, tid));
    const ends = days ? new Date(at.getTime() + days * dayMilliseconds) : null;
    const until = days === undefined ? (held?.until ?? null) : ends;
    if (held && held.position === position && held.until?.getTime() === until?.getTime()) return null;
    const said = { action: "recommend", target: { kind: "topic", id: tid } } as const;
    if (held) {
      await database.update(recommendedTopics).set({ position, until }).where(rowOf(fid, tid));
      return { ...said, before: values(held), after: values({ position, until }) };
    }
    const { authorId } = await topicHere(database, fid, tid);
    await checkMayAct(database, operator, { sectionId: fid, authorId }, false);
    const standing = and(
      eq(recommendedTopics.sectionId, fid),
      or(isNull(recommendedTopics.until), gt(recommendedTopics.until, at)),
    );
    if ((await database.$count(recommendedTopics, standing)) >= recommendedMost)
      throw refusedAt("topic", "RECOMMENDED_FULL");
    await database.insert(recommendedTopics).values({ sectionId: fid, topicId: tid, position, until });
    const first = await firstPost(database, tid);
    return {
      ...{ ...said, personId: authorId, before: values(undefined), after: values({ position, until }) },
      tell: { accountIds: [authorId], topicId: tid, postId: first.id },
    };
  });
}

/** Recommends it no more. */
export function unrecommend(
  context: CallContext,
  { fid, tid }: CallRequest<"unrecommendTopic">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid }, async (database) => {
    const [gone] = await database.delete(recommendedTopics).where(rowOf(fid, tid)).returning();
    if (!gone) return null;
    return {
      ...{ action: "recommend", target: { kind: "topic", id: tid } },
      before: values(gone),
      after: values(undefined),
    };
  });
}
