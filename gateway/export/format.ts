import { z } from "zod";
import { BackupProblem } from "../backup/archive";

/** The name and version of the format (docs/export.md). */
export const formatName = "chip-developer-portal export";
/**
 * Grows when something is added that a program of before could not read. Nothing that is there changes or goes: a
 * program reads all versions up to its own.
 */
export const formatVersion = 1;

export const manifestName = "manifest.json";

/** The last file that is written: without it an export is not whole. */
export const manifestSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.int().min(1),
  /** When it was made: everything is as at that moment. */
  exportedAt: z.iso.datetime(),
  /** Whether members' password hashes are in it. */
  withPasswords: z.boolean(),
  /** The files that it has, with their numbers of lines and their SHA-256, which another program may leave out. */
  files: z.record(
    z.string().regex(/^[a-z0-9-]+\.jsonl$/),
    z.strictObject({ lines: z.int().min(0), sha256: z.string().optional() }),
  ),
  /** The last number that was given to a thing of a file: new things get higher ones. */
  lastIds: z.record(z.string(), z.int().min(0)),
});
export type ExportManifest = z.output<typeof manifestSchema>;

/** Thrown when nothing can be exported or imported. Its message is for people. */
export class ExportProblem extends BackupProblem {}

/** Where a content of this SHA-256 is in an export. */
export const contentPath = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`;
