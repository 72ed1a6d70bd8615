import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { accounts, type appeals, moderators } from "../../database/schema";
import { stillStands } from "../../server/offices";
import { Refusal } from "../../server/refusal";
import { actsIn, type Operator, rankOf, readOperator } from "../operator";

type Row = typeof appeals.$inferSelect;

/**
 * Whether another person could decide on the appeal: somebody whose rank is not lower than the decider's, and who is
 * neither muted nor banned.
 */
async function isSomebodyElse(
  database: Database,
  decider: Operator,
  { sectionId, accountId }: Row,
): Promise<boolean> {
  const isSectionModerator = sql`exists (select 1 from ${moderators}
    where ${moderators.accountId} = ${accounts.id} and ${moderators.sectionId} = ${sectionId}::int
    and ${stillStands(moderators.until)})`;
  const isUnrestricted = (until: PgColumn) => or(isNull(until), sql`${until} < now()`);
  const [other] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        decider.admin ? eq(accounts.admin, true) : or(eq(accounts.admin, true), isSectionModerator),
        ...[ne(accounts.id, decider.id), ne(accounts.id, accountId)],
        ...[
          isNull(accounts.closedAt),
          isUnrestricted(accounts.mutedUntil),
          isUnrestricted(accounts.bannedUntil),
        ],
      ),
    )
    .limit(1);
  return other !== undefined;
}

/**
 * Refuses an operator who may not decide on an appeal: one of another section (NOT_YOUR_SECTION), the appellant or,
 * while somebody else could decide, the person who made the decision (OWN_CONTENT), and one of lower rank than that
 * person (HIGHER_RANK). An appeal without a section is for administrators.
 * @param deciderOf reads the person who made a decision; a list passes a function that reads each person once
 */
export async function checkMayDecide(
  database: Database,
  operator: Operator,
  row: Row,
  deciderOf = (id: number): Promise<Operator> => readOperator(database, id),
): Promise<void> {
  const { sectionId, deciderId, accountId } = row;
  if (sectionId === null ? !operator.admin : !actsIn(operator, sectionId))
    throw new Refusal("NOT_YOUR_SECTION");
  if (accountId === operator.id) throw new Refusal("OWN_CONTENT");
  if (deciderId === null) return;
  if (deciderId === operator.id) {
    if (await isSomebodyElse(database, operator, row))
      throw new Refusal("OWN_CONTENT", undefined, "这是你自己作出的处理，由其他版主或管理员答复");
    return;
  }
  if (rankOf(await deciderOf(deciderId)) > rankOf(operator)) throw new Refusal("HIGHER_RANK");
}
