import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import type { OldRow, OldTables, OldValue } from "./old-tables";

/** Thrown when the old database cannot be read; the message is for the operator. */
export class OldDatabaseProblem extends Error {}

/** Names of tables and columns are ours; quoting keeps reserved words apart. */
const quoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;
/** UCenter may have a database of its own: `db.prefix_`. */
const quotedIn = (name: string) => {
  const dot = name.indexOf(".");
  return dot < 0 ? quoted(name) : `${quoted(name.slice(0, dot))}.${quoted(name.slice(dot + 1))}`;
};

export interface OpenTables extends OldTables {
  close(): Promise<void>;
}

const asText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Opens a board's database. The server converts its texts to UTF-8, whatever their character set is (utf8, utf8mb4, gbk).
 * Only reads: the transaction is read-only.
 * @param from `mysql://user:password@host:port/database`; `?prefix=` is the prefix of the tables, `pre_` by default,
 * `?ucenter=` that of UCenter's, `database.prefix_` where it has its own. Throws OldDatabaseProblem.
 */
export async function openMysqlTables(from: string): Promise<OpenTables> {
  let url: URL;
  try {
    url = new URL(from);
  } catch {
    throw new OldDatabaseProblem("DISCUZ_URL 或 --from 应是 mysql://用户:密码@主机/数据库 这样的地址");
  }
  if (!/^(?:mysql|mariadb):$/.test(url.protocol) || url.pathname.length < 2)
    throw new OldDatabaseProblem("DISCUZ_URL 或 --from 应是 mysql://用户:密码@主机/数据库 这样的地址");
  const prefix = url.searchParams.get("prefix") ?? "pre_";
  const ucenter = url.searchParams.get("ucenter") ?? `${prefix}ucenter_`;
  const socketPath = url.searchParams.get("socket");
  const connection: Connection = await createConnection({
    ...(socketPath ? { socketPath } : { host: url.hostname, port: Number(url.port || 3306) }),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    charset: "utf8mb4",
    supportBigNumbers: true,
    dateStrings: true,
  }).catch((error: unknown) => {
    throw new OldDatabaseProblem(`连接不上旧论坛的数据库：${asText(error)}`);
  });
  await connection.query("set session transaction read only");
  const nameOf = (table: string) =>
    table.startsWith("ucenter_")
      ? quotedIn(ucenter + table.slice("ucenter_".length))
      : quoted(prefix + table);
  const run = async (statement: string, values: OldValue[]): Promise<OldRow[]> => {
    const [rows] = await connection.query<RowDataPacket[]>(statement, values);
    return rows as OldRow[];
  };
  const known = new Map<string, boolean>();
  return {
    async has(table) {
      const present =
        known.get(table) ??
        (await run(`select 1 from ${nameOf(table)} limit 1`, []).then(
          () => true,
          (error: { code?: string }) => {
            if (error.code === "ER_NO_SUCH_TABLE") return false;
            throw new OldDatabaseProblem(`读不了旧论坛的表 ${table}：${asText(error)}`);
          },
        ));
      known.set(table, present);
      return present;
    },
    after: (table, key, above, limit, columns) =>
      run(
        `select ${columns ? columns.map(quoted).join(", ") : "*"} from ${nameOf(table)} where ${quoted(key)} > ? order by ${quoted(key)} limit ${Math.trunc(limit)}`,
        [above],
      ),
    async where(table, column, values, columns) {
      if (values.length === 0) return [];
      const names = columns ? columns.map(quoted).join(", ") : "*";
      const marks = values.map(() => "?").join(", ");
      return run(`select ${names} from ${nameOf(table)} where ${quoted(column)} in (${marks})`, [...values]);
    },
    async count(table) {
      const [row] = await run(`select count(*) as rows_of from ${nameOf(table)}`, []);
      return Number(row?.rows_of ?? 0);
    },
    async now() {
      const [row] = await run("select unix_timestamp() as seconds", []);
      return Number(row?.seconds);
    },
    close: () => connection.end(),
  };
}
