import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";

/**
 * Appends a row to the log as the release did that had one chain for everything: it numbers the row itself, one above
 * the last, under a lock of the whole log.
 */
export function writeEarlierRow(database: Database, sectionId: number, targetId: number): Promise<number> {
  return database.transaction(async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(1501)`);
    const { rows } = (await inside.execute(
      sql`select id, hash from moderation_log order by id desc limit 1`,
    )) as unknown as { rows: { id: number; hash: string }[] };
    const [last] = rows;
    const [id, previousHash, at] = [(last?.id ?? 0) + 1, last?.hash ?? "", new Date().toISOString()];
    const text = JSON.stringify([
      ...[id, at, null, "raise", sectionId, "topic", targetId, null, null],
      ...[[], [], null, "", previousHash],
    ]);
    await inside.execute(sql`insert into moderation_log
        (id, at, action, section_id, target_kind, target_id, before, after, reason_digest, previous_hash, hash)
      values (${id}, ${at}, 'raise', ${sectionId}, 'topic', ${targetId}, '{}', '{}', '', ${previousHash},
        ${createHash("sha256").update(text).digest("hex")})`);
    return id;
  });
}
