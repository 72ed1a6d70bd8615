import { logWarning } from "contract/base/log";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { Database, OpenDatabase } from "../database/open";
import { objectsLock } from "../files/moving/removed-objects";
import { writeInside } from "../files/moving/write-inside";
import { type ContentTable, contentTables } from "../files/storage/content";
import type { FileStores } from "../files/stores/file-stores";
import { damaged, type FileHead } from "./archive";
import { rowsOf, settle } from "./tables";

/** Files that lie outside of the database: how a backup takes them along, and puts them wherever new files go. */

/** Bytes in one line, before base64. */
const lineBytes = 192 * 1024;

export interface OutsideFile {
  location: string;
  type: string;
}

/** The files that rows name in stores, as they are at the transaction's moment. */
export async function outsideFiles(database: Database): Promise<OutsideFile[]> {
  const found: OutsideFile[] = [];
  for (const { kind, table, location } of contentTables) {
    const type = kind === "exports" ? sql<string>`'application/zip'` : sql<string>`${sql.identifier("type")}`;
    const rows = await database
      .select({ location: sql<string>`${location}`, type })
      .from(table)
      .where(isNotNull(location));
    for (const row of rows) found.push(row);
  }
  return found;
}

/**
 * Keeps what rows name now from being removed from its store, as long as it is being read: by all processes.
 * @returns ends it
 */
export async function holdObjects(
  { database, engine }: Pick<OpenDatabase, "database" | "engine">,
  stores: FileStores,
): Promise<() => Promise<void>> {
  const letGo = stores.hold();
  // The embedded database is this process's alone, and has no connection to hold a lock with.
  if (engine === "pglite") return async () => letGo();
  let end = () => {};
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const lock = database.transaction(async (inside) => {
    await settle(inside);
    await inside.execute(sql`select pg_advisory_xact_lock_shared(${objectsLock})`);
    begin();
    await ending;
  });
  const ended = lock.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await Promise.race([begun, lock]);
  return async () => {
    letGo();
    end();
    const failed = await ended;
    if (failed) throw failed.error;
  };
}

/** Writes files as lines. One that is lost is told in the log, and left out. @returns how many were written */
export async function writeFiles(
  stores: FileStores,
  files: OutsideFile[],
  write: (line: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (const { location, type } of files) {
    const { store, key } = stores.at(location);
    const object = await store.read(key);
    if (!object) {
      logWarning(`备份里缺一个文件，它已不在 ${location}。`);
      continue;
    }
    await write(JSON.stringify({ file: location, type, bytes: object.bytes } satisfies FileHead));
    let bytes = 0;
    for await (const chunk of object.body)
      for (let at = 0; at < chunk.byteLength; at += lineBytes) {
        const part = chunk.subarray(at, at + lineBytes);
        bytes += part.byteLength;
        await write(JSON.stringify(Buffer.from(part).toString("base64")));
      }
    if (bytes !== object.bytes) throw new Error(`a stored file ended early: ${location}`);
    count += 1;
  }
  return count;
}

/** What an object is called after, out of its location. */
const nameIn = (location: string) =>
  location.replace(
    /^.*\/([0-9a-z]+)-[0-9a-z]+(\.[0-9a-z]+)?$/,
    (_, stem: string, ending = "") => stem + ending,
  );

/** Puts the content of a row where new files go, and says so in the row. @returns its location */
export async function putContent(
  database: Database,
  stores: FileStores,
  of: ContentTable,
  id: string | number,
  { name, type, bytes }: { name: string; type: string; bytes: number },
  content: AsyncIterable<Uint8Array>,
): Promise<string | null> {
  const location = await stores.write(of.kind, name, content, { type, bytes });
  if (location === null) await writeInside(database, of, id, content);
  await database.execute(sql`update ${of.table} set location = ${location} where ${eq(of.id, id)}`);
  return location;
}

/** Puts one file where new files go, and says so in the row that names it. @returns its new location */
export async function restoreFile(
  database: Database,
  stores: FileStores,
  { file, type, bytes }: FileHead,
  content: AsyncIterable<Uint8Array>,
): Promise<string | null> {
  for (const of of contentTables) {
    const [row] = await rowsOf<{ id: string | number }>(
      database,
      sql`select ${of.id} as id from ${of.table} where ${eq(of.location, file)}`,
    );
    if (!row) continue;
    return putContent(database, stores, of, row.id, { name: nameIn(file), type, bytes }, content);
  }
  throw damaged("有一个文件不属于任何记录");
}
