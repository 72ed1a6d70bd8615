import { recommendedMost } from "contract/moderation/sections/fields";
import { refusals } from "contract/refusals";
import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { Database } from "../database/open";
import { recommendedTopics } from "../database/schema";
import { Refusal } from "../server/refusal";

/** Whether a recommendation with this end is shown to readers now. */
export const isCurrent = (until: Date | null, at: Date): boolean => until === null || until > at;

interface Place {
  fid: number;
  at: Date;
  /** The form's field beside which a refusal is shown, if the form has one. */
  field?: string;
}

const recommendRefusal = (code: "TOPIC_ELSEWHERE" | "RECOMMENDED_FULL", field: string | undefined) =>
  new Refusal(code, field === undefined ? undefined : { [field]: [refusals[code].message] });

/** Throws RECOMMENDED_FULL for an eleventh topic on a section's page. The caller has locked the section. */
export async function checkRoom(database: Database, tid: number, { fid, at, field }: Place): Promise<void> {
  const others = and(
    ...[eq(recommendedTopics.sectionId, fid), ne(recommendedTopics.topicId, tid)],
    or(isNull(recommendedTopics.until), gt(recommendedTopics.until, at)),
  );
  if ((await database.$count(recommendedTopics, others)) >= recommendedMost)
    throw recommendRefusal("RECOMMENDED_FULL", field);
}

/**
 * Checks that a topic can be recommended in a section: it is public, belongs to the section, and there is room. Throws
 * TOPIC_ELSEWHERE and RECOMMENDED_FULL. The caller has locked the section.
 */
export async function checkRecommendable(
  database: Database,
  topic: { id: number; sectionId: number; listed: boolean } | undefined,
  place: Place,
): Promise<void> {
  if (!topic?.listed || topic.sectionId !== place.fid) throw recommendRefusal("TOPIC_ELSEWHERE", place.field);
  await checkRoom(database, topic.id, place);
}
