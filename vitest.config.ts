import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

const postgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * A database is cloned from one template: PGlite always, and the same tests on PostgreSQL where one is named.
 */
const onPglite = { env: { TEST_ENGINE: "pglite" }, globalSetup: ["tests/support/database-template.ts"] };
const onPostgres = { env: { TEST_ENGINE: "postgres" }, globalSetup: ["tests/support/database-template.ts"] };
/** The client needs no database; a killed process is PGlite's own question, PostgreSQL is another process. */
const notOnPostgres = ["tests/contract/client/**", "tests/contract/durability.test.ts"];

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    pool: "forks",
    // The files that a worker runs share what they import: importing the gateway anew for each of them took a
    // third of the run. What the gateway keeps, it keeps by its database, and every file has one that it
    // opened itself.
    isolate: false,
    maxWorkers: 2,
    minWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    setupFiles: ["tests/support/strict-console.ts"],
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
      { extends: true, test: { name: "contract", include: ["tests/contract/**/*.test.ts"], ...onPglite } },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include: ["tests/contract/**/*.test.ts"],
                exclude: notOnPostgres,
                ...onPostgres,
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          globalSetup: ["tests/support/built-portal.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
