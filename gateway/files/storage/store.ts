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

/** Records that a stored file is needed again, so that it is not deleted. One record within an hour is enough. */
const neededAgain = {
  target: files.name,
  set: { neededAt: sql`now()` },
  setWhere: sql`${files.neededAt} < now() - interval '1 hour'`,
};

/** Records that stored files are needed again. */
export async function needAgain(database: Database, names: string[]): Promise<void> {
  const { set, setWhere } = neededAgain;
  const byName = inArray(files.name, names);
  if (names.length > 0) await database.update(files).set(set).where(and(byName, setWhere));
}

/** The services that store files: rows in the database, contents in the database or outside. */
export type Storing = Pick<Services, "database" | "files">;

interface OutsideFile {
  name: string;
  type: FileType;
  bytes: number;
  /** It is read only if it must be written. */
  content(): AsyncIterable<Uint8Array>;
}

/**
 * Stores a file outside of the database if new files go there: first its object, then its row, so that a row never
 * lacks its file. @returns false if the file is in the database, or must be stored there
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
  // Another request has stored the same bytes meanwhile.
  if (row?.location !== location) await stores.drop(location);
  return row !== undefined && row.location !== null;
}

/**
 * Stores files and returns their names, in the given order. Storing the same bytes again only records that they are
 * needed.
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

/** Stores one file and returns its name. */
export async function storeFile(storing: Storing, newFile: NewFile): Promise<string> {
  await storeFiles(storing, [newFile]);
  return fileName(newFile);
}

/** Reads a stored picture; null if there is none with this name (or if it is not a name of ours). */
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
 * Stores an attachment or a video, outside of the database or in pieces, and returns its name. It uses no transaction,
 * which would block the embedded database for everybody else. Nobody sees the file before an upload names it, and a
 * repeated call continues where an interrupted one stopped.
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
  for (let number = 0; number < pieces; number += 1)
    await storePiece(
      database,
      name,
      number,
      content.subarray(number * pieceBytes, (number + 1) * pieceBytes),
    );
  return name;
}

/**
 * Stores a piece, unless it exists or the file has been moved out of the database meanwhile. The lock makes a move wait
 * or be seen: it deletes the pieces with the change of the row, and nobody would delete a later one.
 */
async function storePiece(database: Database, name: string, number: number, piece: Buffer): Promise<void> {
  const content = sql.param(piece, filePieces.content);
  await database.execute(sql`insert into ${filePieces} (file_name, number, content)
    select ${files.name}, ${number}::int, ${content}::bytea from ${files}
    where ${files.name} = ${name} and ${files.location} is null for share
    on conflict do nothing`);
}

/**
 * Stores a video like an attachment. It is served at signed addresses. Its row gets the size last, so a row with a size
 * has a complete file.
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
 * Begins a video that arrives in pieces, maybe over days, and so is stored in the database. It is not served before
 * `closeVideo`. Then it is moved to the place for files.
 */
export async function openVideo(database: Database, name: string, type: VideoType): Promise<void> {
  await database
    .insert(files)
    .values({ name, type, content: Buffer.alloc(0) })
    .onConflictDoNothing();
}

/** Stores pieces of the video from a position that is a multiple of the piece size. Existing pieces stay. */
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

/** Marks the video as complete. */
export async function closeVideo(database: Database, name: string, bytes: number): Promise<void> {
  await database.update(files).set({ bytes, neededAt: sql`now()` }).where(eq(files.name, name));
}

/** Deletes a video with its pieces. Call it only if nobody else can name the video. */
export async function dropVideo(database: Database, name: string): Promise<void> {
  await database.delete(files).where(eq(files.name, name));
}
