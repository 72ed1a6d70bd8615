import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { importedIds } from "../../database/schema";
import type { Services } from "../../server/context";
import { numberOf, type OldRow, type OldTables } from "../read/old-tables";
import type { UploadedFiles } from "../read/uploaded-files";
import type { Report } from "./report";

export interface ImportOptions {
  /** The name of the board, so that several can come into one portal. */
  source: string;
  /** Only topics and posts from then on; null for all. */
  since: Date | null;
  /** The hosts of the board, in small letters. */
  hosts: string[];
  /** What becomes of text that a reader had to reply or pay for. */
  hidden: "show" | "hold";
  isDryRun: boolean;
}

export interface ImportContext {
  services: Pick<Services, "database" | "texts" | "files" | "now">;
  tables: OldTables;
  files: UploadedFiles;
  options: ImportOptions;
  report: Report;
  /** The time of the board's database at the start, in seconds: what is written there later is the next run's. */
  until: number;
  /** Called after each batch, for the progress line. */
  progress(stage: string, done: number): void;
}

/** Whether a row was written before the run began. */
export const isBefore = ({ until }: Pick<ImportContext, "until">, row: OldRow): boolean =>
  numberOf(row.dateline) < until;

/** The rows before the first one that is the next run's, so that a mark at the last of them passes over none. */
export function beforeBound(context: Pick<ImportContext, "until">, rows: OldRow[]): OldRow[] {
  const end = rows.findIndex((row) => !isBefore(context, row));
  return end < 0 ? rows : rows.slice(0, end);
}

/** How many rows one statement inserts: PostgreSQL takes 65,535 parameters. */
export const rowsAtOnce = 1_000;

/** Cuts rows into pieces for one statement each. */
export const chunksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );

export type ImportedKind = "member" | "section" | "topic" | "post" | "file" | "article" | "message" | "class";

export interface Imported {
  newId: number;
  parentId: number | null;
  written: boolean;
}

/** The imported rows of a kind by their old ids. */
export async function importedOf(
  database: Database,
  source: string,
  kind: ImportedKind | string,
  oldIds: readonly number[],
): Promise<Map<number, Imported>> {
  if (oldIds.length === 0) return new Map();
  const rows = await database
    .select()
    .from(importedIds)
    .where(
      and(
        eq(importedIds.kind, kind),
        eq(importedIds.source, source),
        sql`${importedIds.oldId} = any(${sql.param([...new Set(oldIds)].filter((id) => Number.isSafeInteger(id)))}::bigint[])`,
      ),
    );
  return new Map(rows.map((row) => [row.oldId, row]));
}

/** Records new ids; existing rows stay. */
export async function recordImported(
  database: Database,
  source: string,
  kind: ImportedKind | string,
  rows: { oldId: number; newId: number; parentId?: number | null; written?: boolean }[],
): Promise<void> {
  for (const some of chunksOf(rows))
    await database
      .insert(importedIds)
      .values(some.map((row) => ({ source, kind, ...row })))
      .onConflictDoNothing();
}

/** A number that is kept from run to run, such as the time up to which likes came over; null at first. */
export async function keptNumber(database: Database, source: string, kind: string): Promise<number | null> {
  return (await importedOf(database, source, kind, [0])).get(0)?.newId ?? null;
}

/** Keeps a number for each of some old ids. */
export async function keepNumbers(
  database: Database,
  source: string,
  kind: string,
  values: ReadonlyMap<number, number>,
): Promise<void> {
  for (const some of chunksOf([...values]))
    await database
      .insert(importedIds)
      .values(some.map(([oldId, newId]) => ({ source, kind, oldId, newId })))
      .onConflictDoUpdate({
        target: [importedIds.kind, importedIds.oldId, importedIds.source],
        set: { newId: sql`excluded.new_id` },
      });
}

export const keepNumber = (database: Database, source: string, kind: string, value: number): Promise<void> =>
  keepNumbers(database, source, kind, new Map([[0, value]]));
