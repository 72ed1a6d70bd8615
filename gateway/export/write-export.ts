import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open as openFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logWarning } from "contract/base/log";
import { eq, type SQL, sql } from "drizzle-orm";
import { cutLines } from "../backup/cut-lines";
import { holdObjects } from "../backup/outside-files";
import { quoted, rowsOf, settle } from "../backup/tables";
import type { Database, OpenDatabase } from "../database/open";
import { type ContentTable, fileContents } from "../files/storage/content";
import type { FileStores } from "../files/stores/file-stores";
import { type ExportField, type ExportFile, keyOf, typeOf } from "./describe";
import { exportFiles } from "./files";
import { type ExportManifest, formatName, formatVersion, manifestName } from "./format";
import { lastIdOf, sequencesOf } from "./sequences";

/** Where an export is written to: a folder, or a connection to the process that writes the folder. */
export interface ExportSink {
  /** Adds a line to a file. */
  line(file: string, line: string): Promise<void>;
  /** Writes a content under its hash. */
  content(parts: AsyncIterable<Uint8Array>): Promise<Content>;
}

export interface Content {
  sha256: string;
  bytes: number;
}

export interface ExportOptions {
  withPasswords: boolean;
  now: Date;
}

export interface ExportCounts {
  things: number;
  contents: number;
}

/** The number of rows in memory at once. */
const rowsAtOnce = 200;

/** The value of a field in a line, as SQL. */
function writtenValue({ column, isSecret }: ExportField, withPasswords: boolean): SQL {
  if (isSecret && !withPasswords) return sql`null`;
  const value = sql`t.${quoted(column.name)}`;
  return typeOf(column).type.startsWith("timestamp")
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : value;
}

/** Orders rows by their keys, alike on every server. */
function orderOf(file: ExportFile): SQL {
  const texts = new Set(
    file.fields.filter(({ column }) => typeOf(column).type === "text").map(({ column }) => column.name),
  );
  const keys = keyOf(file).map((name) =>
    texts.has(name) ? sql`t.${quoted(name)} collate "C"` : sql`t.${quoted(name)}`,
  );
  return sql.join(keys, sql`, `);
}

/** The statement that reads a file's lines in order, for one with contents with their places. */
function linesOf(file: ExportFile, withPasswords: boolean): SQL {
  const fields = file.fields.map(
    (field) => sql`${writtenValue(field, withPasswords)} as ${quoted(field.name)}`,
  );
  const { content } = file;
  // The same columns for each file: PGlite keeps what a statement gives by its text.
  const places = content
    ? sql`t.${quoted(content.id.name)}::text as id, t.${quoted(content.location.name)} as location`
    : sql`null::text as id, null::text as location`;
  const where = file.where ? sql` where ${file.where}` : sql``;
  return sql`select (select row_to_json(line)::text from (select ${sql.join(fields, sql`, `)}) line) as line, ${places}
    from ${file.table} t${where} order by ${orderOf(file)}`;
}

/** A content that the database has in it, as it is in the transaction's moment. */
async function* contentInside(database: Database, of: ContentTable, id: string): AsyncGenerator<Uint8Array> {
  if (of === fileContents) {
    const [row] = await database
      .select({ content: sql<Buffer>`content` })
      .from(of.table)
      .where(eq(of.id, id));
    if (row && row.content.byteLength > 0) yield row.content;
  }
  for (let number = 0; ; number += 1) {
    const [piece] = await database
      .select({ content: of.content })
      .from(of.pieces)
      .where(sql`${of.owner} = ${id} and ${of.number} = ${number}`);
    if (!piece) return;
    yield piece.content as Buffer;
  }
}

const withContent = (line: string, { sha256, bytes }: { sha256: string | null; bytes: number }) =>
  `${line.slice(0, -1)},"content":${JSON.stringify(sha256)},"contentBytes":${bytes}}`;

