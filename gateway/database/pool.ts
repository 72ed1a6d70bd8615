import { logInfo, logWarning } from "contract/base/log";
import { statementStep, traced } from "contract/base/trace";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isConnectionLost, isOnlyReading, isStatementLost } from "./failures";
import type { AskSql, Replica } from "./replica";
import * as schema from "./schema";
import type { Connector } from "./servers";

/** Milliseconds for which statements of one kind of work are waited for. */
export interface Patience {
  statement: number;
  lock: number;
  idleInTransaction: number;
  /**
   * Longer than `statement`, which a server that lives keeps itself: this is for one that does not answer at
   * all.
   */
  answer: number;
  /** For a connection that is free. */
  connection: number;
}

/** How the statements of a pool reach the server. */
export interface Way {
  /**
   * A pooler stands between, which lends a connection for one transaction: nothing is kept in a connection,
   * and limits go with each transaction.
   */
  isPooled: boolean;
  /** Whether statements outside of a transaction get one, for its limits: it costs two more round trips. */
  wrapsSingle: boolean;
  statements: KeptStatements;
}

export type Postgres = ReturnType<typeof drizzle<typeof schema>>;
type Transaction = Postgres["transaction"];

/** The limits as parameters that a connection starts with. */
export const startLimits = ({ statement, lock, idleInTransaction }: Patience) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** Statements that give a transaction its limits; sent with BEGIN, in the same message. */
export const localLimits = (patience: Patience): string =>
  Object.entries(startLimits(patience))
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join("; ");

const statementsMaximum = 500;

/** Which statements connections keep prepared, by names of their own: the gateway has some hundreds. */
export class KeptStatements {
  readonly #names = new Map<string, string | undefined>();
  #serial = 0;

  /** @param on whether there are any */
  constructor(private on: boolean) {}

  /**
   * The statement under a name of its own once it has come a second time: PostgreSQL then parses it once a
   * connection, and plans it the same way for all values where that is not dearer.
   */
  named(config: pg.QueryConfig): pg.QueryConfig {
    if (!this.on) return config;
    const { text } = config;
    if (!this.#names.has(text)) {
      if (this.#names.size < statementsMaximum) this.#names.set(text, undefined);
      return config;
    }
    let name = this.#names.get(text);
    if (name === undefined) {
      this.#serial += 1;
      name = `kept_${this.#serial}`;
      this.#names.set(text, name);
    }
    return { ...config, name };
  }

  /** Keeps none from now on: what a connection prepared, another has or does not have. */
  stop(): void {
    if (this.on) logInfo("数据库连接不能保留预备语句（前面有连接池），此后不再使用。");
    this.on = false;
  }
}

/** Runs a statement; once more without its name where the connection does not have what was prepared. */
async function ask(
  client: pg.ClientBase,
  { statements }: Way,
  config: pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult> {
  const statement = statements.named(config);
  try {
    return await traced(
      () => statementStep(config.text),
      () => client.query(statement, values),
    );
  } catch (error) {
    if (!statement.name || !isStatementLost(error)) throw error;
    statements.stop();
    // Nothing was done, but a transaction is over by any error.
    if (client.getTransactionStatus() !== "I") throw error;
    return client.query(config, values);
  }
}

/**
 * The client, but closed at once when it does not answer: otherwise the rollback would wait behind the lost
 * statement as long again.
 */
function closedWhenLost(client: pg.PoolClient, way: Way, patience: Patience): pg.PoolClient {
  const begin = (config: pg.QueryConfig) =>
    client.query({ ...config, text: `${config.text}; ${localLimits(patience)}` });
  const query = (config: pg.QueryConfig, values?: unknown[]) =>
    (way.isPooled && /^begin\b/.test(config.text) ? begin(config) : ask(client, way, config, values)).catch(
      (error: unknown) => {
        if (isConnectionLost(error)) void client.end();
        throw error;
      },
    );
  return { query } as unknown as pg.PoolClient;
}

/** A pool of at most `max` connections. */
export function openPool(connector: Connector, max: number, patience: Patience, way: Way): pg.Pool {
  const pool = new pg.Pool({
    Client: connector.Client,
    max,
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.answer,
    onConnect: (client) => connector.check(client),
    ...(way.isPooled ? {} : startLimits(patience)),
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

/** Lends connections of a pool. Lost ones and those with an open transaction are closed afterwards. */
function lenderOf(pool: pg.Pool, connector: Connector) {
  return async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await connector.inTurn(() => pool.connect());
    let lost = true;
    try {
      const result = await work(client);
      lost = false;
      return result;
    } catch (error) {
      lost = isConnectionLost(error) || (connector.mustWrite && isOnlyReading(error));
      throw error;
    } finally {
      client.release(lost || client.getTransactionStatus() !== "I");
    }
  };
}

/** Runs single statements on a pool. */
export function askerOf(pool: pg.Pool, connector: Connector, way: Way): AskSql {
  const lent = lenderOf(pool, connector);
  return (config, values) => lent((client) => ask(client, way, config, values));
}

/**
 * Drizzle on a pool, but with transactions that give their connection back whatever happens. Drizzle's own
 * keep it for ever when BEGIN fails, and give one back to others whose ROLLBACK was never answered: the next
 * COMMIT on it would write half a transaction.
 */
export function drizzleOn(
  pool: pg.Pool,
  connector: Connector,
  patience: Patience,
  way: Way,
  replicaOf?: (primary: AskSql) => Replica,
): Postgres {
  const bound = new WeakMap<pg.PoolClient, Postgres>();
  const on = (client: pg.PoolClient) => {
    const cached =
      bound.get(client) ??
      (drizzle(closedWhenLost(client, way, patience), { schema }) as unknown as Postgres);
    bound.set(client, cached);
    return cached;
  };
  const lent = lenderOf(pool, connector);
  const transaction: Transaction = (work, config) => lent((client) => on(client).transaction(work, config));
  const single = (config: pg.QueryConfig, values?: unknown[]) =>
    lent((client) => ask(client, way, config, values));
  const wrapped = (config: pg.QueryConfig, values?: unknown[]) =>
    lent(async (client) => {
      const { query } = closedWhenLost(client, way, patience);
      await query({ text: "begin" });
      const result = await query(config, values).catch(async (error: unknown) => {
        await query({ text: "rollback" });
        throw error;
      });
      await query({ text: "commit" });
      return result;
    });
  const primary = way.isPooled && way.wrapsSingle ? wrapped : single;
  const replica = replicaOf?.(primary);
  const query: AskSql = replica ? (config, values) => replica.ask(config, values) : primary;
  const database = drizzle(Object.assign(pool, { query }), { schema });
  return Object.assign(database, { transaction });
}
