import { serversOf } from "gateway/database/addresses";
import pg from "pg";

/** How often two connections are tried: whose turn it is at the pooler is its own affair. */
const tries = 5;

const backend = async (client: pg.Client) =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;

/**
 * How a pooler lends its connections, by what it does: its own console needs rights that a portal does not have. A
 * connection of the server that one client has used and another gets, while the first is still there, was lent for a
 * transaction.
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
        () => "statement" as const,
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
