import { and, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts } from "../../../database/schema";
import type { PictureSizes } from "../../../text/addresses";
import type { Mentions } from "../../../text/mentions";

/**
 * The account ids by member key or lower-case email. People without an account and closed accounts are left out.
 */
export async function accountIds(database: Database, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const email = sql<string | null>`lower(${accounts.email})`;
  const lowered = [...new Set(names.map((name) => name.toLowerCase()))];
  const rows = await database
    .select({ id: accounts.id, packKey: accounts.packKey, email })
    .from(accounts)
    .where(and(isNull(accounts.closedAt), or(inArray(accounts.packKey, lowered), inArray(email, lowered))));
  return new Map(
    rows.flatMap(({ id, packKey, email: mail }) =>
      [packKey, mail].flatMap((name) => (name ? [[name.toLowerCase(), id] as const] : [])),
    ),
  );
}

/** The ids of the rows that earlier steps of the load wrote. */
export interface LoadedIds {
  sections: Map<string, number>;
  members: Map<string, number>;
  /** Root-relative addresses of the pack's pictures, by their path in the pack. */
  pictures: Map<string, string>;
  /** Sizes of the pack's pictures, by their addresses. */
  pictureSizes: PictureSizes;
  /** The members by nickname, for mentions in texts. */
  mentions: Mentions;
}

/** The id of a key that was validated and loaded before. Throws when it is missing, which is a bug. */
export function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`no id for ${key}`);
  return id;
}
