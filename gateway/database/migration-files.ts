import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One migration, from its file. */
export interface Migration {
  /** The file's name without `.sql`. */
  tag: string;
  /** The time in Drizzle's journal, in milliseconds. */
  madeAt: number;
  hash: string;
  statements: string[];
  /**
   * The last migration of the previous release. A program that knows it can run on this schema; an older one cannot.
   * Null for migrations of the first release.
   */
  needs: string | null;
  /** Whether its statements run outside of a transaction, which `create index concurrently` needs. */
  isOutside: boolean;
}

/** The folder of migrations: beside this file in the source, and beside the bundle in a build. */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL("./migrations", import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL("../gateway/database/migrations", import.meta.url));
}

/** A migration from its text. Its first lines have its properties (docs/upgrading.md). */
export function migrationOf(tag: string, madeAt: number, text: string): Migration {
  return {
    tag,
    madeAt,
    hash: createHash("sha256").update(text).digest("hex"),
    statements: text.split("--> statement-breakpoint").map((statement) => statement.trim()),
    needs: /^-- needs: (\S+)$/m.exec(text)?.[1] ?? null,
    isOutside: /^-- outside of a transaction$/m.test(text),
  };
}

/** Reads the migrations in the order of drizzle-kit's journal. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) =>
    migrationOf(tag, when, readFileSync(join(folder, `${tag}.sql`), "utf8")),
  );
}
