import { sqlState } from "gateway/database/failures";
import { type Ask, pendingMigrations, SchemaProblem } from "gateway/database/migrate";
import { migrationsFolder, readMigrations } from "gateway/database/migration-files";
import { encodingAdvice, openForMigrations } from "gateway/database/postgres";
import type { Environment } from "../environment";
import { type Finding, findingsOf, inTime, reasonOf } from "./finding";
import { poolMode } from "./pooler";
import { examineReplica } from "./replica";
import type { ReadClock } from "./site";

const database = findingsOf("数据库");
const rights = findingsOf("数据库权限");
const pooler = findingsOf("连接池");
const schema = findingsOf("数据库结构");
const replicas = findingsOf("复制");

/** The oldest supported PostgreSQL. */
const versionMinimum = 15;
/** The largest lag of a replica, in seconds, without a warning. */
const lagMaximum = 30;
const milliseconds = 15_000;

const advices: Record<string, string> = {
  "28P01": "检查地址里的用户名和密码。",
  "28000": "检查用户名，以及 pg_hba.conf 是否放行本机。",
  "3D000": "先建库：create database 库名 encoding 'UTF8' template template0。",
  "53300": "连接数已满：提高 max_connections，或减小 DATABASE_POOL。",
  "57P03": "数据库正在启动或恢复，稍后再试。",
};

function unreachable(variable: string, error: unknown): Finding {
  const reason = reasonOf(error);
  const byCode = advices[sqlState(error) ?? ""];
  const byNetwork = /ENOTFOUND|EAI_AGAIN/.test(reason)
    ? "检查主机名和 DNS。"
    : "检查数据库是否在运行、地址和端口是否对、防火墙是否放行。";
  return database.error(`连接不上 ${variable}：${reason}`, byCode ?? byNetwork);
}

type Row = Record<string, unknown>;
const first = async (ask: Ask, statement: string): Promise<Row> => (await ask(statement)).rows[0] ?? {};

