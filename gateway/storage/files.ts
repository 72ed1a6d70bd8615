import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { filesPrefix } from "contract/wire";
import type { Database } from "../database/open";
import { files } from "../database/schema";
import { fileNamePattern, type FileType, fileTypes } from "./types";

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

/** Stores files and answers with their names, in the order given. Storing the same bytes again changes nothing. */
export async function storeFiles(database: Database, newFiles: NewFile[]): Promise<string[]> {
  const names = newFiles.map(fileName);
  const rows = new Map(newFiles.map(({ content, type }, index) => [names[index] ?? "", { name: names[index] ?? "", type, content }]));
  if (rows.size > 0)
    await database
      .insert(files)
      .values([...rows.values()])
      .onConflictDoNothing();
  return names;
}

/** Stores one file and answers with its name. */
export async function storeFile(database: Database, newFile: NewFile): Promise<string> {
  await storeFiles(database, [newFile]);
  return fileName(newFile);
}

/** A stored file, or null when there is none of that name (or the name is not of our pattern). */
export async function readFile(database: Database, name: string): Promise<{ type: string; content: Uint8Array<ArrayBuffer> } | null> {
  if (!fileNamePattern.test(name)) return null;
  const [row] = await database.select({ type: files.type, content: files.content }).from(files).where(eq(files.name, name)).limit(1);
  return row ? { type: row.type, content: new Uint8Array(row.content) } : null;
}
