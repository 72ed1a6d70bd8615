import { randomUUID } from "node:crypto";
import {
  changesNothing,
  changesTogether,
  noChange,
  type PagesChange,
  wholeChange,
} from "contract/base/pages";
import { z } from "zod";
import { openRedis } from "./redis";

const channel = "portal:page-cache:changes";

const message = z.object({
  from: z.string(),
  change: z.object({
    drop: z.literal("all").or(z.array(z.number())),
    hides: z.boolean(),
    later: z.boolean(),
  }),
});

export interface PagesChannel {
  /**
   * Announces writes to the other processes; while Redis is unreachable, they are collected and sent when it is back.
   */
  announce(change: PagesChange): void;
  /** Whether announcements of other processes arrive here. */
  joined(): boolean;
  close(): void;
}

/** Parses a message; one in an unknown format counts as a change of everything. */
function parse(text: string): z.output<typeof message> {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return { from: "", change: wholeChange };
  }
}

/**
 * Joins the processes that share a Redis, so that a write through one changes the cached pages of all. Without Redis,
 * pages of other processes are a few seconds old at most: a log line is enough, the write need not fail.
 */
export function joinPagesChannel(redisUrl: string, onChange: (change: PagesChange) => void): PagesChannel {
  const own = randomUUID();
  const sender = openRedis(redisUrl, {
    without: "页面缓存的清除消息暂时送不到其他进程",
    again: "页面缓存的清除消息又能送到其他进程",
  });
  const receiver = openRedis(redisUrl, {
    without: "暂时收不到其他进程的页面缓存清除消息",
    again: "又能收到其他进程的页面缓存清除消息",
  });
  let unsent = noChange;
  const announce = (change: PagesChange) => {
    sender.publish(channel, JSON.stringify({ from: own, change })).catch(() => {
      unsent = changesTogether(unsent, change);
    });
  };
  sender.on("ready", () => {
    if (changesNothing(unsent)) return;
    const change = unsent;
    unsent = noChange;
    announce(change);
  });
  let joined = false;
  receiver.on("message", (_, text) => {
    const { from, change } = parse(text);
    if (from !== own) onChange(change);
  });
  receiver.on("ready", () => {
    receiver.subscribe(channel).then(
      () => {
        joined = true;
        // Messages sent before the subscription were missed.
        onChange(wholeChange);
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
