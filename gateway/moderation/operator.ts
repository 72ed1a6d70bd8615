import type { ModeratorRole } from "contract/moderation/actions";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { outerColumn } from "../database/outer-column";
import { accounts, moderators, staffRoles } from "../database/schema";
import { stillStands } from "../server/offices";
import { found, Refusal } from "../server/refusal";

/** A moderator with the rights that they have at the time of the action; a job reads them again. */
export interface Operator {
  id: number;
  nickname: string;
  admin: boolean;
  /** The sections whose moderator they are. */
  fids: number[];
  /** Whether they are an editor, lecturer or analyst: moderators may not take from them what only administrators give. */
  appointed: boolean;
}

/** 0 for members, 1 for moderators of any section, editors, lecturers and analysts, 2 for administrators. */
export type Rank = 0 | 1 | 2;

/** @param at the moment at which an office has to stand; by default the database's */
const columnsAt = (at?: Date) => ({
  id: accounts.id,
  nickname: accounts.nickname,
  admin: accounts.admin,
  fids: sql<number[]>`array(select ${moderators.sectionId} from ${moderators}
    where ${moderators.accountId} = ${outerColumn(accounts.id)} and ${stillStands(moderators.until, at)} order by 1)`,
  appointed: sql<boolean>`exists (select from ${staffRoles}
    where ${staffRoles.accountId} = ${outerColumn(accounts.id)} and ${stillStands(staffRoles.until, at)})`,
});

/** Reads a moderator's rights. Throws USER_NOT_FOUND. */
export async function readOperator(database: Database, id: number): Promise<Operator> {
  const [row] = await database.select(columnsAt()).from(accounts).where(eq(accounts.id, id)).limit(1);
  return found(row, "USER_NOT_FOUND");
}

export const rankOf = ({ admin, fids, appointed }: Pick<Operator, "admin" | "fids" | "appointed">): Rank =>
  admin ? 2 : fids.length > 0 || appointed ? 1 : 0;

/**
 * Reads the operator's rights now: they may be dismissed, muted or banned while a batch runs. Throws NOT_PERMITTED or
 * MUTED with the reason.
 */
export async function readActing(
  database: Database,
  id: number,
  { at, who }: { at: Date; who: ModeratorRole },
): Promise<Operator> {
  const { mutedUntil, bannedUntil, closedAt } = accounts;
  const [row] = await database
    .select({ operator: columnsAt(at), mutedUntil, bannedUntil, closedAt })
    .from(accounts)
    .where(eq(accounts.id, id))
    .limit(1);
  const now = found(row, "USER_NOT_FOUND");
  const isInForce = (until: Date | null) => until !== null && until > at;
  const operatorRefusal = (code: "NOT_PERMITTED" | "MUTED", why: string) =>
    new Refusal(code, undefined, `操作人${why}，这一项没有处理`);
  if (now.closedAt) throw operatorRefusal("NOT_PERMITTED", "已注销");
  if (isInForce(now.bannedUntil)) throw operatorRefusal("NOT_PERMITTED", "已被禁止访问");
  if (isInForce(now.mutedUntil)) throw operatorRefusal("MUTED", "已被禁言");
  if (who === "admin" && !now.operator.admin) throw operatorRefusal("NOT_PERMITTED", "已不是管理员");
  if (!now.operator.admin && now.operator.fids.length === 0)
    throw operatorRefusal("NOT_PERMITTED", "已不是版主");
  return now.operator;
}

/** Whether the operator moderates the section. */
export const actsIn = ({ admin, fids }: Operator, sectionId: number): boolean =>
  admin || fids.includes(sectionId);

/**
 * Refuses an action on this author's text with NOT_YOUR_SECTION, OWN_CONTENT and, for actions against an author of
 * higher rank, HIGHER_RANK.
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