/** Checks version, encoding, and that the server takes writes. */
async function examineServer(ask: Ask): Promise<Finding[]> {
  const row = await first(
    ask,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') as only_reads, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const major = Math.floor(Number(row.number) / 10_000);
  const findings: Finding[] = [];
  if (major < versionMinimum)
    findings.push(
      database.error(
        `PostgreSQL ${row.version} 太旧，需要 ${versionMinimum} 或更新`,
        "升级数据库（pg_upgrade，或用 npm run backup 备份后恢复到新库）。",
      ),
    );
  if (row.encoding !== "UTF8")
    findings.push(database.error(`数据库的编码是 ${row.encoding}，存不下中文和表情`, encodingAdvice));
  if (row.standby === true || row.only_reads === "on")
    findings.push(
      database.error(
        "连到的数据库只读（备库，或 default_transaction_read_only）",
        "DATABASE_URL 要指向主库；写几台主机时会自动找到能写的那台。",
      ),
    );
  if (findings.length === 0) findings.push(database.ok(`PostgreSQL ${row.version}，UTF8，可写，${row.size}`));
  return findings;
}

/** Checks that the role may read and write all tables and run migrations. */
async function examineRights(ask: Ask, mayMigrate: boolean): Promise<Finding[]> {
  const row = await first(
    ask,
    `select quote_ident(current_user) as role, quote_ident(current_database()) as name,
      has_schema_privilege('public', 'CREATE') as makes_tables,
      has_database_privilege(current_database(), 'CREATE') or to_regnamespace('drizzle') is not null as makes_schemas,
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
          and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE')))::int as closed,
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace
        and case when relkind = 'S' then not has_sequence_privilege(oid, 'USAGE') end)::int as closed_sequences,
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not pg_has_role(relowner, 'USAGE'))::int as foreign`,
  );
  const { role, name } = row;
  const findings: Finding[] = [];
  if (Number(row.closed) > 0 || Number(row.closed_sequences) > 0)
    findings.push(
      rights.error(
        `角色 ${role} 对 ${Number(row.closed) + Number(row.closed_sequences)} 张表或序列没有全部读写权限`,
        `grant select, insert, update, delete on all tables in schema public to ${role}; grant usage on all sequences in schema public to ${role};`,
      ),
    );
  const cannotMigrate = row.makes_tables !== true || row.makes_schemas !== true || Number(row.foreign) > 0;
  if (cannotMigrate && mayMigrate)
    findings.push(
      rights.error(
        `角色 ${role} 不能升级数据库结构（不能建表，或表属于别的角色），而启动时要升级`,
        `grant create on database ${name} to ${role}; grant create on schema public to ${role}; 并让它拥有这些表；或设 MIGRATE=0，由有权的角色运行 npm run migrate。`,
      ),
    );
  if (findings.length === 0)
    findings.push(rights.ok(cannotMigrate ? "可读写，不能升级结构（MIGRATE=0）" : "可读写，可升级结构"));
  return findings;
}

async function examineSchema(ask: Ask, mayMigrate: boolean): Promise<Finding[]> {
  try {
    const all = readMigrations(migrationsFolder());
    const pending = await pendingMigrations(ask, all);
    if (pending.length === 0) return [schema.ok(`已是最新（${all.length} 次升级）`)];
    const message =
      pending.length === all.length ? "还是空库，没有建表" : `还有 ${pending.length} 次升级没有运行`;
    return mayMigrate
      ? [schema.warn(message, "下次启动会自动运行；想先看看：npm run migrate -- --dry-run。")]
      : [schema.error(`${message}，而 MIGRATE=0`, "运行 npm run migrate。")];
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    return [schema.error(error.message, "见 docs/upgrading.md。")];
  }
}

/** The most connections that a process with these variables opens. */
const connectionsOf = ({ database: { pool = 10, workPool = 3 }, workers }: Environment) =>
  (pool + workPool) * workers;

/** Checks that the connections of this process fit into max_connections. */
async function examineRoom(ask: Ask, environment: Environment) {
  const row = await first(
    ask,
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  );
  const most = Number(row.most);
  const wanted = connectionsOf(environment);
  return wanted > most
    ? [
        database.error(
          `本进程最多开 ${wanted} 个连接，数据库只允许 ${most} 个`,
          "提高 max_connections，或减小 DATABASE_POOL、WORKERS，或在前面放连接池。",
        ),
      ]
    : wanted * 2 > most
      ? [
          database.warn(
            `本进程最多开 ${wanted} 个连接，数据库允许 ${most} 个：再起一个进程就可能不够`,
            "提高 max_connections，或减小 DATABASE_POOL，或在前面放连接池。",
          ),
        ]
      : [];
}

/** Checks the lag of the primary's standbys. */
async function examineReplicas(ask: Ask): Promise<Finding[]> {
  const { rows } = await ask(
    `select coalesce(nullif(application_name, ''), client_addr::text, '备库') as name, state,
      coalesce(extract(epoch from replay_lag), 0)::float as lag, pg_has_role('pg_monitor', 'USAGE') as sees, quote_ident(current_user) as role
      from pg_stat_replication`,
  );
  return rows.map(({ name, state, lag, sees, role }) =>
    sees !== true
      ? replicas.warn(
          `备库 ${name} 落后多少看不到`,
          `在主库上 grant pg_monitor to ${role}，就能看到；只看，不能改任何东西。`,
        )
      : state !== "streaming" || Number(lag) > lagMaximum
        ? replicas.warn(
            `备库 ${name} ${state === "streaming" ? `落后 ${Number(lag).toFixed(0)} 秒` : `的状态是 ${state}`}`,
            "看备库的日志、网络和磁盘；长查询也会让它停下（max_standby_streaming_delay）。",
          )
        : replicas.ok(`备库 ${name} 落后 ${Number(lag).toFixed(1)} 秒`),
  );
}

/** Checks the mode and the limits of a pooler. */
async function examinePooler(ask: Ask, url: string, environment: Environment): Promise<Finding[]> {
  const { directUrl } = environment.database;
  const wanted = connectionsOf(environment);
  const mode = await inTime(milliseconds, poolMode(url)).catch((error: unknown) => reasonOf(error));
  if (mode === "statement")
    return [
      pooler.error(
        "连接池是语句模式（pool_mode = statement），事务不能用",
        "把它设成 pool_mode = transaction 并重新载入。",
      ),
    ];
  if (mode !== "transaction" && mode !== "session")
    return [
      pooler.error(
        `连接池没有给出两个连接：${mode}`,
        `会话模式时，default_pool_size 要不小于各进程的连接数之和（本进程 ${wanted} 个）；最好设成 pool_mode = transaction。`,
      ),
    ];
  const findings: Finding[] = [];
  const { unlimited, role } = await first(
    ask,
    `select coalesce((select setting from pg_settings where name = 'statement_timeout'), '0') = '0' as unlimited,
      quote_ident(current_user) as role`,
  );
  if (unlimited === true)
    findings.push(
      pooler.warn(
        "经过连接池，事务之外的语句没有时限",
        `运行 alter role ${role} set statement_timeout = 10000（三条见 docs/deploy.md）。`,
      ),
    );
  if (!directUrl)
    findings.push(
      pooler.warn(
        "没有 DATABASE_DIRECT_URL：不锁表建索引的升级不能经过连接池",
        "用 DATABASE_DIRECT_URL 给出 PostgreSQL 自己的地址。",
      ),
    );
  findings.push(
    pooler.ok(
      mode === "session"
        ? `会话模式（或有足够的连接，看不出）；会话模式时 default_pool_size 要不小于各进程的连接数之和（本进程 ${wanted} 个）`
        : "事务模式",
    ),
  );
  return findings;
}

/** Turns an exception of a check into a finding, so that the other checks go on. */
async function each(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await inTime(milliseconds, check());
  } catch (error) {
    return [findingsOf(name).error(`没有查成：${reasonOf(error)}`, "看数据库的日志；这一项的结论还不知道。")];
  }
}

