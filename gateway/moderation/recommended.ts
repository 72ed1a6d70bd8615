import { recommendedMost } from "contract/moderation/sections/fields";
import { refusals } from "contract/refusals";
import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { Database } from "../database/open";
import { recommendedTopics } from "../database/schema";
import { Refusal } from "../server/refusal";

/** Whether what is recommended until then is shown to readers at this moment. */
export const isCurrent = (until: Date | null, at: Date): boolean => until === null || until > at;

interface Place {
  fid: number;
  at: Date;
  /** Beside which a refusal stands, where a form has one for it. */
  field?: string;
}

const refused = (code: "TOPIC_ELSEWHERE" | "RECOMMENDED_FULL", field: string | undefined) =>
  new Refusal(code, field === undefined ? undefined : { [field]: [refusals[code].message] });

/** Refuses an eleventh topic that a section's page would show: RECOMMENDED_FULL. The section is locked. */
export async function checkRoom(database: Database, tid: number, { fid, at, field }: Place): Promise<void> {
  const others = and(
    ...[eq(recommendedTopics.sectionId, fid), ne(recommendedTopics.topicId, tid)],
    or(isNull(recommendedTopics.until), gt(recommendedTopics.until, at)),
  );
  if ((await database.$count(recommendedTopics, others)) >= recommendedMost)
    throw refused("RECOMMENDED_FULL", field);
}

/**
 * What may be recommended in a section, wherever a moderator does it: a topic of that section that everybody sees, where
 * there is room. Throws TOPIC_ELSEWHERE and RECOMMENDED_FULL. The section is locked.
 */
export async function checkRecommendable(
  database: Database,
  topic: { id: number; sectionId: number; listed: boolean } | undefined,
  place: Place,
): Promise<void> {
  if (!topic?.listed || topic.sectionId !== place.fid) throw refused("TOPIC_ELSEWHERE", place.field);
  await checkRoom(database, topic.id, place);
}
