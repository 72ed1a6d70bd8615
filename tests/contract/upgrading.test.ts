import { sql } from "drizzle-orm";
import { ForeignDatabase, refuseForeign } from "gateway/database/migrate";
import { expect, test } from "vitest";
import { cloneDatabase } from "../support/database";

const migrations = "gateway/database/migrations";

test("a database that other migrations made is refused in a sentence, one of a later release is not", async () => {
  const { database, close } = await cloneDatabase();
  const rename = (suffix: string) =>
    database.execute(sql`update drizzle.__drizzle_migrations set hash = left(hash, 64) || ${suffix}`);
  try {
    await refuseForeign(database, migrations);
    await database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1)`,
    );
    await refuseForeign(database, migrations);
    await database.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
    await rename("-other");
    const refused = await refuseForeign(database, migrations).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ForeignDatabase);
    expect((refused as Error).message).toContain("不能升级");
  } finally {
    await rename("");
    await close();
  }
});
