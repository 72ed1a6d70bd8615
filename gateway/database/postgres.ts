import { logWarning } from "contract/base/log";
import type pg from "pg";
import { serversOf } from "./addresses";
import { sqlState } from "./failures";
import { type Ask, type MigrationDatabase, refuseOutdated, runMigrations, SchemaProblem } from "./migrate";
import type { Migration } from "./migration-files";
import {
  drizzleOn,
  KeptStatements,
  openPool,
  type Patience,
  replicaLender,
  startLimits,
  type Way,
} from "./pool";
import { type AskSql, type LendReplica, Replica } from "./replica";
import { type Connector, connector } from "./servers";

/**
 * The limits of calls. A call has 60 s (spec 9), so several statements in a row must be able to fail within that time,
 * and a server that hangs must not occupy every connection.
 */
const forVisitors: Patience = {
  statement: 10_000,
  lock: 8_000,
  idleInTransaction: 30_000,
  answer: 12_000,
  connection: 10_000,
};
/**
 * The limits of jobs, search indexing and loading content. Nobody waits for them, and a statement may read every post.
 */
const forWork: Patience = {
  statement: 300_000,
  lock: 60_000,
  idleInTransaction: 300_000,
  answer: 310_000,
  connection: 10_000,
};

/** The operator's settings of connections. */
export interface PostgresSettings {
  /** The address of PostgreSQL itself when `databaseUrl` leads to a pooler; migrations use it. */
  directUrl?: string | undefined;
  /** Whether connections keep prepared statements; `auto`: only without a pooler. */
  prepared?: "auto" | "0" | "1";
  /** The number of connections for calls; `workPool` is that for background work. */
  pool?: number;
  workPool?: number;
  /** Whether to run pending migrations. */
  migrate?: boolean;
  /** Whether a database of another encoding is opened too: to take its content elsewhere. */
  anyEncoding?: boolean;
  /** The limits of calls. */
  patience?: Patience;
  /** Whether answers to background work are waited for without end, where one statement goes over every row. */
  waitsForWork?: boolean;
  /** A replica for what visitors read, and how many milliseconds it may be behind. */
  replicaUrl?: string | undefined;
  replicaLag?: number;
}

/**
 * A start parameter with this unusual value shows whether there is a pooler: poolers refuse or ignore the parameter.
 */
const probe = 10_001;

/** Connects, and finds out whether the connection goes through a pooler. */
async function recognise(servers: Connector): Promise<{ client: pg.Client; isPooled: boolean }> {
  const connect = (config: pg.ClientConfig) =>
    servers.inTurn(async () => {
      const client = new servers.Client(config);
      // The running statement fails by itself.
      client.on("error", () => undefined);
      try {
        await client.connect();
        await servers.check(client);
        return client;
      } catch (error) {
        await client.end();
        throw error;
      }
    });
  try {
    const client = await connect({ statement_timeout: probe });
    const { rows } = await client.query("select setting from pg_settings where name = 'statement_timeout'");
    return { client, isPooled: Number(rows[0]?.setting) !== probe };
  } catch (error) {
    const isRefused =
      sqlState(error) === "08P01" && /unsupported startup parameter/.test((error as Error).message);
    if (!isRefused) throw error;
    return { client: await connect({}), isPooled: true };
  }
}

/** The connections for migrations on PostgreSQL. */
export function migrationsOn(client: pg.Client, servers: Connector, isPooled: boolean): MigrationDatabase {
  const ask = (statement: string, values?: unknown[]) => client.query(statement, values);
  return {
    ask,
    async transaction(work) {
      await client.query("begin");
      try {
        const result = await work(ask);
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      }
    },
    isShared: true,
    outside: isPooled
      ? null
      : async (work) => {
          const own = new servers.Client();
          own.on("error", () => undefined);
          await own.connect();
          try {
            await work((statement, values) => own.query(statement, values));
          } finally {
            await own.end();
          }
        },
  };
}

/** Opens the address at which migrations run. @param mustWrite false also accepts a read-only server */
export async function openForMigrations(databaseUrl: string, { mustWrite = true } = {}) {
  const servers = connectorOf(databaseUrl, mustWrite);
  const { client, isPooled } = await recognise(servers);
  return { database: migrationsOn(client, servers, isPooled), isPooled, client };
}

function connectorOf(databaseUrl: string, mustWrite = true): Connector {
  const servers = serversOf(databaseUrl);
  if (!servers) throw new Error("not an address of PostgreSQL");
  return connector(mustWrite ? servers : { ...servers, mustWrite });
}

/** What to do about a database whose encoding has no place for every character. */
export const encodingAdvice = "另建一个库：create database 库名 encoding 'UTF8' template template0。";

