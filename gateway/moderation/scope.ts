import { foldNickname } from "contract/account/identity";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { moderatedIds } from "../forum/sections/find-sections";
import { accountOf, type CallContext } from "../server/context";
import { Refusal } from "../server/refusal";

/**
 * The sections that a list of the moderation area may show: the requested one, or all that the caller moderates; null
 * for an administrator who requested none. Throws NOT_YOUR_SECTION.
 */
export async function scopeOf(context: CallContext, fid: number | undefined): Promise<number[] | null> {
  if (fid === undefined) return accountOf(context).admin ? null : context.caller.fids;
  const mine = await moderatedIds(context);
  if (!mine.includes(fid)) throw new Refusal("NOT_YOUR_SECTION");
  return [fid];
}

/** The condition that a row belongs to one of these sections; true for all sections. */
export const inScope = (column: PgColumn, fids: number[] | null): SQL =>
  fids === null ? sql`true` : fids.length === 0 ? sql`false` : inArray(column, fids);

/** Finds a person by the uid or nickname that a moderator typed; null if there is none. */
export async function personBy(database: Database, text: string): Promise<number | null> {
  const byName = eq(accounts.nicknameFolded, foldNickname(text));
  const byId = /^\d{1,9}$/.test(text) ? eq(accounts.id, Number(text)) : null;
  const [row] = await database.select({ id: accounts.id }).from(accounts).where(byName).limit(1);
  if (row || !byId) return row?.id ?? null;
  const [other] = await database.select({ id: accounts.id }).from(accounts).where(byId).limit(1);
  return other?.id ?? null;
}

/** Menus show 999+ above this, so counting stops here. */
export const countMax = 1_000;

/** How many rows a query has; counting stops at `most`. */
export async function countUpTo(database: Database, rows: SQL, most = countMax): Promise<number> {
  const result = await database.execute(
    sql`select count(*)::int as count from (${rows} limit ${most}) as counted`,
  );
  const [row] = (result as unknown as { rows: { count: number }[] }).rows;
  return row?.count ?? 0;
}
