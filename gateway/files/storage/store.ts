import { createHash } from "node:crypto";
import { filesPrefix } from "contract/base/wire";
import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { filePieces, files } from "../../database/schema";
import type { Services } from "../../server/context";
import {
  type AttachmentType,
  type FileType,
  fileTypes,
  pictureNamePattern,
  type VideoType,
} from "../file-types";
import { chunkOf } from "../stores/file-stores";
import { pieceBytes } from "./content";

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
  const byName = inArray(files.name, names);
  if (names.length > 0) await database.update(files).set(set).where(and(byName, setWhere));
}

/** What stores files: rows in a database, contents there or outside. */
export type Storing = Pick<Services, "database" | "files">;

interface OutsideFile {
  name: string;
  type: FileType;
  bytes: number;
  /** Read only where it is written. */
  content(): AsyncIterable<Uint8Array>;
}

/**
 * Stores a file outside of the database, where new files go there: first its object, then its row, so that a row never
 * lacks its file. @returns whether it lies outside now; otherwise it goes, or lies, in the database
 */
export async function storeOutside(
  { database, files: stores }: Storing,
  { name, type, bytes, content }: OutsideFile,
): Promise<boolean> {
  const needed = { neededAt: sql`now()` };
  const [known] = await database
    .update(files)
    .set(needed)
    .where(eq(files.name, name))
    .returning({ location: files.location });
  if (known) return known.location !== null;
  const location = await stores.write("files", name, content(), { type, bytes });
  if (location === null) return false;
  const [row] = await database
    .insert(files)
    .values({ name, type, content: Buffer.alloc(0), location })
    .onConflictDoUpdate({ target: files.name, set: needed })
    .returning({ location: files.location });
  // Somebody stored the same bytes meanwhile.
  if (row?.location !== location) await stores.drop(location);
  return row !== undefined && row.location !== null;
}

/**
 * Stores files and answers with their names, in the order given. Storing the same bytes again changes no more
 * than when they were needed.
 */
export async function storeFiles(storing: Storing, newFiles: NewFile[]): Promise<string[]> {
  const names = newFiles.map(fileName);
  const rows = new Map(
    newFiles.map(({ content, type }, index) => [
      names[index] ?? "",
      { name: names[index] ?? "", type, content },
    ]),
  );
  if (storing.files.forNew)
    for (const { name, type, content } of [...rows.values()]) {
      const file = { name, type, bytes: content.byteLength, content: () => chunkOf(content) };
      if (await storeOutside(storing, file)) rows.delete(name);
    }
  if (rows.size > 0)
    await storing.database
      .insert(files)
      .values([...rows.values()])
      .onConflictDoUpdate(neededAgain);
  return names;
}

/** Stores one file and answers with its name. */
export async function storeFile(storing: Storing, newFile: NewFile): Promise<string> {
  await storeFiles(storing, [newFile]);
  return fileName(newFile);
}

/** A stored picture, or null when there is none of that name (or the name is not of our pattern). */
export async function readFile(
  database: Database,
  name: string,
): Promise<{ type: string; content: Uint8Array<ArrayBuffer>; location: string | null } | null> {
  if (!pictureNamePattern.test(name)) return null;
  const [row] = await database
    .select({ type: files.type, content: files.content, location: files.location })
    .from(files)
    .where(eq(files.name, name))
    .limit(1);
  return row ? { ...row, content: new Uint8Array(row.content) } : null;
}

/**
 * Stores an attachment or a video, outside of the database or in pieces, one after another, and answers with its name.
 * There is no transaction, which would keep everyone else from the embedded database: until an upload names the file
 * nobody sees it, and storing it again goes on where an interrupted one stopped.
 */
export async function storePieces(
  storing: Storing,
  { content, type }: { content: Buffer; type: AttachmentType | VideoType },
): Promise<string> {
  const { database } = storing;
  const name = fileName({ content, type });
  const bytes = content.byteLength;
  if (await storeOutside(storing, { name, type, bytes, content: () => chunkOf(content) })) return name;
  const pieces = Math.ceil(bytes / pieceBytes);
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
  storing: Storing,
  video: { content: Buffer; type: VideoType },
): Promise<string> {
  const { database } = storing;
  const name = await storePieces(storing, video);
  const sha256 = createHash("sha256").update(video.content).digest("hex");
  await database.update(files).set({ bytes: video.content.byteLength, sha256 }).where(eq(files.name, name));
  return name;
}

/**
 * Makes room for a video that comes piece by piece, over days maybe, and so into the database: nobody is served it
 * before `closeVideo`, after which it is moved to where files lie.
 */
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