/** Throws SchemaProblem when the database cannot store every character, which the first Chinese post would show. */
export async function refuseOtherEncoding(ask: Ask): Promise<void> {
  const { rows } = await ask("select current_setting('server_encoding') as encoding");
  const encoding = String(rows[0]?.encoding);
  if (encoding !== "UTF8")
    throw new SchemaProblem(
      `数据库的编码是 ${encoding}，存不下中文和表情。${encodingAdvice}已有内容的，先用 npm run backup 备份，再恢复到新的库。`,
    );
}

async function bringUpToDate(
  databaseUrl: string,
  migrations: Migration[],
  mayMigrate: boolean,
  anyEncoding: boolean,
) {
  const { database, client } = await openForMigrations(databaseUrl);
  try {
    if (!anyEncoding) await refuseOtherEncoding(database.ask);
    if (mayMigrate) await runMigrations(database, migrations);
    else await refuseOutdated(database.ask, migrations);
  } finally {
    await client.end();
  }
}

/**
 * Warns when the role has no statement timeout. Behind a pooler, statements outside of a transaction have no other
 * limit, so a slow one would continue after its caller stopped waiting.
 */
async function warnWithoutLimits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unlimited: boolean; role: string }>(
    "select current_setting('statement_timeout') = '0' as unlimited, quote_ident(current_user) as role",
  );
  const [{ unlimited, role } = { unlimited: false, role: "" }] = rows;
  if (!unlimited) return;
  const settings = Object.entries(startLimits(forVisitors)).map(
    ([name, milliseconds]) => `  alter role ${role} set ${name} = ${milliseconds};`,
  );
  logWarning(
    `DATABASE_URL 指向连接池，事务之外的语句只有角色自己的时限，现在没有。请在数据库里运行：\n${settings.join("\n")}`,
  );
}

/** Shorter times for a replica, because the primary can answer instead. */
const forReplica: Patience = { ...forVisitors, statement: 5_000, answer: 6_000, connection: 2_000 };

/** Connects to a replica at the first statement, because it may be away at the start. */
function replicaAt(databaseUrl: string, max: number) {
  const servers = connectorOf(databaseUrl, false);
  let opening: Promise<{ pool: pg.Pool; lend: LendReplica }> | undefined;
  async function open() {
    const { client, isPooled } = await recognise(servers);
    await client.end();
    const way: Way = { isPooled, wrapsSingle: false, statements: new KeptStatements(!isPooled) };
    const pool = openPool(servers, max, forReplica, way);
    return { pool, lend: replicaLender(pool, servers, way, forReplica) };
  }
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    lend: (async (work) => (await opened()).lend(work)) as LendReplica,
    close: () => opening?.then(({ pool }) => pool.end()),
  };
}

/**
 * Opens PostgreSQL and upgrades its schema; `work` is the same database for background work. Throws when the server is
 * not reachable, and SchemaProblem when the schema cannot be used.
 */
export async function connectPostgres(
  databaseUrl: string,
  migrations: Migration[],
  settings: PostgresSettings = {},
) {
  const {
    directUrl = databaseUrl,
    prepared = "auto",
    pool: max = 10,
    workPool: maxForWork = 3,
    migrate: mayMigrate = true,
    anyEncoding = false,
    patience = forVisitors,
    waitsForWork = false,
    replicaUrl,
    replicaLag = 5_000,
  } = settings;
  await bringUpToDate(directUrl, migrations, mayMigrate, anyEncoding);
  const servers = connectorOf(databaseUrl);
  const { client, isPooled } = await recognise(servers);
  try {
    if (isPooled) await warnWithoutLimits(client);
  } finally {
    await client.end();
  }
  const statements = new KeptStatements(prepared === "auto" ? !isPooled : prepared === "1");
  const beside = replicaUrl ? replicaAt(replicaUrl, max) : undefined;
  let replica: Replica | undefined;
  const replicaOf = beside
    ? (primary: AskSql) => {
        replica = new Replica(beside.lend, primary, { lagMaximum: replicaLag });
        return replica;
      }
    : undefined;
  const open = (size: number, limits: Patience, wrapsSingle: boolean, reads?: typeof replicaOf) => {
    const way: Way = { isPooled, wrapsSingle, statements };
    const pool = openPool(servers, size, limits, way);
    return { pool, database: drizzleOn(pool, servers, limits, way, reads) };
  };
  const [visitors, work] = [
    open(max, patience, false, replicaOf),
    open(maxForWork, waitsForWork ? { ...forWork, answer: 0 } : forWork, true),
  ];
  // The start does not wait for the replica.
  void replica?.look();
  return {
    database: visitors.database,
    work: work.database,
    connections: () => ({
      open: visitors.pool.totalCount + work.pool.totalCount,
      idle: visitors.pool.idleCount + work.pool.idleCount,
      waiting: visitors.pool.waitingCount + work.pool.waitingCount,
    }),
    replica: replica ?? null,
    close: () => Promise.all([visitors.pool.end(), work.pool.end(), beside?.close()]).then(() => undefined),
  };
}
