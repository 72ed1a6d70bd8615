import { randomBytes } from "node:crypto";
import { type OpenDatabase, openPostgres } from "gateway/database/open";
import pg from "pg";
import { inject } from "vitest";
import { openTemplate } from "./database-template";
import { type Ask, empty } from "./empty-database";

/** Emptied databases from earlier files of this worker. The next file uses one of them. */
const emptyPostgres: string[] = [];

/**
 * A migrated, empty database that no other test uses while it is open: in memory on PGlite, a database on the server on
 * PostgreSQL (in the project that runs there). It is a clone of the run's template, or an emptied database of an
 * earlier file. Each opening gives a new object, so caches that the gateway keeps by database start empty.
 */
export function cloneDatabase(): Promise<OpenDatabase> {
  return process.env.TEST_ENGINE === "postgres" ? onPostgres() : openTemplate();
}

async function onPostgres(): Promise<OpenDatabase> {
  const name = emptyPostgres.pop() ?? (await clonePostgres(inject("databaseTemplate")));
  const open = await openPostgres(urlOf(name, inject("databasePooler")), { patience });
  return {
    ...open,
    async close() {
      await open.close();
      await withConnection(urlOf(name), (ask) => empty(name, ask));
      emptyPostgres.push(name);
    },
  };
}

/**
 * Longer waits than in the product: on a busy machine, fifty writes of one topic wait for each other for long.
 * lost-connection.test.ts tests the end of the wait, on its own connection.
 */
const patience = {
  statement: 60_000,
  lock: 60_000,
  idleInTransaction: 30_000,
  answer: 70_000,
  connection: 60_000,
};

/** Copies the template on the server. The maker of the template removes its copies after the run, by their names. */
async function clonePostgres(template: string): Promise<string> {
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await withConnection(process.env.TEST_DATABASE_URL ?? "", (ask) =>
    ask(`create database ${name} template ${template}`),
  );
  return name;
}

/** @param server the run's server, or the pooler before it */
function urlOf(database: string, server = process.env.TEST_DATABASE_URL ?? ""): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function withConnection(url: string, run: (ask: Ask) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}
