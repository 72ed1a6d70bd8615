import { getTableName, type SQL, sql } from "drizzle-orm";
import { withoutRules } from "../backup/empty-database";
import { putContent } from "../backup/outside-files";
import { RowWriter } from "../backup/row-writer";
import { quoted, readTables, rowsOf, settle } from "../backup/tables";
import { sqlState } from "../database/failures";
import type { Database } from "../database/open";
import type { FileStores } from "../files/stores/file-stores";
import { verifyLog } from "../moderation/verify-log";
import type { CheckedExport } from "./check-export";
import { countAgain } from "./count-again";
import { type ExportFile, typeOf } from "./describe";
import { exportFiles } from "./files";
import type { ExportSource } from "./folder";
import { ExportProblem } from "./format";
import { isOptional } from "./line-schema";
import { goOnAfter, sequencesOf } from "./sequences";
import { takeUp } from "./take-up";

/** What only goes into an empty database. */
export const emptyOnly = "只能导入到空的数据库";

/** What the database says of a column: its type, and the value that new rows have. */
interface StoredColumn {
  type: string;
  otherwise: string | null;
}

async function columnsOf(database: Database, file: ExportFile): Promise<Map<string, StoredColumn>> {
  const rows = await rowsOf<StoredColumn & { name: string }>(
    database,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        pg_get_expr(d.adbin, d.adrelid) as otherwise
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${getTableName(file.table)}::text::regclass and a.attnum > 0 and not a.attisdropped`,
  );
  return new Map(rows.map(({ name, ...column }) => [name, column]));
}

/** The value of a field from a line `r`, as SQL. */
function readValue(
  file: ExportFile,
  { name, column }: ExportFile["fields"][number],
  stored: StoredColumn,
): SQL {
  const type = sql.raw(stored.type);
  const json = sql`(r -> ${name}::text)`;
  const list = sql`(case when json_typeof(${json}) = 'array' then (
    select coalesce(array_agg(value order by place), array[]::text[])
    from json_array_elements_text(${json}) with ordinality as listed(value, place)
  ) end)${/^(?:integer|bigint)\[\]$/.test(stored.type) ? sql`::numeric[]` : sql``}::${type}`;
  const document = column.notNull ? sql`${json}::jsonb` : sql`nullif(${json}::text, 'null')::jsonb`;
  // 1.0 and 1e3 are whole numbers in JSON, but not as a text that becomes an integer.
  const isWhole = stored.type === "integer" || stored.type === "bigint";
  const plain = isWhole ? sql`(r ->> ${name}::text)::numeric::${type}` : sql`(r ->> ${name}::text)::${type}`;
  const value = typeOf(column).isList ? list : stored.type === "jsonb" ? document : plain;
  return column.notNull && isOptional(file, column) && stored.otherwise !== null
    ? sql`coalesce(${value}, ${sql.raw(stored.otherwise)})`
    : value;
}

async function writerOf(database: Database, file: ExportFile): Promise<RowWriter> {
  const stored = await columnsOf(database, file);
  const values: [string, SQL][] = [];
  for (const field of file.fields) {
    const column = stored.get(field.column.name);
    if (column) values.push([field.column.name, readValue(file, field, column)]);
  }
  for (const { column, made } of file.leftOut) if (made) values.push([column.name, made]);
  const names = sql.join(
    values.map(([name]) => quoted(name)),
    sql`, `,
  );
  const selected = sql.join(
    values.map(([, value]) => value),
    sql`, `,
  );
  return new RowWriter(
    database,
    (rows) => sql`insert into ${file.table} (${names}) overriding system value
      select ${selected} from json_array_elements(${rows}::text::json) r`,
  );
}

/** Where an import writes to. */
interface Target {
  database: Database;
  stores: FileStores;
  /** Objects that were written: if it fails, they are removed again. */
  written: string[];
}

/** Puts the content of a row, which is written already, where new files go. */
async function writeContent(
  { database, stores, written }: Target,
  source: ExportSource,
  file: ExportFile,
  line: string,
): Promise<void> {
  const { content: of } = file;
  const row = JSON.parse(line) as Record<string, string | number | null>;
  const id = row[file.fields.find(({ column }) => column === of?.id)?.name ?? ""];
  // One that was lost there is lost here.
  if (!of || typeof row.content !== "string" || id === null || id === undefined) return;
  const content = await source.content(row.content);
  if (!content) throw new ExportProblem(`导入时 ${file.name} 的一个文件不见了：${row.content}`);
  const about = { name: String(id), type: String(row.type), bytes: content.bytes };
  const location = await putContent(database, stores, of, id, about, content.body);
  if (location !== null) written.push(location);
}

async function writeFile(
  target: Target,
  source: ExportSource,
  file: ExportFile,
  { lines, lastId }: { lines: number; lastId: number },
): Promise<void> {
  const writer = await writerOf(target.database, file);
  if (lines > 0)
    for await (const line of source.lines(file.name)) {
      await writer.add(line);
      if (!file.content) continue;
      await writer.flush();
      await writeContent(target, source, file, line);
    }
  await writer.flush();
  // Also without a line: what had these numbers is gone, and nothing new may get them.
  for (const sequence of sequencesOf(file)) await goOnAfter(target.database, sequence, lastId);
}

/** What the database says against a value, for people; null for an error of another kind. */
function objectionOf(error: unknown, at: string | null): string | null {
  // 22: values that a column cannot hold; 23: rows that are there twice, or refer to what is not there.
  if (!/^2[23]/.test(sqlState(error) ?? "")) return null;
  const { cause = error } = error as { cause?: unknown };
  const { table, detail, message } = cause as { table?: string; detail?: string; message: string };
  const file = exportFiles.find((one) => getTableName(one.table) === table)?.name ?? at;
  return `${file ? `${file}：` : ""}${detail ?? message}`;
}

/**
 * Writes an export that was checked into an empty database, of whichever engine: all of it, or nothing. Files go where
 * new files go. Afterwards the search documents are still to be written (search/index/backfill.ts). Throws
 * ExportProblem with the reason.
 */
export async function importExport(
  database: Database,
  source: ExportSource,
  { manifest, lines }: CheckedExport,
  stores: FileStores,
  progress: (file: string, lines: number) => void = () => undefined,
): Promise<void> {
  const written: string[] = [];
  /** The file whose lines are being written. */
  let at: string | null = null;
  const imported = database.transaction(async (inside) => {
    await settle(inside);
    const tables = await readTables(inside);
    const putBack = await withoutRules(inside, tables, emptyOnly);
    const target = { database: inside, stores, written };
    for (const file of exportFiles) {
      const count = lines[file.name] ?? 0;
      if (count > 0) progress(file.name, count);
      at = file.name;
      await writeFile(target, source, file, { lines: count, lastId: manifest.lastIds[file.name] ?? 0 });
    }
    at = null;
    await countAgain(inside);
    await takeUp(inside, new Date());
    const [broken] = (await verifyLog(inside)).broken;
    if (broken)
      throw new ExportProblem(
        `管理日志与写入时不同（moderation-log.jsonl，id ${broken.row}）：什么都没有写入。请换一份没有改过的导出。`,
      );
    await putBack();
  });
  await imported.catch(async (error: unknown) => {
    for (const location of written) await stores.drop(location);
    const objection = objectionOf(error, at);
    throw objection === null
      ? error
      : new ExportProblem(`数据库不收其中的内容，什么都没有写入：${objection}`);
  });
}
