import { logInfo, logWarning } from "contract/base/log";
import { sqlState } from "./failures";
import type { Migration } from "./migration-files";

/** Thrown when the schema cannot be used or upgraded. Its message is for people. */
export class SchemaProblem extends Error {}

/** Runs one statement on one connection. */
export type Ask = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** The connections that migrations run on. */
export interface MigrationDatabase {
  /** Runs a statement outside of a transaction. */
  ask: Ask;
  transaction<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  /** Whether other processes may use the same database. */
  isShared: boolean;
  /**
   * Runs statements on their own connection, outside of a transaction. `null`: connections come from a pooler, so
   * settings of a session would reach its next user. `inside`: no other process uses the database, so a transaction
   * works too.
   */
  outside: ((work: (ask: Ask) => Promise<void>) => Promise<void>) | "inside" | null;
}

/** The waiting times of migrations, in milliseconds. */
export interface MigrationPatience {
  /** The wait for another process that migrates. */
  others: number;
  /** Each wait for the lock of a table. Other users of the table wait as long. */
  lock: number;
  /** The number of tries to get a lock. */
  tries: number;
  /** The pause between tries. */
  pause: number;
  /** The limit of one statement. It is long, because an index on a large table takes long. */
  statement: number;
}

export const migrationPatience: MigrationPatience = {
  others: 600_000,
  lock: 5_000,
  tries: 12,
  pause: 5_000,
  statement: 3_600_000,
};

const journal = "drizzle.__drizzle_migrations";
/** The PostgreSQL advisory lock that allows only one migrating process at a time. */
const migrationLock = 7_261_001;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The migrations that the database has not run yet. Throws SchemaProblem when the database has run unknown migrations
 * that this program cannot work with (docs/upgrading.md).
 */
export async function pendingMigrations(ask: Ask, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: there } = await ask(`select to_regclass('${journal}') is not null as there`);
  if (!there[0]?.there) return [...migrations];
  // The journal of an older version has no column `needs`.
  const { rows } = await ask(
    `select hash, to_jsonb(done) ->> 'needs' as needs from ${journal} as done order by id`,
  );
  const [common, later] = [rows.slice(0, migrations.length), rows.slice(migrations.length)];
  const other = common.findIndex(({ hash }, at) => hash !== migrations[at]?.hash);
  if (other === 0)
    throw new SchemaProblem(
      "数据库由首次发布之前的程序建立，不能升级：请换一个空的 DATA_DIR 或 DATABASE_URL，再重新装载内容。",
    );
  if (other > 0)
    throw new SchemaProblem(
      `数据库第 ${other + 1} 次升级运行的不是 ${migrations[other]?.tag}，而是别的程序的升级，不能继续：请换回那个程序，或恢复升级之前的备份。`,
    );
  if (later.some(({ needs }) => !migrations.some(({ tag }) => tag === needs)))
    throw new SchemaProblem(
      "数据库已经由更新的版本升级，这个版本的程序不能在上面运行：请启动更新的版本，或恢复升级之前的备份。",
    );
  return migrations.slice(common.length);
}

