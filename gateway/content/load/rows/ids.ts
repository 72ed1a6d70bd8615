import { and, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts } from "../../../database/schema";
import type { PictureSizes } from "../../../text/addresses";
import type { Mentions } from "../../../text/mentions";

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

/** What later loaders must be told: the ids of what was loaded before it. */
export interface LoadedIds {
  sections: Map<string, number>;
  members: Map<string, number>;
  /** Root-relative addresses of the pack's pictures, by their path in the pack. */
  pictures: Map<string, string>;
  /** Sizes of the pack's pictures, by their addresses. */
  pictureSizes: PictureSizes;
  /** The members by nickname: whom the texts mention. */
  mentions: Mentions;
}

/** The id of something that was validated and loaded before; its absence is our own mistake. */
export function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`no id for ${key}`);
  return id;
}
