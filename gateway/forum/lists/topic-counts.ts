import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topicCounts } from "../../database/schema";

export interface CountedTopics {
  sectionIds: number[];
  classId?: number | undefined;
  only?: "digest" | "solved" | "unsolved" | undefined;
}

/**
 * The number of listed topics in these sections by class, recommended or not, solved or not: the sum of stored
 * counters.
 */
export async function countListed(
  database: Database,
  { sectionIds, classId, only }: CountedTopics,
): Promise<number> {
  if (sectionIds.length === 0) return 0;
  const conditions: SQL[] = [inArray(topicCounts.sectionId, sectionIds)];
  if (classId !== undefined) conditions.push(eq(topicCounts.classId, classId));
  if (only === "digest") conditions.push(eq(topicCounts.digest, true));
  else if (only) conditions.push(eq(topicCounts.solved, only === "solved"));
  const [row] = await database
    .select({ topics: sql<number>`coalesce(sum(${topicCounts.topics}), 0)::int` })
    .from(topicCounts)
    .where(and(...conditions));
  return row?.topics ?? 0;
}
