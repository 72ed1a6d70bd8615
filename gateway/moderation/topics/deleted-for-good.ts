import type { CallRequest, CallResponse } from "contract";
import { subtractTime } from "contract/base/time";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { posts, reportCases, sections, topics } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { readOperator } from "../operator";
import { recentPosts } from "./recent-posts";

/**
 * How many of these texts a deletion would delete for good at once: those in sections without a bin, where only
 * administrators may delete.
 */
export async function deletedForGood(
  context: CallContext,
  { of, ids, days }: CallRequest<"deletedForGood">,
): Promise<CallResponse<"deletedForGood">> {
  const { database, now } = context;
  const { id, admin } = accountOf(context);
  if (!admin) return { count: 0, sections: [] };
  const count = async (where: SQL | undefined) => {
    const rows = await database
      .select({ pid: posts.id, name: sections.name })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(sections, eq(sections.id, topics.sectionId))
      .where(and(eq(sections.recycleBin, false), isNull(posts.deletedAt), isNull(topics.deletedAt), where));
    return { count: rows.length, sections: [...new Set(rows.map(({ name }) => name))] };
  };
  if (of === "topics") return count(and(inArray(topics.id, ids), eq(posts.floor, 1)));
  if (of === "posts") return count(inArray(posts.id, ids));
  if (of === "cases") {
    const cases = database
      .select({ id: reportCases.postId })
      .from(reportCases)
      .where(inArray(reportCases.id, ids));
    return count(inArray(posts.id, cases));
  }
  const since = subtractTime(now(), days, "day");
  const operator = await readOperator(database, id);
  const recent = await Promise.all(ids.map((uid) => recentPosts(database, operator, uid, since)));
  return count(inArray(posts.id, [0, ...recent.flat()]));
}