/** Lines whose contents are outside of the database: they are put aside on the disk until the database is read. */
async function makeAside() {
  const folder = await mkdtemp(join(tmpdir(), "export-"));
  const path = join(folder, "outside");
  const handle = await openFile(path, "a", 0o600);
  return {
    add: (line: string, location: string) => handle.appendFile(`${JSON.stringify({ line, location })}\n`),
    async *read(): AsyncGenerator<{ line: string; location: string }> {
      for await (const row of cutLines(createReadStream(path, "utf8")))
        yield JSON.parse(row) as { line: string; location: string };
    },
    async remove() {
      await handle.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
type Aside = Awaited<ReturnType<typeof makeAside>>;

/** An export while it is written. */
class Writing {
  readonly lines: Record<string, number> = {};
  readonly #hashes = new Map<string, Hash>();
  contents = 0;

  constructor(
    private readonly sink: ExportSink,
    private readonly stores: FileStores,
    private readonly options: ExportOptions,
  ) {}

  async #add(file: ExportFile, line: string): Promise<void> {
    await this.sink.line(file.name, line);
    this.lines[file.name] = (this.lines[file.name] ?? 0) + 1;
    const hash = this.#hashes.get(file.name) ?? createHash("sha256");
    this.#hashes.set(file.name, hash.update(line).update("\n"));
  }

  /** What the manifest says of the files. */
  files(): ExportManifest["files"] {
    const contentsEntry = (name: string, lines: number) => {
      const hash = this.#hashes.get(name) ?? createHash("sha256");
      return [name, { lines, sha256: hash.digest("hex") }];
    };
    return Object.fromEntries(Object.entries(this.lines).map(([name, lines]) => contentsEntry(name, lines)));
  }

  /** Writes a file's rows; those with a content outside of the database are put aside. */
  async rows(database: Database, file: ExportFile, aside: Aside): Promise<void> {
    this.lines[file.name] ??= 0;
    await database.execute(
      sql`declare export_rows no scroll cursor for ${linesOf(file, this.options.withPasswords)}`,
    );
    for (;;) {
      const rows = await rowsOf<{ line: string; id: string; location: string | null }>(
        database,
        sql.raw(`fetch ${rowsAtOnce} from export_rows`),
      );
      for (const { line, id, location } of rows) {
        if (!file.content) await this.#add(file, line);
        else if (typeof location === "string") await aside.add(line, location);
        else {
          const content = await this.sink.content(contentInside(database, file.content, id));
          this.contents += 1;
          await this.#add(file, withContent(line, content));
        }
      }
      if (rows.length < rowsAtOnce) break;
    }
    await database.execute(sql.raw("close export_rows"));
  }

  /** Writes the rows that were put aside, with their contents. One that is lost is told in the log, and is null. */
  async outside(file: ExportFile, aside: Aside): Promise<void> {
    for await (const { line, location } of aside.read()) {
      const { store, key } = this.stores.at(location);
      const object = await store.read(key);
      if (!object) logWarning(`导出里缺一个文件，它已不在 ${location}。`);
      else this.contents += 1;
      const content = object ? await this.sink.content(object.body) : { sha256: null, bytes: 0 };
      if (object && content.bytes !== object.bytes) throw new Error(`a stored file ended early: ${location}`);
      await this.#add(file, withContent(line, content));
    }
  }
}

/**
 * Writes the whole community as it is at one moment, while others go on writing: on PostgreSQL beside them; on PGlite,
 * which has one connection, they wait until the database is read. Files that lie in stores follow after it. The manifest
 * comes last.
 */
export async function writeExport(
  open: Pick<OpenDatabase, "database" | "work" | "engine">,
  stores: FileStores,
  sink: ExportSink,
  options: ExportOptions,
): Promise<ExportCounts> {
  const letGo = await holdObjects(open, stores);
  const asides = new Map<ExportFile, Aside>();
  try {
    for (const file of exportFiles) if (file.content) asides.set(file, await makeAside());
    const none = { add: async () => undefined, read: async function* () {}, remove: async () => undefined };
    const writing = new Writing(sink, stores, options);
    const lastIds = await open.work.transaction(
      async (database) => {
        await settle(database);
        for (const file of exportFiles) await writing.rows(database, file, asides.get(file) ?? none);
        return readLastIds(database);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    for (const [file, aside] of asides) await writing.outside(file, aside);
    const manifest: ExportManifest = {
      format: formatName,
      version: formatVersion,
      exportedAt: options.now.toISOString(),
      withPasswords: options.withPasswords,
      files: writing.files(),
      lastIds,
    };
    await sink.line(manifestName, JSON.stringify(manifest));
    const things = Object.values(writing.lines).reduce((sum, lines) => sum + lines, 0);
    return { things, contents: writing.contents };
  } finally {
    for (const aside of asides.values()) await aside.remove();
    await letGo();
  }
}

/** The last numbers that were given. Sequences are outside of the snapshot: none is behind the rows. */
async function readLastIds(database: Database): Promise<Record<string, number>> {
  const lastIds: Record<string, number> = {};
  for (const file of exportFiles)
    for (const sequence of sequencesOf(file)) {
      const last = await lastIdOf(database, sequence);
      if (last > 0) lastIds[file.name] = last;
    }
  return lastIds;
}
