import { Redis } from "ioredis";
import type { Environment } from "../environment";
import { type Finding, findingsOf, inTime, reasonOf } from "./finding";

const { ok, warn, error } = findingsOf("Redis");
const milliseconds = 5_000;
/** Round trips above this many milliseconds slow down every page. */
const slow = 50;

/** Checks the Redis that shares limits and purges. */
export async function examineRedis({ redisUrl, databaseUrl, portal }: Environment): Promise<Finding[]> {
  if (!redisUrl)
    return databaseUrl || portal.gatewayUrls.length > 0
      ? [
          warn(
            "没有 REDIS_URL：有几个进程时，频率限制各算各的，页面缓存也不会一起清",
            "几个进程一起服务时请给出 REDIS_URL；只有一个进程时不需要。",
          ),
        ]
      : [ok("没有用（只有一个进程时不需要）")];
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: milliseconds,
    commandTimeout: milliseconds,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The reason of a failed connection comes as an event.
  let last: unknown;
  redis.on("error", (reason) => {
    last = reason;
  });
  try {
    await inTime(milliseconds, redis.connect());
    const began = performance.now();
    await redis.ping();
    const took = performance.now() - began;
    // A read-only replica answers PING too.
    const info = await redis.info();
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
    if (field("role") === "slave")
      return [error("连到的是只读的副本", "让 REDIS_URL 指向主节点（或 Sentinel 前面的代理）。")];
    const message = `Redis ${field("redis_version")}，一次往返 ${took.toFixed(1)} 毫秒`;
    if (took > slow) return [warn(message, "换到离门户近的地方：每个页面都要问它。")];
    const policy = field("maxmemory_policy");
    if (policy.startsWith("allkeys"))
      return [
        warn(
          `${message}；内存满了会丢掉任何键（${policy}），频率限制会跟着清零`,
          "设 maxmemory-policy volatile-ttl 或 noeviction，或给门户单独的 Redis。",
        ),
      ];
    return [ok(message)];
  } catch (reason) {
    const message = reasonOf(last ?? reason);
    return [
      error(
        `连接不上 REDIS_URL：${message}`,
        /NOAUTH|WRONGPASS|NOPERM/.test(message)
          ? "检查地址里的用户名和密码，以及它的权限（ACL）。"
          : "检查 Redis 是否在运行、地址和端口是否对、防火墙是否放行。",
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
