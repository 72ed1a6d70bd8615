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

/** Bytes of a piece; the last one is shorter. */
export const pieceBytes = 1024 * 1024;

/** What keeps contents, in pieces or outside of the database: its rows, and their pieces. */
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

/** A content as its row has it. */
export interface StoredContent {
  id: string | number;
  /** Null where it lies in pieces. */
  location: string | null;
}

/**
 * Bytes that are read at once: while the embedded database reads a whole piece, nobody else is answered for some
 * 20 ms. Divides a piece.
 */
const partBytes = 256 * 1024;
/** Many who watch one video read it once, and a name never changes its content. */
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

/** Where a content lies now; undefined where there is none any more. */
async function locationOf(database: Database, of: ContentTable, id: StoredContent["id"]) {
  const [row] = await database
    .select({ location: sql<string | null>`${of.location}` })
    .from(of.table)
    .where(eq(of.id, id));
  return row?.location;
}

type Reading = Pick<Services, "database" | "files">;

/** The object of a location, from `first` to `last`; null where it is not there. */
async function openObject({ files: stores }: Reading, location: string, first: number, last: number) {
  const { store, key } = stores.at(location);
  return (await store.read(key, { first, last }))?.body ?? null;
}

/** What lies in pieces, part by part. What is moved out of the database meanwhile is read on from where it is then. */
async function* partsInside(
  reading: Reading,
  of: ContentTable,
  id: StoredContent["id"],
  first: number,
  last: number,
): AsyncGenerator<Uint8Array> {
  const { database } = reading;
  const read = (wanted: number) => readPart(database, of, id, wanted);
  for (let at = first; at <= last; ) {
    const wanted = Math.floor(at / partBytes);
    const part = await (of.kind === "files"
      ? keep({ database, now: () => new Date() }, ["part of a file", id, wanted], keepPart, () =>
          read(wanted),
        )
      : read(wanted));
    const start = wanted * partBytes;
    if (!part || part.byteLength <= at - start) {
      const location = await locationOf(database, of, id);
      const body = location ? await openObject(reading, location, at, last) : null;
      if (!body) throw new Error(`a stored file has no part ${wanted}`);
      yield* body;
      return;
    }
    const bytes = new Uint8Array(part.subarray(at - start, last - start + 1));
    yield bytes;
    at += bytes.byteLength;
  }
}

/**
 * The bytes of a content from `first` to `last`, both counted in, as they are asked for; null where its object is lost.
 * Throws StoreAway where its store does not answer.
 */
export async function openContent(
  reading: Reading,
  of: ContentTable,
  { id, location }: StoredContent,
  first: number,
  last: number,
): Promise<ReadableStream<Uint8Array> | null> {
  if (location === null) return streamOf(partsInside(reading, of, id, first, last));
  const body = await openObject(reading, location, first, last);
  if (body) return body;
  // It was moved since its row was read.
  const now = await locationOf(reading.database, of, id);
  if (now === null) return streamOf(partsInside(reading, of, id, first, last));
  if (now !== undefined && now !== location) return openObject(reading, now, first, last);
  logError(`[网关] 存放的文件不见了：${location}`, new Error("the object of a stored file is missing"));
  return null;
}