/** Throws SchemaProblem with the command to run when the schema is older than the program. */
export async function refuseOutdated(ask: Ask, migrations: readonly Migration[]): Promise<void> {
  const { length } = await pendingMigrations(ask, migrations);
  if (length > 0)
    throw new SchemaProblem(
      `数据库结构比程序旧，还有 ${length} 次升级没有运行（MIGRATE=0，启动时不升级）：请先运行 npm run migrate。`,
    );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function run(
  { outside }: MigrationDatabase,
  ask: Ask,
  { tag, isOutside, statements }: Migration,
  { statement }: MigrationPatience,
): Promise<void> {
  if (!isOutside || outside === "inside") {
    for (const text of statements) await ask(isOutside ? text.replace(/\bconcurrently\b/gi, "") : text);
    return;
  }
  if (!outside)
    throw new SchemaProblem(
      `升级 ${tag} 要在事务之外运行，不能经过连接池：请用 DATABASE_DIRECT_URL 给出 PostgreSQL 自己的地址。`,
    );
  await outside(async (own) => {
    // A concurrent index that waits for a lock blocks nobody, but one that stops leaves an invalid index.
    await own(`set statement_timeout = ${statement}`);
    await own("set lock_timeout = 0");
    for (const text of statements) await own(text);
  });
}

/** Creates the journal's schema, which has the name that Drizzle's migrator uses. */
async function prepareJournal(ask: Ask): Promise<void> {
  await ask("create schema if not exists drizzle");
  await ask(
    `create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
  );
  await ask(`alter table ${journal} add column if not exists needs text`);
}

/** The result of one transaction: the migration that it ran, nothing to do, or another process is migrating. */
type Step = Migration | "done" | "busy";

/**
 * Sets the limits of a transaction and takes the lock. Both end with the transaction, so they do not stay in a pooler's
 * connection. @returns false when another process has the lock
 */
async function lock(ask: Ask, patience: MigrationPatience): Promise<boolean> {
  await ask(`set local statement_timeout = ${patience.statement}`);
  await ask(`set local lock_timeout = ${patience.lock}`);
  // This connection is idle while another one creates an index.
  await ask("set local idle_in_transaction_session_timeout = 0");
  // With this, PostgreSQL stops the statement of a killed process and releases its lock.
  await ask("select set_config('client_connection_check_interval', '2000', true) where version() ~* 'linux'");
  const { rows } = await ask(`select pg_try_advisory_xact_lock(${migrationLock}) as locked`);
  return rows[0]?.locked === true;
}

/** Runs the next migration. */
function step(
  database: MigrationDatabase,
  migrations: readonly Migration[],
  patience: MigrationPatience,
): Promise<Step> {
  return database.transaction(async (ask): Promise<Step> => {
    if (database.isShared && !(await lock(ask, patience))) return "busy";
    const [next] = await pendingMigrations(ask, migrations);
    if (!next) return "done";
    try {
      await run(database, ask, next, patience);
      // This locks the journal for a moment only. Other starts read it to see whether a process is migrating.
      await prepareJournal(ask);
      await ask(`insert into ${journal} (hash, created_at, needs) values ($1, $2, $3)`, [
        next.hash,
        next.madeAt,
        next.needs,
      ]);
    } catch (error) {
      if (error instanceof SchemaProblem || sqlState(error) === "55P03") throw error;
      throw new SchemaProblem(`数据库结构升级 ${next.tag} 失败：${reasonOf(error)}`, { cause: error });
    }
    return next;
  });
}

/** Logs once that another process migrates. Throws SchemaProblem when it takes too long. */
function waitForOthers({ others }: MigrationPatience) {
  const deadline = performance.now() + others;
  let logged = false;
  return async () => {
    const limit = `${Math.ceil(others / 1000)} 秒`;
    if (!logged) logInfo(`另一个进程正在升级数据库结构，等它完成，最多 ${limit}……`);
    logged = true;
    if (performance.now() > deadline)
      throw new SchemaProblem(
        `等了 ${limit}，数据库结构升级的锁仍被占着。如果没有进程在升级，请在数据库里结束占着它的连接：select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${migrationLock}`,
      );
    await pause(Math.min(1_000, others));
  };
}

/**
 * Runs the pending migrations, each in its own transaction, with a lock against other processes. A killed process
 * leaves only complete migrations. Throws SchemaProblem. @returns the tags of the migrations
 */
export async function runMigrations(
  database: MigrationDatabase,
  migrations: readonly Migration[],
  patience: MigrationPatience = migrationPatience,
): Promise<string[]> {
  const done: string[] = [];
  // Most starts have no pending migrations, and need neither the lock nor the right to change the schema.
  const pending = await pendingMigrations(database.ask, migrations);
  if (pending.length === 0) return done;
  // A new database has no readers, so indexes can be created inside the transaction.
  const on = pending.length === migrations.length ? { ...database, outside: "inside" as const } : database;
  const othersAreDone = waitForOthers(patience);
  for (let tries = 1; ; ) {
    try {
      const result = await step(on, migrations, patience);
      if (result === "done") return done;
      if (result === "busy") await othersAreDone();
      else {
        done.push(result.tag);
        tries = 1;
      }
    } catch (error) {
      if (sqlState(error) !== "55P03") throw error;
      if (tries >= patience.tries)
        throw new SchemaProblem(
          `数据库结构升级要用的表一直被占用，试了 ${tries} 次都没有等到：请结束长时间运行的语句和事务，再试一次。`,
        );
      logWarning(`数据库结构升级要用的表正被占用，过 ${Math.ceil(patience.pause / 1000)} 秒再试。`);
      tries += 1;
      await pause(patience.pause);
    }
  }
}
