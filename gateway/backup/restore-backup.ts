import { sql } from "drizzle-orm";
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
import { withoutRules } from "./empty-database";
import { restoreFile } from "./outside-files";
import { RowWriter } from "./row-writer";
import { quoted, readSchema, readTables, settle, storedValue, type Table } from "./tables";

/** Throws when the backup and the database have different schemas. */
function checkSchema(own: string[], { schema }: Manifest): void {
  const common = Math.min(own.length, schema.length);
  if (own.slice(0, common).join() !== schema.slice(0, common).join())
    throw new BackupProblem("备份来自另一种数据库结构，本程序恢复不了。");
  if (schema.length > own.length) throw new BackupProblem("备份由更新的版本制作：请先升级本程序，再恢复。");
  if (schema.length < own.length)
    throw new BackupProblem("备份由较早的版本制作：请用那个版本恢复到空的数据库，再升级。");
}

/** Writes rows of one table as they were. */
function tableWriter(database: Database, table: Table): RowWriter {
  const names = sql.join(
    table.columns.map(({ name }) => quoted(name)),
    sql`, `,
  );
  const values = sql.join(table.columns.map(storedValue), sql`, `);
  return new RowWriter(
    database,
    (rows) => sql`insert into ${quoted(table.name)} (${names}) overriding system value
      select ${values} from json_array_elements(${rows}::text::json) r`,
  );
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
  let writer: RowWriter | undefined;
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
    writer = tableWriter(database, table);
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
    const putBack = await withoutRules(transaction, tables, "只能恢复到空的数据库");
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
