import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, moderators } from "../database/schema";
import { found, Refusal } from "../server/refusal";

/** Whoever moderates, as they are when they act: a job reads them anew. */
export interface Operator {
  id: number;
  nickname: string;
  admin: boolean;
  /** The sections that they were appointed to. */
  fids: number[];
}

/** 0 for members, 1 for moderators of any section, 2 for administrators. */
export type Rank = 0 | 1 | 2;

const fidsOf = sql<number[]>`array(select ${moderators.sectionId} from ${moderators}
  where ${moderators.accountId} = ${accounts.id} order by 1)`;

/** Throws USER_NOT_FOUND. */
export async function readOperator(database: Database, id: number): Promise<Operator> {
  const [row] = await database
    .select({ id: accounts.id, nickname: accounts.nickname, admin: accounts.admin, fids: fidsOf })
    .from(accounts)
    .where(eq(accounts.id, id))
    .limit(1);
  return found(row, "USER_NOT_FOUND");
}

export const rankOf = ({ admin, fids }: Pick<Operator, "admin" | "fids">): Rank =>
  admin ? 2 : fids.length > 0 ? 1 : 0;

/** Whether they moderate the section. */
export const actsIn = ({ admin, fids }: Operator, sectionId: number): boolean =>
  admin || fids.includes(sectionId);

/**
 * Refuses what nobody may do to this person's text here: NOT_YOUR_SECTION, OWN_CONTENT, and for what is against its
 * author HIGHER_RANK where they stand higher.
 */
export async function checkMayAct(
  database: Database,
  operator: Operator,
  { sectionId, authorId }: { sectionId: number; authorId: number },
  against: boolean,
): Promise<void> {
  if (!actsIn(operator, sectionId)) throw new Refusal("NOT_YOUR_SECTION");
  if (operator.id === authorId) throw new Refusal("OWN_CONTENT");
  if (against && rankOf(await readOperator(database, authorId)) > rankOf(operator))
    throw new Refusal("HIGHER_RANK");
}
