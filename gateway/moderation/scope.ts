import { foldNickname } from "contract/account/identity";
import { uidIn } from "contract/moderation/sections/fields";
import { refusals } from "contract/refusals";
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

/** Everybody whom a typed nickname or uid means, by nickname first: two when it is one's name and another's number. */
async function peopleBy(database: Database, text: string): Promise<number[]> {
  const first = async (condition: SQL) =>
    (await database.select({ id: accounts.id }).from(accounts).where(condition).limit(1)).map(({ id }) => id);
  const uid = uidIn(text);
  if (uid !== null) return first(eq(accounts.id, uid));
  const byName = await first(eq(accounts.nicknameFolded, foldNickname(text)));
  const byId = /^\d{1,9}$/.test(text) ? await first(eq(accounts.id, Number(text))) : [];
  return [...new Set([...byName, ...byId])];
}

/** Finds a person by the uid or nickname that a moderator typed; null if there is none. */
export const personBy = async (database: Database, text: string): Promise<number | null> =>
  (await peopleBy(database, text))[0] ?? null;

/**
 * Finds who is to get an office by what an administrator typed; null if there is nobody. Nicknames may be digits alone:
 * nobody gets an office by having another's number as theirs. Throws PERSON_AMBIGUOUS beside the person.
 */
export async function personToAppoint(database: Database, text: string): Promise<number | null> {
  const people = await peopleBy(database, text);
  if (people.length > 1)
    throw new Refusal("PERSON_AMBIGUOUS", { person: [refusals.PERSON_AMBIGUOUS.message] });
  return people[0] ?? null;
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
