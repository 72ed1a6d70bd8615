import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallContext } from "../../server/context";
import { networkOf } from "../../server/limits";

/** What happened this much earlier counts a tenth: two weeks, in seconds. */
const tenfoldSeconds = 14 * 86_400;

/**
 * The heat of something that was just downloaded or played once more. The heat is the logarithm of all
 * downloads, each weighed by its time, so a list in its order lets what is no longer wanted sink by itself.
 */
export function warmer(heat: PgColumn, now: Date): SQL {
  const at = now.getTime() / 1_000 / tenfoldSeconds;
  const moment = sql`${at}::double precision`;
  return sql`greatest(${heat}, ${moment}) + log(1 + power(10::double precision, -least(15, abs(${heat} - ${moment}))))`;
}

/** Whom something is counted for once an hour. */
export const countedAs = ({ caller }: Pick<CallContext, "caller">): string =>
  caller.account ? `account ${caller.account.id}` : networkOf(caller.address);
