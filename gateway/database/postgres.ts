import { logWarning } from "contract/base/log";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { isConnectionLost } from "./failures";
import { refuseForeign } from "./migrate";
import * as schema from "./schema";

/** Milliseconds for which statements of one kind of work are waited for. */
interface Patience {
  statement: number;
  lock: number;
  idleInTransaction: number;
  /**
   * Longer than `statement`, which a server that lives keeps itself: this is for one that does not answer at
   * all.
   */
  answer: number;
}

const connectMilliseconds = 10_000;

/**
 * Somebody waits for the answer, and a call has 60 s (spec 9): several statements in a row must fail before
 * that, and a frozen server must not keep every connection.
 */
const forVisitors: Patience = { statement: 10_000, lock: 8_000, idleInTransaction: 30_000, answer: 12_000 };
/**
 * Jobs, the filling of the search index and loading content: nobody waits, and a statement may look at every
 * post.
 */
const forWork: Patience = { statement: 300_000, lock: 60_000, idleInTransaction: 300_000, answer: 310_000 };

type Postgres = ReturnType<typeof drizzle<typeof schema>>;
type Transaction = Postgres["transaction"];

const connection = (connectionString: string) => ({
  connectionString,
  connectionTimeoutMillis: connectMilliseconds,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

function openPool(databaseUrl: string, max: number, patience: Patience): pg.Pool {
  const pool = new pg.Pool({
    ...connection(databaseUrl),
    max,
    statement_timeout: patience.statement,
    lock_timeout: patience.lock,
    idle_in_transaction_session_timeout: patience.idleInTransaction,
    query_timeout: patience.answer,
  });
  const query = pool.query.bind(pool) as (
    config: pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult>;
  Object.assign(pool, {
    query: (config: pg.QueryConfig, values?: unknown[]) => query(prepared(config), values),
  });
  // A connection can be lost at any moment, idle or in the middle of a transaction, and the pool listens to
  // idle ones only: an "error" event without a listener ends the process. While closing, nobody needs to
  // know.
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!pool.ending) logWarning("数据库连接中断：", error);
    });
  });
  // The same once more, from connections that were idle.
  pool.on("error", () => undefined);
  return pool;
}

/** Names of the statements that a connection keeps prepared, by their texts: the gateway has some hundreds. */
const statementNames = new Map<string, string | undefined>();
const statementsMaximum = 500;
let serial = 0;

/**
 * The statement under a name of its own once it has come a second time: PostgreSQL then parses it once a
 * connection, and plans it the same way for all values where that is not dearer.
 */
function prepared(config: pg.QueryConfig): pg.QueryConfig {
  const { text } = config;
  if (!statementNames.has(text)) {
    if (statementNames.size < statementsMaximum) statementNames.set(text, undefined);
    return config;
  }
  let name = statementNames.get(text);
  if (name === undefined) {
    serial += 1;
    name = `kept_${serial}`;
    statementNames.set(text, name);
  }
  return { ...config, name };
}

/**
 * The client, but closed at once when it does not answer: otherwise the rollback would wait behind the lost
 * statement as long again.
 */
function closedWhenLost(client: pg.PoolClient): pg.PoolClient {
  const query = (config: pg.QueryConfig, values?: unknown[]) =>
    client.query(prepared(config), values).catch((error: unknown) => {
      if (isConnectionLost(error)) void client.end();
      throw error;
    });
  return { query } as unknown as pg.PoolClient;
}

/**
 * Drizzle on a pool, but with transactions that give their connection back whatever happens. Drizzle's own
 * keep it for ever when BEGIN fails, and give one back to others whose ROLLBACK was never answered: the next
 * COMMIT on it would write half a transaction.
 */
function drizzleOn(pool: pg.Pool): Postgres {
  const database = drizzle(pool, { schema });
  const bound = new WeakMap<pg.PoolClient, Postgres>();
  const on = (client: pg.PoolClient) => {
    const cached = bound.get(client) ?? (drizzle(closedWhenLost(client), { schema }) as unknown as Postgres);
    bound.set(client, cached);
    return cached;
  };
  const transaction: Transaction = async (work, config) => {
    const client = await pool.connect();
    let lost = true;
    try {
      const result = await on(client).transaction(work, config);
      lost = false;
      return result;
    } catch (error) {
      lost = isConnectionLost(error);
      throw error;
    } finally {
      client.release(lost || client.getTransactionStatus() !== "I");
    }
  };
  return Object.assign(database, { transaction });
}

/** The lock that processes which start at once wait for each other on (PostgreSQL advisory lock). */
const migrationLock = 7_261_001;

/**
 * Brings the schema up to date while no other process does. Without time limits: an index on a large table
 * takes as long as it takes.
 */
async function bringUpToDate(databaseUrl: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client(connection(databaseUrl));
  // What is under way fails by itself.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // The lock goes with its connection.
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const database = drizzle(client);
    await refuseForeign(database, migrationsFolder);
    await migrate(database, { migrationsFolder });
  } finally {
    await client.end();
  }
}

/**
 * Opens PostgreSQL and brings its schema up to date; `work` is the same database for what nobody waits for.
 * Throws when it cannot be reached.
 */
export async function connectPostgres(databaseUrl: string, migrationsFolder: string) {
  await bringUpToDate(databaseUrl, migrationsFolder);
  const pools = [openPool(databaseUrl, 10, forVisitors), openPool(databaseUrl, 3, forWork)] as const;
  const [database, work] = [drizzleOn(pools[0]), drizzleOn(pools[1])];
  const connections = () => ({
    open: pools[0].totalCount + pools[1].totalCount,
    idle: pools[0].idleCount + pools[1].idleCount,
    waiting: pools[0].waitingCount + pools[1].waitingCount,
  });
  return {
    database,
    work,
    connections,
    close: () => Promise.all(pools.map((pool) => pool.end())).then(() => undefined),
  };
}
