import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One step of the schema, as its file says it. */
export interface Migration {
  /** The file's name without `.sql`. */
  tag: string;
  /** Milliseconds; Drizzle's journal has them. */
  madeAt: number;
  hash: string;
  statements: string[];
  /**
   * The last migration of the release before: a program that knows it runs on this schema, an older one does
   * not. Null for those of the first release.
   */
  needs: string | null;
  /** Whether it runs statement by statement outside of a transaction, as `create index concurrently` must. */
  isOutside: boolean;
}

/** Migrations lie beside this file in the source and beside the bundle in a build. */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL("./migrations", import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL("../gateway/database/migrations", import.meta.url));
}

/** A migration from its text; the lines that it begins with say what it is (docs/upgrading.md). */
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

/** Reads the migrations that drizzle-kit keeps the journal of, in their order. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) =>
    migrationOf(tag, when, readFileSync(join(folder, `${tag}.sql`), "utf8")),
  );
}
