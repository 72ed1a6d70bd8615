import pg from "pg";
import type { Servers } from "./addresses";

/** Of several servers one that is down must not use up the patience for all. */
const milliseconds = { ofOne: 10_000, ofSeveral: 3_000 };

/** A server that is there, but takes no writes: a standby. */
class OnlyReads extends Error {
  /** PostgreSQL's code of a write to such a server. */
  readonly code = "25006";
}

export type Connector = ReturnType<typeof connector>;

/** Makes connections to the server that answered last, and goes to the next one when it does not. */
export function connector({ urls, mustWrite }: Servers) {
  let at = 0;

  /** A connection to the server whose turn it is when it is made. */
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
    /** Throws where the server of a new connection takes no writes. */
    async check(client: pg.ClientBase): Promise<void> {
      if (!mustWrite) return;
      const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
      if (rows[0]?.transaction_read_only !== "off") throw new OnlyReads("the server only reads");
    },
    /** Tries the servers in turn until `connect` resolves; what the last of them said is thrown. */
    async inTurn<Result>(connect: () => Promise<Result>): Promise<Result> {
      for (let tried = 1; ; tried += 1) {
        const asked = at;
        try {
          return await connect();
        } catch (error) {
          // A pool that has no connection to spare says nothing of the server.
          const isFull = error instanceof Error && error.message.startsWith("timeout exceeded when trying");
          if (!isFull && at === asked) at += 1;
          if (isFull || tried >= urls.length) throw error;
        }
      }
    },
  };
}
