import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyDemoData } from "../support/demo-data";
import { type RunningProcess, startProcess } from "../support/processes";

const started = /已启动：(http:\/\/\S+)/;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "draining-"));
  await copyDemoData(dataDir);
}, 240_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const start = (program: string, times: Record<string, string>) =>
  startProcess([`build/${program}.js`], { PORT: "0", DATA_DIR: dataDir, ...times }, started);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Posts a form byte by byte until the test lets it finish. */
function slowUpload(origin: string) {
  const body = "scheme=dark&back=%2Fforum%2Fall";
  const outgoing = request(new URL("/preferences", origin), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": body.length, origin },
    agent: false,
  });
  const answered = new Promise<number | string>((resolve) => {
    outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.on("response", (response) => text(response).then(() => resolve(response.statusCode ?? 0)));
  });
  outgoing.write(body.slice(0, 1));
  return { answered, finish: () => outgoing.end(body.slice(1)) };
}

/** Sends one request over a connection that stays open. */
function ask(
  origin: string,
  path: string,
  agent: Agent,
): Promise<{ status: number; connection: string; body: string }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, origin), { agent }, (response: IncomingMessage) => {
      text(response).then((body) => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, connection: headers.connection ?? "", body });
      }, reject);
    })
      .on("error", reject)
      .end();
  });
}

async function stopping(program: RunningProcess) {
  const began = performance.now();
  const ended = program.stop().then((code) => ({ code, seconds: (performance.now() - began) / 1_000 }));
  await expect.poll(program.output).toContain("正在停止");
  return ended;
}

describe.each(["main", "gateway"])("a stop of %s", (name) => {
  const ready = name === "main" ? "/readyz" : "/gateway/readyz";

  test("tells load balancers first, closes connections after their answers, and then accepts none", async () => {
    const program = await start(name, { DRAIN_SECONDS: "2", STOP_SECONDS: "60" });
    const origin = program.found[1] ?? "";
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(origin, ready, agent)).toMatchObject({ status: 200, connection: "keep-alive" });
    const ended = stopping(program);
    await expect.poll(program.output).toContain("正在停止");
    const told = await ask(origin, ready, agent);
    expect(told).toMatchObject({ status: 503, connection: "close" });
    expect(JSON.parse(told.body)).toEqual({ ready: false, stopping: true });
    const page = await ask(origin, name === "main" ? "/healthz" : "/gateway/healthz", agent);
    expect(page).toMatchObject({ status: 200, connection: "close" });
    const { code, seconds } = await ended;
    expect([code, seconds > 2]).toEqual([0, true]);
    await expect(ask(origin, ready, agent)).rejects.toThrow("ECONNREFUSED");
    agent.destroy();
  });
});

describe("a running upload when the portal is stopped", () => {
  test("finishes, and the stop waits only for it", async () => {
    const portal = await start("main", { STOP_SECONDS: "300" });
    const origin = portal.found[1] ?? "";
    const upload = slowUpload(origin);
    expect((await fetch(new URL("/healthz", origin))).status).toBe(200);
    const ended = stopping(portal);
    await expect.poll(portal.output).toContain("正在停止");
    // Much longer than a request usually takes.
    await pause(11_000);
    upload.finish();
    expect(await upload.answered).toBe(303);
    const { code, seconds } = await ended;
    expect([code, seconds > 11, seconds < 150]).toEqual([0, true, true]);
  });

  test("is cut off after STOP_SECONDS", async () => {
    const portal = await start("main", { STOP_SECONDS: "2" });
    const origin = portal.found[1] ?? "";
    const upload = slowUpload(origin);
    expect((await fetch(new URL("/healthz", origin))).status).toBe(200);
    const { code, seconds } = await stopping(portal);
    expect(await upload.answered).toBe("ECONNRESET");
    expect([code, seconds > 2]).toEqual([0, true]);
  });
});
