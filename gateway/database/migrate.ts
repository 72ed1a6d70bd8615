import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** A database that was made by migrations which this program does not continue. */
export class ForeignDatabase extends Error {
  constructor() {
    super(
      "数据库由首次发布之前的程序建立，不能升级：请换一个空的 DATA_DIR 或 DATABASE_URL，再重新装载内容。",
    );
  }
}

/**
 * Refuses a database whose first migration is another than ours (docs/upgrading.md). One that has more
 * migrations than we know is a later release's, and this one runs on it.
 */
export async function refuseForeign(
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables it was opened with.
  database: PgDatabase<PgQueryResultHKT, any>,
  migrationsFolder: string,
): Promise<void> {
  const [own] = readMigrationFiles({ migrationsFolder });
  const first = async (query: ReturnType<typeof sql>) =>
    ((await database.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows[0];
  const journal = await first(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!journal?.name) return;
  const done = await first(sql`select hash from drizzle.__drizzle_migrations order by id limit 1`);
  if (done && done.hash !== own?.hash) throw new ForeignDatabase();
}
