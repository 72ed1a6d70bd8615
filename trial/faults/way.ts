import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The state of the way: as usual, nobody listens, accepted and never answered, or answers that come late. */
export type WayState = "pass" | "gone" | "halting" | { slow: number };

export interface Way {
  port: number;
  /** Changes the state. Connections of the state before end, unless both are usual or slow. */
  set(state: WayState): Promise<void>;
  close(): Promise<void>;
}

const isOpen = (state: WayState) => state === "pass" || typeof state === "object";

/** A TCP way to a server of this machine, which can be closed, held, or made slow while it is used. */
export async function startWay(target: number): Promise<Way> {
  let state: WayState = "pass";
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  const carry = (from: Socket, to: Socket, isAnswer: boolean) => {
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on("data", (bytes) => {
      if (state === "halting") return;
      const late = isAnswer && typeof state === "object" ? state.slow : 0;
      // Chunks with the same delay stay in order.
      if (late > 0) setTimeout(() => to.writable && to.write(bytes), late);
      else if (to.writable) to.write(bytes);
    });
  };
  const accept = (near: Socket) => {
    if (state === "halting") {
      sockets.add(near);
      near.on("error", () => near.destroy());
      near.on("close", () => sockets.delete(near));
      near.resume();
      return;
    }
    const far = connect(target, "127.0.0.1");
    carry(near, far, false);
    carry(far, near, true);
  };
  const listen = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const made = createServer(accept).on("error", reject);
      made.listen(port, "127.0.0.1", () => resolve(made));
    });
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    const old = server;
    server = undefined;
    if (old) await new Promise((resolve) => [old.close(resolve), end()]);
  };
  server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async set(next) {
      const before = state;
      state = next;
      if (next === "gone") await stop();
      else server ??= await listen(port);
      // A held connection has lost bytes, so it ends with the hold. What begins to be held stays open.
      if (before === "halting" && isOpen(next)) end();
    },
    close: stop,
  };
}
