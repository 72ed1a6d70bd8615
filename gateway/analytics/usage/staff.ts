import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { accounts, moderators, staffRoles } from "../../database/schema";
import { stillStands } from "../../server/offices";

/** The condition that an account is an administrator's, a moderator's, an editor's, a lecturer's or an analyst's. */
export const isStaff = (account: PgColumn | SQL): SQL =>
  sql`(exists (select from ${accounts} as own where own.id = ${account} and own.admin)
    or exists (select from ${moderators} where ${moderators.accountId} = ${account} and ${stillStands(moderators.until)})
    or exists (select from ${staffRoles} where ${staffRoles.accountId} = ${account} and ${stillStands(staffRoles.until)}))`;

/** Those of some accounts that are staff. */
export async function staffAmong(
  database: Database,
  ids: readonly (number | null)[],
): Promise<ReadonlySet<number>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Set();
  const { rows } = (await database.execute(
    sql`select asked.id from unnest(${sql.param(asked)}::int[]) as asked (id) where ${isStaff(sql`asked.id`)}`,
  )) as unknown as { rows: { id: number }[] };
  return new Set(rows.map(({ id }) => id));
}
