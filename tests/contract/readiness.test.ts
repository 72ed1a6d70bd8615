import { createServer } from "node:net";
import { createGateway } from "gateway/app";
import { createDelivery } from "gateway/server/delivery";
import { expect, it, vi } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

const ready = async (more: object = {}) => {
  const response = await createGateway({ ...gateway().services, ...more }).request("/gateway/readyz");
  return { status: response.status, ...((await response.json()) as object) };
};

it("a gateway is ready while there is disk space, and says so when there is none", async () => {
  expect(await ready()).toMatchObject({ status: 200, ready: true, database: "ok", disk: "ok" });
  const full = { hasRoom: () => Promise.resolve(false) };
  expect(await ready(full)).toMatchObject({ status: 503, ready: false, database: "ok", disk: "full" });
  const { database } = gateway();
  const failing = vi.spyOn(database, "insert").mockImplementation(() => {
    throw Object.assign(new Error("could not extend file"), { code: "53100" });
  });
  expect(await ready()).toMatchObject({ status: 503, ready: false, database: "ok", disk: "full" });
  failing.mockRestore();
});

it("a mail server that accepts the connection and stays silent is given up in time", async () => {
  const mute = createServer();
  await new Promise<void>((listening) => mute.listen(0, "127.0.0.1", listening));
  const { port } = mute.address() as { port: number };
  const sockets = new Set<{ destroy(): void }>();
  mute.on("connection", (socket) => sockets.add(socket));
  const later = globalThis.setTimeout;
  // Shortens only the limit of the whole: each step of the conversation has a limit of its own.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, milliseconds = 0) =>
    later(run, milliseconds === 10_000 ? 50 : milliseconds)) as typeof setTimeout);
  try {
    const delivery = createDelivery({ database: gateway().database, smtpUrl: `smtp://127.0.0.1:${port}` });
    const message = { channel: "email", recipient: "a@example.com", subject: "码", text: "1" } as const;
    await expect(delivery.send(message)).rejects.toThrow("邮件服务器没有及时回答");
  } finally {
    vi.restoreAllMocks();
    for (const socket of sockets) socket.destroy();
    mute.close();
  }
});
