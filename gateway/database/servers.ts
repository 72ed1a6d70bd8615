import pg from "pg";
import type { Servers } from "./addresses";

/** The connection timeout. It is shorter with several servers, so that one that is down does not use up the time. */
const milliseconds = { ofOne: 10_000, ofSeveral: 3_000 };

/** Thrown for a read-only server, such as a standby. */
class OnlyReads extends Error {
  /** PostgreSQL's code for a write to such a server. */
  readonly code = "25006";
}

export type Connector = ReturnType<typeof connector>;

/** Connects to the server that answered last, or to the next one when it does not answer. */
export function connector({ urls, mustWrite }: Servers) {
  let at = 0;

  /** A connection to the server that is current at its creation. */
  class ServerClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({
        ...config,
        connectionString: urls[at % urls.length],
        connectionTimeoutMillis: urls.length > 1 ? milliseconds.ofSeveral : milliseconds.ofOne,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
    }
  }

  return {
    Client: ServerClient,
    mustWrite,
    /** Throws OnlyReads when the server of a new connection is read-only and writes are necessary. */
    async check(client: pg.ClientBase): Promise<void> {
      if (!mustWrite) return;
      const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
      if (rows[0]?.transaction_read_only !== "off") throw new OnlyReads("the server only reads");
    },
    /** Tries the servers in turn until `connect` resolves. Throws the error of the last server. */
    async inTurn<Result>(connect: () => Promise<Result>): Promise<Result> {
      for (let tried = 1; ; tried += 1) {
        const current = at;
        try {
          return await connect();
        } catch (error) {
          // A full pool says nothing about the server.
          const isFull = error instanceof Error && error.message.startsWith("timeout exceeded when trying");
          if (!isFull && at === current) at += 1;
          if (isFull || tried >= urls.length) throw error;
        }
      }
    },
  };
}