/** More checks on the same database. */
export type AskDatabase = (ask: Ask) => Promise<Finding[]>;

/** Checks the PostgreSQL of DATABASE_URL without changing it. */
export async function examinePostgres(
  environment: Environment,
  url: string,
  more: AskDatabase,
): Promise<{ findings: Finding[]; clocks: ReadClock[] }> {
  const { directUrl, replicaUrl, replicaLag = 0, migrate = true } = environment.database;
  const opened = await inTime(milliseconds, openForMigrations(url)).catch((error: unknown) =>
    unreachable("DATABASE_URL", error),
  );
  if (!("client" in opened)) return { findings: [opened], clocks: [] };
  const {
    client,
    database: { ask },
    isPooled,
  } = opened;
  const clocks: ReadClock[] = [];
  try {
    const findings = [
      ...(await each("数据库", () => examineServer(ask))),
      ...(await each("数据库", () => examineRoom(ask, environment))),
      ...(await each("数据库权限", () => examineRights(ask, migrate))),
      ...(await each("数据库结构", () => examineSchema(ask, migrate))),
      ...(await each("复制", () => examineReplicas(ask))),
      ...(replicaUrl ? await each("只读副本", () => examineReplica(ask, replicaUrl, replicaLag)) : []),
      ...(isPooled ? await each("连接池", () => examinePooler(ask, url, environment)) : []),
      ...(directUrl ? await each("数据库", () => examineDirect(directUrl)) : []),
      ...(await each("内容", () => more(ask))),
    ];
    const sentAt = Date.now();
    const { at } = await first(ask, "select extract(epoch from clock_timestamp())::float * 1000 as at");
    clocks.push({ whose: "数据库", at: Number(at), sentAt, answeredAt: Date.now(), step: 1 });
    return { findings, clocks };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Checks that DATABASE_DIRECT_URL can be reached and is not a pooler. */
async function examineDirect(directUrl: string): Promise<Finding[]> {
  try {
    const { client, isPooled } = await openForMigrations(directUrl);
    await client.end();
    return isPooled
      ? [
          database.error(
            "DATABASE_DIRECT_URL 也指向连接池",
            "让它指向 PostgreSQL 自己的端口（多半是 5432）。",
          ),
        ]
      : [];
  } catch (error) {
    return [unreachable("DATABASE_DIRECT_URL", error)];
  }
}
