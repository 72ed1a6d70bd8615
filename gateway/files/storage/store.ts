import { createHash } from "node:crypto";
import { filesPrefix } from "contract/base/wire";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { filePieces, files } from "../../database/schema";
import { keep } from "../../server/answers";
import {
  type AttachmentType,
  type FileType,
  fileTypes,
  pictureNamePattern,
  type VideoType,
} from "../file-types";

export interface NewFile {
  content: Buffer;
  type: FileType;
}

/** The name that a content of this type is stored under. The same bytes always get the same name. */
export function fileName({ content, type }: NewFile): string {
  return `${createHash("sha256").update(content).digest("hex").slice(0, 32)}.${fileTypes[type]}`;
}

/** The root-relative address that a stored file is served from. */
export function fileAddress(name: string): string {
  return `${filesPrefix}${name}`;
}

/** What is stored already is not about to be deleted: somebody needs it. Within the hour once is enough. */
const neededAgain = {
  target: files.name,
  set: { neededAt: sql`now()` },
  setWhere: sql`${files.neededAt} < now() - interval '1 hour'`,
};

/** Keeps that stored files are needed. */
export async function needAgain(database: Database, names: string[]): Promise<void> {
  const { set, setWhere } = neededAgain;
  const named = inArray(files.name, names);
  if (names.length > 0) await database.update(files).set(set).where(and(named, setWhere));
}

/**
 * Stores files and answers with their names, in the order given. Storing the same bytes again changes no more
 * than when they were needed.
 */
export async function storeFiles(database: Database, newFiles: NewFile[]): Promise<string[]> {
  const names = newFiles.map(fileName);
  const rows = new Map(
    newFiles.map(({ content, type }, index) => [
      names[index] ?? "",
      { name: names[index] ?? "", type, content },
    ]),
  );
  if (rows.size > 0)
    await database
      .insert(files)
      .values([...rows.values()])
      .onConflictDoUpdate(neededAgain);
  return names;
}

/** Stores one file and answers with its name. */
export async function storeFile(database: Database, newFile: NewFile): Promise<string> {
  await storeFiles(database, [newFile]);
  return fileName(newFile);
}

/** A stored picture, or null when there is none of that name (or the name is not of our pattern). */
export async function readFile(
  database: Database,
  name: string,
): Promise<{ type: string; content: Uint8Array<ArrayBuffer> } | null> {
  if (!pictureNamePattern.test(name)) return null;
  const [row] = await database
    .select({ type: files.type, content: files.content })
    .from(files)
    .where(eq(files.name, name))
    .limit(1);
  return row ? { type: row.type, content: new Uint8Array(row.content) } : null;
}

/** Bytes of a piece; the last one is shorter. */
export const pieceBytes = 1024 * 1024;

/**
 * Stores an attachment or a video in pieces, one after another, and answers with its name. There is no
 * transaction, which would keep everyone else from the embedded database: until an upload names the file nobody
 * sees it, and storing it again goes on where an interrupted one stopped.
 */
export async function storePieces(
  database: Database,
  { content, type }: { content: Buffer; type: AttachmentType | VideoType },
): Promise<string> {
  const name = fileName({ content, type });
  const pieces = Math.ceil(content.byteLength / pieceBytes);
  await database
    .insert(files)
    .values({ name, type, content: Buffer.alloc(0) })
    .onConflictDoUpdate(neededAgain);
  const [stored] = await database
    .select({ pieces: count() })
    .from(filePieces)
    .where(eq(filePieces.fileName, name));
  if (stored?.pieces === pieces) return name;
  for (let number = 0; number < pieces; number += 1) {
    const piece = content.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    await database
      .insert(filePieces)
      .values({ fileName: name, number, content: piece })
      .onConflictDoNothing();
  }
  return name;
}

/**
 * Stores a video as an attachment is stored, to be served by signed addresses: what has its size said is there
 * whole.
 */
export async function storeVideo(
  database: Database,
  video: { content: Buffer; type: VideoType },
): Promise<string> {
  const name = await storePieces(database, video);
  const sha256 = createHash("sha256").update(video.content).digest("hex");
  await database.update(files).set({ bytes: video.content.byteLength, sha256 }).where(eq(files.name, name));
  return name;
}

/** Makes room for a video that comes piece by piece: nobody is served it before `closeVideo`. */
export async function openVideo(database: Database, name: string, type: VideoType): Promise<void> {
  await database
    .insert(files)
    .values({ name, type, content: Buffer.alloc(0) })
    .onConflictDoNothing();
}

/** Keeps pieces of it from a place on, which is a whole number of pieces; those that are there stay. */
export async function addPieces(
  database: Database,
  name: string,
  at: number,
  content: Uint8Array,
): Promise<void> {
  for (let offset = 0; offset < content.byteLength; offset += pieceBytes) {
    const piece = Buffer.from(content.subarray(offset, offset + pieceBytes));
    await database
      .insert(filePieces)
      .values({ fileName: name, number: (at + offset) / pieceBytes, content: piece })
      .onConflictDoNothing();
  }
}

/** It is there whole. */
export async function closeVideo(database: Database, name: string, bytes: number): Promise<void> {
  await database.update(files).set({ bytes, neededAt: sql`now()` }).where(eq(files.name, name));
}

/** Deletes a video that nobody else can name, with its pieces. */
export async function dropVideo(database: Database, name: string): Promise<void> {
  await database.delete(files).where(eq(files.name, name));
}

/**
 * The bytes of what lies in pieces of `size`, from `first` to `last`, both counted in, a piece at a time as they
 * are asked for.
 */
export function piecesStream(
  read: (number: number) => Promise<Buffer | undefined>,
  first: number,
  last: number,
  size = pieceBytes,
): ReadableStream<Uint8Array> {
  let number = Math.floor(first / size);
  return new ReadableStream({
    async pull(controller) {
      const content = await read(number);
      if (!content) throw new Error(`a stored file has no piece ${number}`);
      const start = number * size;
      controller.enqueue(new Uint8Array(content.subarray(Math.max(0, first - start), last - start + 1)));
      number += 1;
      if (number * size > last) controller.close();
    },
  });
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

function readPart(database: Database, name: string, wanted: number): Promise<Buffer | undefined> {
  const { fileName, number, content } = filePieces;
  const at = wanted * partBytes;
  const start = (at % pieceBytes) + 1;
  return keep({ database, now: () => new Date() }, ["part of a file", name, wanted], keepPart, async () => {
    const [row] = await database
      .select({ part: sql<Buffer>`substring(${content} from ${start}::int for ${partBytes}::int)` })
      .from(filePieces)
      .where(and(eq(fileName, name), eq(number, Math.floor(at / pieceBytes))))
      .limit(1);
    return row?.part;
  });
}

/** The bytes of what is stored in pieces, as `piecesStream`: a part of a piece a query. */
export function readPieces(
  database: Database,
  name: string,
  first: number,
  last: number,
): ReadableStream<Uint8Array> {
  return piecesStream((wanted) => readPart(database, name, wanted), first, last, partBytes);
}
