import type { PGlite } from "@electric-sql/pglite";

/** Sends one query, on either engine. */
export type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

/** Deleted rows stay in the tables' files, and a database with more of them than this becomes slow. */
const deletedMaximum = 3_000;
/** The number of deleted rows of each database. */
const deleted = new Map<PGlite | string, number>();

/**
 * Removes all rows and resets every counter. The migrations put no rows into a new database. A file fills a few of the
 * 128 tables: deleting from these takes a tenth of the time of emptying all.
 */
export async function empty(database: PGlite | string, ask: Ask): Promise<void> {
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
  // Triggers refuse to empty the log and its checkpoints, so they are disabled for this statement.
  const logs = ["moderation_log", "moderation_log_checkpoints"];
  for (const log of logs) await ask(`alter table ${log} disable trigger ${log}_emptied`);
  await ask(`truncate ${tables} restart identity cascade`);
  for (const log of logs) await ask(`alter table ${log} enable trigger ${log}_emptied`);
}
