import { randomUUID } from "node:crypto";
import { openRedis } from "./redis";

const channel = "portal:page-cache:purge";

export interface PurgeChannel {
  /**
   * Tells the other processes to forget their pages; those that Redis does not reach now are told once it is
   * back.
   */
  announce(): void;
  /** Whether what others announce arrives here. */
  joined(): boolean;
  close(): void;
}

/**
 * Joins the processes that share a Redis: a write through one makes all of them forget their pages. Without
 * Redis a page of another process is at most some seconds old: worth a line in the log, not a failed write.
 */
export function joinPurgeChannel(redisUrl: string, onPurge: () => void): PurgeChannel {
  const own = randomUUID();
  const sender = openRedis(redisUrl, {
    without: "页面缓存的清除消息暂时送不到其他进程",
    again: "页面缓存的清除消息又能送到其他进程",
  });
  const receiver = openRedis(redisUrl, {
    without: "暂时收不到其他进程的页面缓存清除消息",
    again: "又能收到其他进程的页面缓存清除消息",
  });
  let unsent = false;
  const announce = () => {
    sender.publish(channel, own).then(
      () => {
        unsent = false;
      },
      () => {
        unsent = true;
      },
    );
  };
  sender.on("ready", () => {
    if (unsent) announce();
  });
  let joined = false;
  receiver.on("message", (_, from) => {
    if (from !== own) onPurge();
  });
  receiver.on("ready", () => {
    receiver.subscribe(channel).then(
      () => {
        joined = true;
        // Purges that were announced while this process was not subscribed were missed.
        onPurge();
      },
      () => receiver.disconnect(true),
    );
  });
  receiver.on("close", () => {
    joined = false;
  });
  return {
    announce,
    joined: () => joined,
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
