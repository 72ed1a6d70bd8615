import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { databaseOnly, type FileStores } from "../files/stores/file-stores";
import {
  BackupProblem,
  damaged,
  type End,
  LinesDigest,
  type Manifest,
  readManifest,
  readMark,
} from "./archive";
import { restoreFile } from "./outside-files";
import { quoted, readSchema, readTables, rowsOf, settle, storedValue, type Table } from "./tables";

/** The maximal number of rows in one statement, and of characters. */
const rowsAtOnce = 500;
const charactersAtOnce = 1_000_000;

/** Throws when the backup and the database have different schemas. */
function checkSchema(own: string[], { schema }: Manifest): void {
  const common = Math.min(own.length, schema.length);
  if (own.slice(0, common).join() !== schema.slice(0, common).join())
    throw new BackupProblem("备份来自另一种数据库结构，本程序恢复不了。");
  if (schema.length > own.length) throw new BackupProblem("备份由更新的版本制作：请先升级本程序，再恢复。");
  if (schema.length < own.length)
    throw new BackupProblem("备份由较早的版本制作：请用那个版本恢复到空的数据库，再升级。");
}

async function checkEmpty(database: Database, tables: Table[]): Promise<void> {
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name where exists (select 1 from ${quoted(name)})`,
  );
  const filled = await rowsOf<{ name: string }>(database, sql.join(parts, sql` union all `));
  if (filled.length === 0) return;
  const names = filled.slice(0, 3).map(({ name }) => name);
  throw new BackupProblem(
    `数据库不是空的（${names.join("、")}${filled.length > 3 ? " 等" : ""}已有数据），只能恢复到空的数据库：` +
      "请换一个空的 DATA_DIR 或 DATABASE_URL。",
  );
}

/**
 * Removes triggers and foreign keys during the restore, so that rows can be written unchanged and in any order. This
 * also locks the tables for everybody else.
 * @returns a function that restores them and thereby checks every reference
 */
async function withoutRules(database: Database, tables: Table[]): Promise<() => Promise<void>> {
  for (const { name } of tables)
    await database.execute(sql`alter table ${quoted(name)} disable trigger user`);
  const keys = await rowsOf<{ table: string; name: string; definition: string }>(
    database,
    sql`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by conname`,
  );
  const alter = ({ table }: { table: string }, rest: SQL) =>
    database.execute(sql`alter table ${sql.raw(table)} ${rest}`);
  for (const key of keys) await alter(key, sql`drop constraint ${quoted(key.name)}`);
  return async () => {
    for (const key of keys)
      await alter(key, sql`add constraint ${quoted(key.name)} ${sql.raw(key.definition)}`);
    for (const { name } of tables)
      await database.execute(sql`alter table ${quoted(name)} enable trigger user`);
  };
}

/** Writes rows of one table in groups. */
class TableWriter {
  #lines: string[] = [];
  #size = 0;
  count = 0;
  readonly #statement: (rows: string) => SQL;

  constructor(
    private readonly database: Database,
    table: Table,
  ) {
    const names = sql.join(
      table.columns.map(({ name }) => quoted(name)),
      sql`, `,
    );
    const values = sql.join(table.columns.map(storedValue), sql`, `);
    this.#statement = (rows) =>
      sql`insert into ${quoted(table.name)} (${names}) overriding system value
        select ${values} from json_array_elements(${rows}::text::json) r`;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#size += line.length;
    this.count += 1;
    if (this.#lines.length >= rowsAtOnce || this.#size >= charactersAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    await this.database.execute(this.#statement(`[${this.#lines.join(",")}]`));
    this.#lines = [];
    this.#size = 0;
  }
}

/** Lines that can be read one by one from two places. */
class Lines {
  #next: string | undefined;
  readonly #lines: AsyncIterator<string>;

  constructor(
    lines: AsyncIterable<string>,
    private readonly digest: LinesDigest,
  ) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** The next line; throws BackupProblem where there is none. */
  async take(): Promise<string> {
    const line = this.#next ?? (await this.#lines.next()).value;
    this.#next = undefined;
    if (line === undefined) throw damaged("不完整");
    return line;
  }

  /** The bytes of a file, up to the line that is none of its. Throws BackupProblem where they are more or fewer. */
  async *bytes(expected: number): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for (;;) {
      const line = await this.take();
      if (!line.startsWith('"')) {
        this.#next = line;
        if (bytes !== expected) throw damaged("有一个文件不完整");
        return;
      }
      this.digest.add(line);
      const chunk = Buffer.from(JSON.parse(line) as string, "base64");
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
}

/** Where restored rows and files go. */
interface Target {
  database: Database;
  tables: Table[];
  stores: FileStores;
  /** Objects that were written: if it fails, they are removed again. */
  written: string[];
}

/** Writes all rows and files, and reads the end. Throws BackupProblem where something is missing or too much. */
async function writeAll(
  { database, tables, stores, written }: Target,
  source: AsyncIterable<string>,
  digest: LinesDigest,
): Promise<End> {
  const lines = new Lines(source, digest);
  const missing = new Map(tables.map((table) => [table.name, table]));
  const counts: End["rows"] = {};
  let writer: TableWriter | undefined;
  let name = "";
  let files = 0;
  const finish = async () => {
    await writer?.flush();
    if (writer) counts[name] = writer.count;
    writer = undefined;
  };
  for (;;) {
    const line = await lines.take();
    const mark = readMark(line);
    if (mark && "sha256" in mark) {
      await finish();
      const same = (one: End["rows"], other: End["rows"]) =>
        JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
      const isWhole = same(mark.rows, counts) && missing.size === 0 && (mark.files ?? 0) === files;
      if (mark.sha256 !== digest.end() || !isWhole) throw damaged("内容与写入时不同");
      return mark;
    }
    digest.add(line);
    if (!mark) {
      if (!writer) throw damaged("行在表之前");
      await writer.add(line);
      continue;
    }
    await finish();
    if ("file" in mark) {
      const location = await restoreFile(database, stores, mark, lines.bytes(mark.bytes));
      if (location !== null) written.push(location);
      files += 1;
      continue;
    }
    const table = missing.get(mark.table);
    if (!table || table.columns.map((column) => column.name).join() !== mark.columns.join())
      throw damaged("表与结构不符");
    missing.delete(mark.table);
    name = mark.table;
    writer = new TableWriter(database, table);
  }
}

/**
 * Writes a backup into an empty database with the same schema, whichever engine either is of: all of it, or
 * nothing. Files from outside of a database go to where new files go. Throws BackupProblem with the reason.
 */
export async function restoreBackup(
  database: Database,
  lines: AsyncIterable<string>,
  stores: FileStores = databaseOnly,
): Promise<{ tables: number; rows: number; files: number; takenAt: string }> {
  const reader = lines[Symbol.asyncIterator]();
  const first = (await reader.next()).value as string | undefined;
  const manifest = readManifest(first);
  const digest = new LinesDigest();
  digest.add(first ?? "");
  const rest = { [Symbol.asyncIterator]: () => reader };
  const written: string[] = [];
  const restored = database.transaction(async (transaction) => {
    await settle(transaction);
    checkSchema(await readSchema(transaction), manifest);
    const tables = await readTables(transaction);
    const putBack = await withoutRules(transaction, tables);
    await checkEmpty(transaction, tables);
    const target = { database: transaction, tables, stores, written };
    const { rows, sequences, files = 0 } = await writeAll(target, rest, digest);
    for (const [name, value] of Object.entries(sequences))
      await transaction.execute(sql`select setval(quote_ident(${name})::regclass, ${value}::text::bigint)`);
    await putBack();
    const counts = Object.values(rows);
    const sum = counts.reduce((total, count) => total + count, 0);
    return { tables: counts.length, rows: sum, files, takenAt: manifest.takenAt };
  });
  return restored.catch(async (error: unknown) => {
    for (const location of written) await stores.drop(location);
    throw error;
  });
}
