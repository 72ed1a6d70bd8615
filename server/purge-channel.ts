import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";

const channel = "portal:page-cache:purge";

export interface PurgeChannel {
  /** Tells the other processes to forget their pages. */
  announce(): void;
  close(): void;
}

/** Joins the processes that share a Redis: a write through one makes all of them forget their pages. */
export async function joinPurgeChannel(redisUrl: string, onPurge: () => void): Promise<PurgeChannel> {
  const own = randomUUID();
  const sender = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
  const receiver = new Redis(redisUrl);
  // Without Redis pages are at most some seconds old: worth a line in the log, not a failed write.
  const warn = (error: Error) => console.warn(`页面缓存的清除消息暂时送不到其他进程：${error.message}`);
  sender.on("error", warn);
  receiver.on("error", warn);
  receiver.on("message", (_, from) => {
    if (from !== own) onPurge();
  });
  await receiver.subscribe(channel);
  return {
    announce: () => void sender.publish(channel, own).catch(warn),
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
