import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

type Reply = string | number | null | Error | Reply[] | { status: string };

/** The part of Redis that the limits and the purge channel use. It freezes, stops and starts when a test says so. */
export interface RedisStandIn {
  url: string;
  /** The keys that it stores. */
  keys(): string[];
  /** Accepts connections and commands, like the socket of a stopped process, but answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Closes its port and every connection. It loses its data, as Redis without persistence does. */
  stop(): Promise<void>;
  /** Listens on its port, also after `stop`. */
  start(): Promise<void>;
}

interface Entry {
  value: number;
  expiresAt: number;
}

function encode(reply: Reply): string {
  if (reply === null) return "$-1\r\n";
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(encode).join("")}`;
  return `+${reply.status}\r\n`;
}

/** The complete commands at the beginning of the received text, and the rest of it. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return { commands, rest };
    let at = head[0].length;
    const words: string[] = [];
    for (let count = 0; count < Number(head[1]); count += 1) {
      const size = /^\$(\d+)\r\n/.exec(rest.slice(at));
      if (!size) return { commands, rest };
      at += size[0].length;
      if (rest.length < at + Number(size[1]) + 2) return { commands, rest };
      words.push(rest.slice(at, at + Number(size[1])));
      at += Number(size[1]) + 2;
    }
    commands.push(words);
    rest = rest.slice(at);
  }
}

/** @param listening false for a server that nobody can reach until `start` */
export async function startRedisStandIn(listening = true): Promise<RedisStandIn> {
  let entries = new Map<string, Entry>();
  const sockets = new Set<Socket>();
  const subscribers = new Map<string, Set<Socket>>();
  let frozen = false;
  let waiting: (() => void)[] = [];

  const present = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt <= Date.now()) entries.delete(key);
    return entries.get(key);
  };
  const millisecondsLeft = (key: string) => {
    const entry = present(key);
    return entry ? entry.expiresAt - Date.now() : -2;
  };
  /**
   * The only script that the limits run (of rate-limiter-flexible). It adds to a counter that expires after the given
   * seconds.
   */
  const count = (key: string, points: string, seconds: string): Reply => {
    const entry = present(key) ?? { value: 0, expiresAt: Date.now() + Number(seconds) * 1_000 };
    entries.set(key, { ...entry, value: entry.value + Number(points) });
    return [entry.value + Number(points), millisecondsLeft(key)];
  };

  const run = (socket: Socket, [name = "", ...words]: string[]): Reply => {
    const [first = "", second = ""] = words;
    switch (name.toLowerCase()) {
      case "info":
        return "redis_version:7.0.0\r\nloading:0\r\n";
      case "ping":
        return { status: "PONG" };
      case "client":
        return { status: "OK" };
      case "evalsha":
      case "eval":
        return count(words[2] ?? "", words[3] ?? "", words[4] ?? "");
      case "get":
        return present(first) ? String(present(first)?.value) : null;
      case "pttl":
        return millisecondsLeft(first);
      case "del":
        return entries.delete(first) ? 1 : 0;
      case "publish":
        for (const subscriber of subscribers.get(first) ?? [])
          subscriber.write(encode(["message", first, second]));
        return subscribers.get(first)?.size ?? 0;
      case "subscribe":
        subscribers.set(first, (subscribers.get(first) ?? new Set()).add(socket));
        return ["subscribe", first, 1];
      default:
        return new Error(`ERR unknown command '${name}'`);
    }
  };

  function serve(socket: Socket): void {
    sockets.add(socket);
    let buffered = "";
    let queued: string[][] | null = null;
    const answer = (words: string[]): Reply => {
      const name = words[0]?.toLowerCase();
      if (name === "multi") {
        queued = [];
        return { status: "OK" };
      }
      if (queued && name === "exec") {
        const all = queued.map((each) => run(socket, each));
        queued = null;
        return all;
      }
      if (!queued) return run(socket, words);
      queued.push(words);
      return { status: "QUEUED" };
    };
    const handle = () => {
      if (socket.destroyed) return;
      const { commands, rest } = readCommands(buffered);
      buffered = rest;
      for (const words of commands) socket.write(encode(answer(words)));
    };
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      buffered += chunk;
      if (frozen) waiting.push(handle);
      else handle();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      for (const each of subscribers.values()) each.delete(socket);
    });
  }

  let server: Server | undefined;
  let port = 0;
  const standIn: RedisStandIn = {
    url: "",
    keys: () => [...entries.keys()],
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
      const handlers = waiting;
      waiting = [];
      for (const handle of handlers) handle();
    },
    async stop() {
      entries = new Map();
      waiting = [];
      frozen = false;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = undefined;
    },
    async start() {
      const opened = createServer(serve);
      await new Promise<void>((resolve, reject) =>
        opened.once("error", reject).listen(port, "127.0.0.1", resolve),
      );
      server = opened;
      port = (opened.address() as AddressInfo).port;
    },
  };
  await standIn.start();
  standIn.url = `redis://127.0.0.1:${port}`;
  if (!listening) await standIn.stop();
  return standIn;
}
