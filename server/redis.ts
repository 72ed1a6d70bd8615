import { logInfo, logWarning } from "contract/base/log";
import { Redis } from "ioredis";

/**
 * How long a command may take, from sending until this process reads the answer: longer than a healthy Redis needs,
 * also under load. After that the caller does without Redis, so nobody waits longer than this.
 */
const answerMilliseconds = 1_000;
const connectMilliseconds = 2_000;
const retryMilliseconds = 1_000;

/**
 * A connection to Redis that nobody waits for: it is opened in the background and reopened after a loss, and without it
 * every command fails at once. If Redis accepts commands but does not answer, as a frozen one does, the first timeout
 * closes the connection, so that the following commands do not wait too.
 * @param use what it is used for, for the log: how that works without Redis, and once it is back
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
