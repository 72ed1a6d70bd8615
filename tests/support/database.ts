import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { type OpenDatabase, openPglite, openPostgres } from "gateway/database/open";
import pg from "pg";
import { inject } from "vitest";

/** Sends one query, on either engine. */
type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Emptied databases from earlier files of this worker. The next file uses one of them, which costs a tenth of a clone.
 */
const emptyPglites: PGlite[] = [];
const emptyPostgres: string[] = [];

/**
 * A migrated, empty database that no other test uses while it is open: in memory on PGlite, a database on the server on
 * PostgreSQL (in the project that runs there). It is a clone of the run's template, or an emptied database of an
 * earlier file. Each opening gives a new object, so caches that the gateway keeps by database start empty.
 */
export function cloneDatabase(): Promise<OpenDatabase> {
  return process.env.TEST_ENGINE === "postgres" ? onPostgres() : onPglite();
}

async function onPglite(): Promise<OpenDatabase> {
  const template = inject("databaseTemplate");
  const client =
    emptyPglites.pop() ?? (await PGlite.create({ loadDataDir: new Blob([await readFile(template)]) }));
  const open = await openPglite(client);
  return {
    ...open,
    async close() {
      await empty(client, (statement) => client.query(statement));
      emptyPglites.push(client);
    },
  };
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
 * Fifty writes of one topic wait for each other, and on a busy machine longer than the product allows.
 * lost-connection.test.ts tests what happens when the wait ends, on a connection of its own.
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

/** Deleted rows stay in the tables' files, and a database with more of them than this becomes slow. */
const deletedMaximum = 3_000;
/** The number of deleted rows of each database. */
const deleted = new Map<PGlite | string, number>();

/**
 * Removes all rows and resets every counter. The migrations put no rows into a new database. A file fills a few of the
 * 128 tables: deleting from these takes a tenth of the time of emptying all.
 */
async function empty(database: PGlite | string, ask: Ask): Promise<void> {
  const all = async <Row>(statement: string) => (await ask(statement)).rows as Row[];
  const names = await all<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const counts = names.map(
    ({ name }) => `select '${name}' as name, (select count(*) from ${name})::int as count`,
  );
  const filled = (await all<{ name: string; count: number }>(counts.join(" union all "))).filter(
    ({ count }) => count > 0,
  );
  const [{ mayDelete }] = (await all<{ mayDelete: boolean }>(
    'select rolsuper as "mayDelete" from pg_roles where rolname = current_user',
  )) as [{ mayDelete: boolean }];
  const dead = filled.reduce((sum, { count }) => sum + count, deleted.get(database) ?? 0);
  deleted.set(database, dead > deletedMaximum ? 0 : dead);
  if (!mayDelete || dead > deletedMaximum) return truncate(ask, names.map(({ name }) => name).join(", "));
  const counters = await all<{ reset: string }>(
    "select format('perform setval(%L, %s, false)', format('public.%I', sequencename), start_value) as reset from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  const steps = [
    // Turns triggers and foreign keys off, which this role may do for a transaction.
    "perform set_config('session_replication_role', 'replica', true)",
    ...filled.map(({ name }) => `delete from ${name}`),
    ...counters.map(({ reset }) => reset),
  ];
  await ask(`do $$ begin ${steps.map((step) => `${step};`).join(" ")} end $$`);
}

async function truncate(ask: Ask, tables: string): Promise<void> {
  // A trigger refuses to empty the log, so it is disabled for this statement.
  await ask("alter table moderation_log disable trigger moderation_log_emptied");
  await ask(`truncate ${tables} restart identity cascade`);
  await ask("alter table moderation_log enable trigger moderation_log_emptied");
}
