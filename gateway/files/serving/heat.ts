import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallContext } from "../../server/context";
import { networkOf } from "../../server/limits";

/** An event that is older by this time counts a tenth: two weeks, in seconds. */
const tenfoldSeconds = 14 * 86_400;

/**
 * The heat after one more download or play. The heat is the logarithm of all downloads, weighted by their time, so that
 * unused items move down in a list without updates.
 */
export function warmer(heat: PgColumn, now: Date): SQL {
  const at = now.getTime() / 1_000 / tenfoldSeconds;
  const moment = sql`${at}::double precision`;
  return sql`greatest(${heat}, ${moment}) + log(1 + power(10::double precision, -least(15, abs(${heat} - ${moment}))))`;
}

/** The key of a person for counting once an hour. */
export const countedAs = ({ caller }: Pick<CallContext, "caller">): string =>
  caller.account ? `account ${caller.account.id}` : networkOf(caller.address);
