import { logError } from "contract/base/log";
import { and, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import {
  activityFilePieces,
  activityFiles,
  dataExports,
  exportPieces,
  filePieces,
  files,
} from "../../database/schema";
import { keep } from "../../server/answers";
import type { Services } from "../../server/context";
import { streamOf } from "../stores/file-store";
import type { ObjectKind } from "../stores/file-stores";

/** The size of a piece. The last one may be shorter. */
export const pieceBytes = 1024 * 1024;

/** A table whose rows have contents, in pieces or outside of the database. */
export interface ContentTable {
  kind: ObjectKind;
  table: PgTable;
  id: PgColumn;
  location: PgColumn;
  pieces: PgTable;
  owner: PgColumn;
  number: PgColumn;
  content: PgColumn;
}

export const fileContents: ContentTable = {
  kind: "files",
  table: files,
  id: files.name,
  location: files.location,
  pieces: filePieces,
  owner: filePieces.fileName,
  number: filePieces.number,
  content: filePieces.content,
};
export const activityContents: ContentTable = {
  kind: "activities",
  table: activityFiles,
  id: activityFiles.id,
  location: activityFiles.location,
  pieces: activityFilePieces,
  owner: activityFilePieces.fileId,
  number: activityFilePieces.number,
  content: activityFilePieces.content,
};
export const exportContents: ContentTable = {
  kind: "exports",
  table: dataExports,
  id: dataExports.key,
  location: dataExports.location,
  pieces: exportPieces,
  owner: exportPieces.exportKey,
  number: exportPieces.number,
  content: exportPieces.content,
};
export const contentTables: readonly ContentTable[] = [fileContents, activityContents, exportContents];

/** A content by its row. */
export interface StoredContent {
  id: string | number;
  /** Null if it is stored in pieces. */
  location: string | null;
}

/**
 * The bytes of one read, an integral part of a piece. Reading a whole piece would block the embedded database for about
 * 20 ms.
 */
const partBytes = 256 * 1024;
/** Parts are cached, so that many viewers of a video need one read. The content of a name never changes. */
const keepPart = {
  seconds: 600,
  sizeOf: (part: Buffer | undefined) => part?.byteLength ?? 1,
  isWorthKeeping: (part: Buffer | undefined) => part !== undefined,
};

async function readPart(database: Database, of: ContentTable, id: StoredContent["id"], wanted: number) {
  const at = wanted * partBytes;
  const start = (at % pieceBytes) + 1;
  const [row] = await database
    .select({ part: sql<Buffer>`substring(${of.content} from ${start}::int for ${partBytes}::int)` })
    .from(of.pieces)
    .where(and(eq(of.owner, id), eq(of.number, Math.floor(at / pieceBytes))))
    .limit(1);
  return row?.part;
}

/** The present location of a content; undefined if the content was deleted. */
async function locationOf(database: Database, of: ContentTable, id: StoredContent["id"]) {
  const [row] = await database
    .select({ location: sql<string | null>`${of.location}` })
    .from(of.table)
    .where(eq(of.id, id));
  return row?.location;
}

type Reading = Pick<Services, "database" | "files">;

/** Opens the object of a location from `first` to `last`; null if it does not exist. */
async function openObject({ files: stores }: Reading, location: string, first: number, last: number) {
  const { store, key } = stores.at(location);
  return (await store.read(key, { first, last }))?.body ?? null;
}

/** Yields the parts of a content in pieces. If it is moved out of the database meanwhile, the store gives the rest. */
async function* partsInside(
  reading: Reading,
  of: ContentTable,
  id: StoredContent["id"],
  first: number,
  last: number,
  cached: boolean,
): AsyncGenerator<Uint8Array> {
  const { database } = reading;
  const read = (wanted: number) => readPart(database, of, id, wanted);
  for (let at = first; at <= last; ) {
    const partNumber = Math.floor(at / partBytes);
    const part = await (of.kind === "files" && cached
      ? keep({ database, now: () => new Date() }, ["part of a file", id, partNumber], keepPart, () =>
          read(partNumber),
        )
      : read(partNumber));
    const start = partNumber * partBytes;
    if (!part || part.byteLength <= at - start) {
      const location = await locationOf(database, of, id);
      const body = location ? await openObject(reading, location, at, last) : null;
      if (!body) throw new Error(`a stored file has no part ${partNumber}`);
      yield* body;
      return;
    }
    const bytes = new Uint8Array(part.subarray(at - start, last - start + 1));
    yield bytes;
    at += bytes.byteLength;
  }
}

/**
 * Opens a content from `first` to `last` (both included) as a stream that is read on demand; null if its object is
 * lost. Throws StoreAway if its store does not answer.
 * @param cached false for a reader after whom nobody wants the same bytes: they would push others out of the cache
 */
export async function openContent(
  reading: Reading,
  of: ContentTable,
  { id, location }: StoredContent,
  first: number,
  last: number,
  { cached = true }: { cached?: boolean } = {},
): Promise<ReadableStream<Uint8Array> | null> {
  if (location === null) return streamOf(partsInside(reading, of, id, first, last, cached));
  const body = await openObject(reading, location, first, last);
  if (body) return body;
  // The content was moved after its row was read.
  const now = await locationOf(reading.database, of, id);
  if (now === null) return streamOf(partsInside(reading, of, id, first, last, cached));
  if (now !== undefined && now !== location) return openObject(reading, now, first, last);
  logError(`[网关] 存放的文件不见了：${location}`, new Error("the object of a stored file is missing"));
  return null;
}
