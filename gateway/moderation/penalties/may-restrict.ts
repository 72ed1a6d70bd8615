import { refusals } from "contract/refusals";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { Refusal } from "../../server/refusal";
import { type Operator, rankOf, readOperator } from "../operator";

/**
 * Refuses an operator who may not restrict this person: oneself (OWN_CONTENT), a person of the same or a higher rank
 * (HIGHER_RANK) and, for moderators, a person who never wrote in their sections (NOT_YOUR_SECTION).
 */
export async function checkMayRestrict(database: Database, operator: Operator, id: number): Promise<void> {
  if (operator.id === id) throw new Refusal("OWN_CONTENT", undefined, "不能处理自己的账号");
  const person = await readOperator(database, id);
  if (rankOf(person) >= rankOf(operator)) throw new Refusal("HIGHER_RANK");
  if (operator.admin) return;
  const [postHere] = await database
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(and(eq(posts.authorId, id), inArray(topics.sectionId, operator.fids)))
    .limit(1);
  if (!postHere) throw new Refusal("NOT_YOUR_SECTION", undefined, "对方没有在你管理的版块里发过内容");
}

/** The reason why the operator may not restrict the person; empty when they may. */
export async function whyBarred(database: Database, operator: Operator, id: number): Promise<string> {
  try {
    await checkMayRestrict(database, operator, id);
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.message || refusals[error.code].message;
    throw error;
  }
}
