import { logInfo, logWarning } from "contract/base/log";
import { statementStep, traced } from "contract/base/trace";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { DatabaseUnreachable, isConnectionLost, isOnlyReading, isStatementLost } from "./failures";
import type { AskSql, LendReplica, Replica } from "./replica";
import * as schema from "./schema";
import type { Connector } from "./servers";

// Numbers of 64 bits, and arrays of them, come as numbers like those of 32 bits, which PGlite does too. The driver's
// texts are for numbers beyond 2^53, which no id and no sum reaches.
type TypeId = Parameters<typeof pg.types.setTypeParser>[0];
const [int8Array, int4Array] = [1016, 1007] as number[] as [TypeId, TypeId];
pg.types.setTypeParser(pg.types.builtins.INT8, pg.types.getTypeParser(pg.types.builtins.INT4));
pg.types.setTypeParser(int8Array, pg.types.getTypeParser(int4Array));

/** The timeouts, in milliseconds, of statements of one kind of work. */
export interface Patience {
  statement: number;
  lock: number;
  idleInTransaction: number;
  /**
   * The timeout for a server that does not answer at all. It is longer than `statement`, which the server applies
   * itself.
   */
  answer: number;
  /** The timeout for a free connection. */
  connection: number;
}

/** How the statements of a pool reach the server. */
export interface Way {
  /**
   * Whether a pooler is between, which lends a connection for one transaction. Then connections keep no state, and
   * each transaction sets its own limits.
   */
  isPooled: boolean;
  /** Whether single statements get a transaction, to have its limits. It costs two more round trips. */
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

/** The statements that set the limits of a transaction. They are sent in the same message as BEGIN. */
export const localLimits = (patience: Patience): string =>
  Object.entries(startLimits(patience))
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join("; ");

const statementsMaximum = 500;

/** The names of the statements that connections keep prepared. The gateway has some hundreds. */
export class KeptStatements {
  readonly #names = new Map<string, string | undefined>();
  #serial = 0;

  /** @param on whether statements are prepared at all */
  constructor(private on: boolean) {}

  /**
   * Gives a statement its own name from its second use on. Then PostgreSQL parses it once for each connection, and uses
   * one plan for all values if that is not slower.
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

  /** Prepares no more statements: a pooler changes connections, and another one may not have the statement. */
  stop(): void {
    if (this.on) logInfo("数据库连接不能保留预备语句（前面有连接池），此后不再使用。");
    this.on = false;
  }
}

/** Runs a statement. Repeats it without its name if the connection does not have the prepared statement. */
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
    // The statement did nothing, so it can be repeated; but any error has ended a transaction.
    if (client.getTransactionStatus() !== "I") throw error;
    return client.query(config, values);
  }
}

/**
 * Wraps a client that is closed at once when it does not answer. Otherwise the rollback would wait for the lost
 * statement once more.
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
  // A connection can be lost at any moment, idle or in a transaction, but the pool listens only to idle ones. Without a
  // listener, an "error" event would end the process. During closing, errors do not matter.
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!pool.ending) logWarning("数据库连接中断：", error);
    });
  });
  // The pool emits the same errors for idle connections.
  pool.on("error", () => undefined);
  return pool;
}

/** Lends connections of a pool. Afterwards it closes lost ones and those with an open transaction. */
function lenderOf(pool: pg.Pool, connector: Connector) {
  return async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await connector
      .inTurn(() => pool.connect())
      .catch((error: unknown) => {
        throw isConnectionLost(error) ? new DatabaseUnreachable(error) : error;
      });
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

/** Lends the connections of a replica's pool. Behind a pooler each loan is a transaction. */
export function replicaLender(
  pool: pg.Pool,
  connector: Connector,
  way: Way,
  patience: Patience,
): LendReplica {
  const lent = lenderOf(pool, connector);
  if (!way.isPooled)
    return (work) =>
      lent((client) =>
        work({
          server: client,
          begin: (text) => ask(client, way, { text }),
          ask: (config, values) => ask(client, way, config, values),
        }),
      );
  return (work) =>
    lent(async (client) => {
      const end = (how: "commit" | "rollback") =>
        client.getTransactionStatus() === "I" ? undefined : client.query(how);
      try {
        const result = await work({
          server: null,
          async begin(text) {
            // Several statements in one message have several results.
            const results = await client.query(`begin read only; ${localLimits(patience)}; ${text}`);
            return [results].flat().at(-1) ?? results;
          },
          ask: (config, values) => ask(client, way, config, values),
        });
        await end("commit");
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await end("rollback");
        throw error;
      }
    });
}

/**
 * Drizzle on a pool, with transactions that always return their connection. Drizzle's own transactions keep it for ever
 * if BEGIN fails, and return it even if ROLLBACK was never answered: then the next COMMIT on it would write half a
 * transaction.
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
