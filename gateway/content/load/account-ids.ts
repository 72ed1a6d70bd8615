import { and, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts } from "../../database/schema";

/**
 * The accounts of members' keys and of emails, by those in lower case. Who has not registered yet is not among them,
 * nor is who has closed their account.
 */
export async function accountIds(database: Database, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const email = sql<string | null>`lower(${accounts.email})`;
  const asked = [...new Set(names.map((name) => name.toLowerCase()))];
  const rows = await database
    .select({ id: accounts.id, packKey: accounts.packKey, email })
    .from(accounts)
    .where(and(isNull(accounts.closedAt), or(inArray(accounts.packKey, asked), inArray(email, asked))));
  return new Map(
    rows.flatMap(({ id, packKey, email: mail }) =>
      [packKey, mail].flatMap((name) => (name ? [[name.toLowerCase(), id] as const] : [])),
    ),
  );
}
