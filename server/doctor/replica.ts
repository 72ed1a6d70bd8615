import { setTimeout as pause } from "node:timers/promises";
import type { Ask } from "gateway/database/migrate";
import { openForMigrations } from "gateway/database/postgres";
import { type Finding, findingsOf, inTime, reasonOf } from "./finding";

const { ok, warn } = findingsOf("只读副本");
const milliseconds = 10_000;
/** The longest wait for a replica, and the pause between two looks. */
const [waitMaximum, lookMilliseconds] = [5_000, 200];

/**
 * Checks DATABASE_REPLICA_URL. Without a replica the primary answers, so no finding is an error.
 * @param lag the milliseconds that it may be behind; a replica whose replay stands still is found by waiting for it
 */
export async function examineReplica(askPrimary: Ask, url: string, lag: number): Promise<Finding[]> {
  try {
    const { rows: primaryRows } = await askPrimary("select pg_current_wal_lsn()::text as place");
    const { client } = await inTime(milliseconds, openForMigrations(url, { mustWrite: false }));
    try {
      const { rows } = await client.query(
        `select pg_is_in_recovery() as standby,
          (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not relispartition and not has_table_privilege(oid, 'SELECT'))::int as closed`,
      );
      const { standby, closed } = rows[0] ?? {};
      if (!standby)
        return [
          warn("DATABASE_REPLICA_URL 指向的是可写的库，不是备库", "检查地址；没有备库时不用设这个变量。"),
        ];
      if (closed > 0)
        return [warn(`副本上有 ${closed} 张表没有读权限`, "在主库上 grant select，权限会复制过去。")];
      const patience = Math.min(lag, waitMaximum);
      const until = performance.now() + patience;
      for (;;) {
        const { rows: places } = await client.query(
          "select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as behind, pg_is_wal_replay_paused() as paused",
          [primaryRows[0]?.place],
        );
        const { behind, paused } = places[0] ?? {};
        if (Number(behind) <= 0 && !paused) return [ok("副本是备库，跟得上主库")];
        if (performance.now() < until && !paused) {
          await pause(lookMilliseconds);
          continue;
        }
        const megabytes = (Math.max(0, Number(behind)) / 1024 / 1024).toFixed(1);
        return [
          paused
            ? warn("副本停止了回放", "在副本上 select pg_wal_replay_resume()；在此之前由主库回答。")
            : warn(
                `副本等了 ${patience / 1_000} 秒还没有追上，落后 ${megabytes} MB 日志`,
                "看副本的日志、网络和磁盘；追上之前由主库回答。",
              ),
        ];
      }
    } finally {
      await client.end();
    }
  } catch (error) {
    return [
      warn(
        `连接不上 DATABASE_REPLICA_URL：${reasonOf(error)}`,
        "检查地址、密码和防火墙；在此之前由主库回答。",
      ),
    ];
  }
}
