import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { authenticators, passkeys } from "../../database/schema";

/** The SQL condition that an account has a confirmed second factor. */
export const factorOf = (accountId: SQLWrapper): SQL<boolean> =>
  sql`(exists (select 1 from ${authenticators} where ${authenticators.accountId} = ${accountId} and ${authenticators.confirmedAt} is not null)
  or exists (select 1 from ${passkeys} where ${passkeys.accountId} = ${accountId}))`;

/** Whether an account has a confirmed second factor. */
export async function hasFactor(database: Database, accountId: number): Promise<boolean> {
  const confirmed = and(eq(authenticators.accountId, accountId), isNotNull(authenticators.confirmedAt));
  if ((await database.$count(authenticators, confirmed)) > 0) return true;
  return (await database.$count(passkeys, eq(passkeys.accountId, accountId))) > 0;
}
