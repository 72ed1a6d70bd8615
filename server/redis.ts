import { logInfo, logWarning } from "contract/base/log";
import { Redis } from "ioredis";

/**
 * How long a command may take, from sending until this process reads the answer. A healthy Redis is faster, even under
 * load. After this time the caller continues without Redis.
 */
const answerMilliseconds = 1_000;
const connectMilliseconds = 2_000;
const retryMilliseconds = 1_000;

/**
 * Opens a connection to Redis without waiting for it: in the background, and again after a loss. Without a connection,
 * every command fails at once. If Redis accepts commands but does not answer (because it is frozen), the first timeout
 * closes the connection, so that later commands do not wait too.
 * @param use log texts about its use: how that works without Redis, and once Redis is back
 * @param patienceMilliseconds how long a command may stay unanswered
 */
export function openRedis(
  redisUrl: string,
  use: { without: string; again: string },
  patienceMilliseconds = answerMilliseconds,
): Redis {
  const redis = new Redis(redisUrl, {
    commandTimeout: patienceMilliseconds,
    socketTimeout: patienceMilliseconds,
    connectTimeout: connectMilliseconds,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    // A command sent again after a reconnection would count a point twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 10), retryMilliseconds),
  });
  let lastError = "连接已断开";
  let away = false;
  redis.on("error", (error: Error) => {
    lastError = error.message;
  });
  redis.on("close", () => {
    if (away || redis.status === "end") return;
    away = true;
    logWarning(`Redis 连接不上，${use.without}：${lastError}`);
  });
  redis.on("ready", () => {
    if (away) logInfo(`Redis 已连接，${use.again}。`);
    away = false;
  });
  return redis;
}
