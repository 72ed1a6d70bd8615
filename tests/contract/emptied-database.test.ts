import { sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { expect, it } from "vitest";
import { cloneDatabase } from "../support/database";
import { TestGateway } from "../support/gateway";
import { setScene } from "../support/scene";

/** The values that the last statement returns, one a row. */
async function found(database: Database, statement: string): Promise<unknown[]> {
  const { rows } = (await database.execute(sql.raw(statement))) as unknown as { rows: { found: unknown }[] };
  return rows.map((row) => row.found);
}

it("a database that a test file has used is like a new one for the next file", async () => {
  // The first may be new; the second is the first one, emptied.
  for (let turn = 0; turn < 2; turn += 1) {
    const open = await cloneDatabase();
    const { database } = open;
    const tables = await found(
      database,
      "select quote_ident(tablename) as found from pg_tables where schemaname = 'public'",
    );
    expect(tables.length).toBeGreaterThan(100);
    const filled = tables.map((name) => `select '${name}' as found where exists (select 1 from ${name})`);
    expect(await found(database, filled.join(" union all "))).toEqual([]);
    const counted =
      "select sequencename as found from pg_sequences where schemaname = 'public' and last_value is not null";
    expect(await found(database, counted)).toEqual([]);
    const off = "select tgname as found from pg_trigger where tgenabled <> 'O'";
    expect(await found(database, off)).toEqual([]);
    const { own } = await setScene(new TestGateway(database), "member");
    expect(own.tid).toBe(1);
    await open.close();
  }
});
