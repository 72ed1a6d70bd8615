import { logInfo, logWarning } from "contract/base/log";
import { Redis } from "ioredis";

/**
 * Longer than Redis takes when it is well, also where it, the line or this process is under load: it counts from when a
 * command is sent until this process gets to its answer. What needs it does without it then: a person waits for no more
 * than this.
 */
const answerMilliseconds = 1_000;
const connectMilliseconds = 2_000;
const retryMilliseconds = 1_000;

/**
 * A connection to Redis that nobody waits for: it is made in the background and again whenever it is lost,
 * and while there is none every command fails at once. A Redis that takes commands and answers none, as a
 * frozen one does, loses its connection after the first of them, so that those which follow do not wait as
 * well.
 *
 * @param use what it serves, for the log: how it is done without, once a loss
 * @param patienceMilliseconds how long a command may go unanswered
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
    // Sent once more after a reconnection, a point would be counted twice.
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
