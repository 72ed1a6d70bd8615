import { serversOf } from "gateway/database/addresses";
import pg from "pg";

/** How often two connections are tried: the pooler may give the second one another server connection. */
const tries = 5;

const backend = async (client: pg.Client) =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;

/**
 * Finds the mode of a pooler by its behaviour, because its console needs more rights. If two clients that are connected at
 * the same time get the same server process, the pooler lends connections for one transaction.
 */
export async function poolMode(databaseUrl: string): Promise<"transaction" | "statement" | "session"> {
  const [url] = serversOf(databaseUrl)?.urls ?? [];
  const [one, other] = [0, 1].map(() => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on("error", () => undefined);
    return client;
  }) as [pg.Client, pg.Client];
  try {
    await Promise.all([one.connect(), other.connect()]);
    for (let at = 0; at < tries; at += 1) {
      const had = await one.query("begin").then(
        () => backend(one),
        (error: Error) => {
          // PgBouncer's words; other errors, such as waiting in vain for a connection, say nothing of the mode.
          if (/transaction blocks not allowed/.test(error.message)) return "statement" as const;
          throw error;
        },
      );
      if (had === "statement") return had;
      await one.query("commit");
      await other.query("begin");
      const got = await backend(other);
      await other.query("commit");
      if (got === had) return "transaction";
    }
    return "session";
  } finally {
    await Promise.all([one.end(), other.end()]).catch(() => undefined);
  }
}
