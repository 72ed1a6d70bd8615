import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

/**
 * The form of a backup (docs/backup.md): lines of JSON. First the manifest; then for each table a line with its name
 * and columns, and a line for each row, an array of PostgreSQL's own texts (bytes in base64); then for each file that lies
 * outside of the database a line with its location, and its bytes in lines of base64; at last the end,
 * with what has to be there, and a digest of all lines before it.
 */
export const formatName = "chip-developer-portal backup";
export const formatVersion = 2;
/** What has no files outside of the database is written in the form that older programs read too. */
export const formatWithoutFiles = 1;

const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.number().int(),
  /** The hashes of the migrations that made the schema, in their order. */
  schema: z.array(z.string()),
  engine: z.string(),
  takenAt: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.output<typeof tableSchema>;

const fileSchema = z.object({ file: z.string(), type: z.string(), bytes: z.number().int() });
export type FileHead = z.output<typeof fileSchema>;

const endSchema = z.object({
  end: z.object({
    rows: z.record(z.string(), z.number().int()),
    /** The last value of each sequence that was ever used. */
    sequences: z.record(z.string(), z.string().regex(/^-?\d{1,19}$/)),
    sha256: z.string(),
    /** Files from outside of the database, where there are any. */
    files: z.number().int().optional(),
  }),
});
export type End = z.output<typeof endSchema>["end"];

/** Thrown when a backup cannot be taken or restored. Its message is for people. */
export class BackupProblem extends Error {}

/** The problem of a damaged backup. */
export const damaged = (what: string) =>
  new BackupProblem(`备份已损坏（${what}），没有恢复任何内容。请换一份备份。`);

function parsed<Value>(schema: z.ZodType<Value>, line: string | undefined): Value | undefined {
  try {
    return schema.parse(JSON.parse(line ?? ""));
  } catch {
    return undefined;
  }
}

/** Reads the first line. Throws BackupProblem when it is no backup or has an unknown format. */
export function readManifest(line: string | undefined): Manifest {
  const manifest = parsed(manifestSchema, line);
  if (!manifest) throw new BackupProblem("这个文件不是本程序的备份。");
  if (manifest.version < 1 || manifest.version > formatVersion)
    throw new BackupProblem(
      `备份的格式是第 ${manifest.version} 版，本程序只认到第 ${formatVersion} 版：请用更新的程序恢复。`,
    );
  return manifest;
}

/** Whether a line begins a table or a file, or ends the backup; undefined for a row's, or bytes of a file. */
export function readMark(line: string): TableHead | FileHead | End | undefined {
  if (!line.startsWith("{")) return undefined;
  const mark = parsed(tableSchema, line) ?? parsed(fileSchema, line) ?? parsed(endSchema, line)?.end;
  if (!mark) throw damaged("有一行无法读出");
  return mark;
}

/** Computes the hash of lines, each with its line feed. */
export class LinesDigest {
  readonly #hash: Hash = createHash("sha256");

  add(line: string): void {
    this.#hash.update(line).update("\n");
  }

  /** Returns the hash of all added lines. Call it once. */
  end(): string {
    return this.#hash.digest("hex");
  }
}
