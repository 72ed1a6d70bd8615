import type { Plugin } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { workerFlags } from "./tests/support/thrifty-flags";
import { isWhole, numberOf } from "./tests/support/tier";

const postgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * A database is cloned from one template: PGlite always, and the same tests on PostgreSQL where one is named.
 */
const onPglite = { env: { TEST_ENGINE: "pglite" }, globalSetup: ["tests/support/database-template.ts"] };
const onPostgres = { env: { TEST_ENGINE: "postgres" }, globalSetup: ["tests/support/database-template.ts"] };
/** The same through a PgBouncer in transaction mode, which lends every transaction another connection. */
const onPooler = { ...onPostgres, env: { TEST_ENGINE: "postgres", TEST_POOLED: "1" } };
/**
 * The client and the threads that read texts need no database; a killed process is PGlite's own question,
 * PostgreSQL is another process. What is asked of every call alike is a question of its row, not of the database.
 */
const notOnPostgres = [
  "tests/contract/client/**",
  "tests/contract/access-matrix.test.ts",
  "tests/contract/bad-input.test.ts",
  "tests/contract/call-limits.test.ts",
  "tests/contract/refusals.test.ts",
  "tests/contract/worst-texts.test.ts",
  "tests/contract/text-workers.test.ts",
  "tests/contract/durability.test.ts",
];

/** What only `npm run test:all` runs, and why: docs/test-minutes.md. */
const wholeOnly = [
  "tests/contract/text-workers.test.ts",
  "tests/contract/pooled-database.test.ts",
  "tests/contract/several-servers.test.ts",
  "tests/contract/file-backups.test.ts",
  "tests/contract/prepared-demo.test.ts",
  "tests/contract/company-accounts.test.ts",
  "tests/contract/import-discuz-mariadb.test.ts",
  "tests/http/company-accounts.test.ts",
  "tests/http/migrate.test.ts",
  "tests/http/redis.test.ts",
  "tests/http/moderation-bulk.test.ts",
  "tests/http/exam-cut-off.test.ts",
  "tests/http/audit-verify.test.ts",
  "tests/http/postgres-programs.test.ts",
  "tests/http/backup.test.ts",
  "tests/http/export.test.ts",
  "tests/http/files-outside.test.ts",
  "tests/http/built-folder.test.ts",
  "tests/http/disk-full.test.ts",
  "tests/http/doctor.test.ts",
  "tests/http/draining.test.ts",
  "tests/http/secret-rotation.test.ts",
  "tests/http/tracing.test.ts",
];
const leftOut = isWhole ? [] : wholeOnly;
/**
 * What `npm test` asks of PostgreSQL, and not of PGlite beside it: where it can answer otherwise than PGlite, which is
 * PostgreSQL with one connection. Locks and what is done at once, triggers and raw SQL, search, jobs, counters, and
 * what a lost connection does.
 */
const aboutPostgres = [
  "activities-seats",
  "administrators",
  "analytics-days",
  "concurrency",
  "document-texts",
  "feedback-inbox",
  "file-moves",
  "heat",
  "jobs",
  "lists",
  "long-ids",
  "lost-connection",
  "messages-inner",
  "moderation-at-once",
  "moderation-batches",
  "moderation-chains",
  "moderation-random",
  "moderation-replies-at-once",
  "moderation-topics",
  "private-log",
  "queued-jobs",
  "reactions",
  "replica",
  "second-factors",
  "search",
  "search-any-text",
  "training-recount",
  "transitions",
  "unused-files",
  "upgrading",
].map((name) => `tests/contract/${name}.test.ts`);
/** These start a server of their own. */
const ownServer = /\/(lost-connection|replica|upgrading)\.test\.ts$/;
const leftToPostgres = postgres && !isWhole ? aboutPostgres : [];

/** Files that take longest: one of them begun last would keep one worker busy, and the other waiting. */
const longest =
  /\/(moderation-bulk|exam-cut-off|any-upstream|analytics|programs|profile-form|any-upstream-forms|login-states|content|crawl|html|profile-completion|upstream-down|training-people|check-in|text-workers|content-load|durability|refusals|moderation-random|moderation-undo|search-catalogue|access-matrix|activities-content|worst-texts|concurrency|contact-abuse|community-export|conformance-stub|withheld-words|import-discuz|organising|resources|signin-forms|export)\.test\.ts$/;
let isOrderSaid = false;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle && !isOrderSaid) console.info(`Tests in a drawn order: TEST_SHUFFLE=${seed}\n`);
    isOrderSaid = true;
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Draws the order of the tests within their files: the commit does in a whole run, and a number that is named in any. */
const { TEST_SHUFFLE = "", TEST_SAMPLE = "" } = process.env;

/**
 * Packages are tested as the product runs them. Vite would take the builds that some have for development (micromark's
 * check themselves at each step: a third of what texts cost), and adds the condition wherever a configuration has none.
 */
const asReleased: Plugin = {
  name: "as-released",
  config: {
    order: "post",
    handler(config) {
      for (const one of [config, config.environments?.ssr])
        if (one?.resolve) one.resolve.conditions = ["node"];
    },
  },
};

export default defineConfig({
  plugins: [tsconfigPaths(), asReleased],
  test: {
    pool: "forks",
    poolOptions: { forks: { execArgv: workerFlags } },
    // The files that a worker runs share what they import: importing the gateway anew for each of them took a
    // third of the run. What the gateway keeps, it keeps by its database, and every file has one that it
    // opened itself.
    isolate: false,
    maxWorkers: 2,
    minWorkers: 2,
    // Against a hang, never a matter of what else the machine does.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    sequence: {
      sequencer: LongestFirst,
      shuffle: { tests: isWhole || TEST_SHUFFLE !== "" },
      seed: TEST_SHUFFLE === "" ? numberOf(TEST_SAMPLE) : Number(TEST_SHUFFLE),
    },
    setupFiles: [
      "tests/support/cpu-by-file.ts",
      "tests/support/strict-console.ts",
      "tests/support/same-values.ts",
    ],
    restoreMocks: true,
    // `npm run coverage`: what the gateway's calls come to, as its tests make them.
    coverage: {
      provider: "v8",
      include: ["gateway/**/calls.ts"],
      reporter: ["text", "html"],
      thresholds: { branches: 95 },
    },
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          exclude: [...leftOut, ...leftToPostgres],
          ...onPglite,
        },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include: isWhole ? ["tests/contract/**/*.test.ts"] : aboutPostgres,
                exclude: notOnPostgres,
                ...onPostgres,
              },
            },
          ]
        : []),
      ...(postgres && isWhole
        ? [
            {
              extends: true as const,
              test: {
                name: "pooled",
                include: aboutPostgres.filter((file) => !ownServer.test(file)),
                ...onPooler,
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          exclude: leftOut,
          globalSetup: ["tests/support/built-portal.ts"],
        },
      },
    ],
  },
});
