import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { builtinModules } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, runProcess, startProcess } from "../support/processes";
import { signInWithPassword } from "../support/sign-in";
import { isWhole } from "../support/tier";
import { publishTopic } from "./support";

const started = /已启动：(http:\/\/\S+)/;
const originOf = (running: RunningProcess) => running.found[1] ?? "";
const secret = "a-secret-of-at-least-32-characters!";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "programs-"));
  // All tests copy one folder of a first start.
  await copyDemoData(dataDir);
}, 240_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Sends the head of a form post at once, and its body when the test says so; resolves to the status. */
function slowPost(origin: string, path: string, body: string) {
  const outgoing = request(new URL(path, origin), {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
      origin,
      connection: "close",
    },
    agent: false,
  });
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
  });
  outgoing.write(body.slice(0, 1));
  return { answered, finish: () => outgoing.end(body.slice(1)) };
}

describe("npm start", { timeout: 240_000 }, () => {
  test("prints its address, its data folder and the demo accounts; a restart keeps all data and builds nothing again", async () => {
    const start = () => startProcess(["scripts/run.mjs", "main"], { PORT: "0", DATA_DIR: dataDir }, started);
    let portal = await start();
    // The accounts are printed after the address.
    await expect.poll(portal.output).toContain(demoAccounts.muted.password);
    expect(portal.output()).toContain(`数据文件夹：${dataDir}`);
    const browser = new PlainBrowser(originOf(portal));
    await signInWithPassword(browser, demoAccounts.member);
    const topic = await publishTopic(browser);

    for (let view = 0; view < 3; view += 1) await browser.get(topic.url.pathname);
    const second = await runProcess(["build/main.js"], { PORT: "0", DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`数据文件夹 ${dataDir} 正被另一个进程（进程号 ${portal.pid}）使用`);

    expect(await portal.stop("SIGINT")).toBe(0);
    expect(portal.output()).toContain("已停止");
    portal = await start();
    try {
      expect(portal.output()).not.toContain("正在构建");
      const again = new PlainBrowser(originOf(portal));
      const reopened = await again.get(topic.url.pathname);
      expect(reopened.text).toContain("一段正文。");
      // View counts are written in batches, the last ones at the stop.
      expect(Number(/(\d+) 次浏览/.exec(reopened.text)?.[1])).toBeGreaterThanOrEqual(3);
      // The cookie's secret was stored, so the person is still signed in.
      again.jar.setCookieSync(
        browser.jar
          .getCookieStringSync(browser.origin)
          .split("; ")
          .find((pair) => pair.startsWith("gateway_session")) ?? "",
        again.origin,
      );
      expect((await again.get("/forum/all")).text).toContain(demoAccounts.member.nickname);
    } finally {
      expect(await portal.stop()).toBe(0);
    }
  });

  test.runIf(isWhole)("finishes running requests before it stops, and accepts no new ones", async () => {
    const portal = await startProcess(["build/main.js"], { PORT: "0", DATA_DIR: dataDir }, started);
    const origin = originOf(portal);
    const post = slowPost(origin, "/preferences", "scheme=dark&back=%2Fforum%2Fall");
    // The answer on another connection shows that the post's head has arrived.
    expect((await fetch(new URL("/healthz", origin))).status).toBe(200);
    const stopped = portal.stop();
    await expect.poll(portal.output).toContain("正在停止");
    await expect
      .poll(
        () =>
          new Promise((resolve) => {
            const socket = connect(Number(new URL(origin).port), "127.0.0.1");
            socket
              .on("connect", () => resolve("open"))
              .on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
            socket.on("connect", () => socket.destroy());
          }),
      )
      .toBe("ECONNREFUSED");
    post.finish();
    expect(await post.answered).toBe(303);
    expect(await stopped).toBe(0);
  });

  test("says that a port is in use, and which variables are invalid", async () => {
    const own = { DATA_DIR: dataDir };
    const { port } = new URL(inject("portalOrigin"));
    const taken = await runProcess(["build/main.js"], { ...own, PORT: port });
    expect([taken.code, taken.output]).toEqual([1, expect.stringContaining(`端口 ${port} 已被占用`)]);
    const wrong = await runProcess(["build/main.js"], {
      ...own,
      PORT: "http",
      DEMO: "on",
      DATABASE_URL: "hunter2",
    });
    expect(wrong.code).toBe(1);
    for (const name of ["PORT", "DEMO", "DATABASE_URL"]) expect(wrong.output).toContain(`- ${name} 的值`);
    expect(wrong.output).not.toContain("hunter2");
    const unreachable = await runProcess(["build/main.js"], {
      ...own,
      SESSION_SECRET: secret,
      DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`,
    });
    expect([unreachable.code, unreachable.output]).toEqual([
      1,
      expect.stringContaining("连接不上 DATABASE_URL"),
    ]);
    expect(unreachable.output).not.toContain("hunter2");
  });

  test("needs no development packages", async () => {
    const { dependencies } = JSON.parse(await readFile("package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    const programs = (await readdir("build"))
      .filter((name) => name.endsWith(".js"))
      .map((name) => join("build", name));
    const portal = (await readdir("build/server", { recursive: true }))
      .filter((name) => name.endsWith(".js"))
      .map((name) => join("build/server", name));
    expect(programs).toContain(join("build", "main.js"));
    expect(portal.length).toBeGreaterThan(0);
    for (const file of [...programs, ...portal]) {
      const source = await readFile(file, "utf8");
      const imports = [
        ...source.matchAll(/^(?:import|export)\b[^;'"]*?["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm),
      ].map((match) => match[1] ?? match[2] ?? "");
      for (const name of imports.filter(
        (one) => !one.startsWith(".") && !one.startsWith("node:") && !builtinModules.includes(one),
      )) {
        const packageName = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
        expect(Object.keys(dependencies), `${file} imports ${name}`).toContain(packageName);
      }
    }
  });
});

// Slow, because each of its portals is a process of its own.
describe.runIf(isWhole)("a gateway by itself", () => {
  let gateway: RunningProcess;
  beforeAll(async () => {
    gateway = await startProcess(
      ["scripts/run.mjs", "gateway"],
      { PORT: "0", DATA_DIR: dataDir, TRUST_PROXY: "1" },
      started,
    );
  });
  afterAll(() => gateway.stop());

  async function walk(origin: string): Promise<void> {
    const browser = new PlainBrowser(origin);
    const list = await browser.get("/forum/all");
    expect(list.status).toBe(200);
    expect(list.$("h2 a").length).toBeGreaterThan(10);
    await signInWithPassword(browser, demoAccounts.member);
    expect((await browser.get("/forum/all")).text).toContain(demoAccounts.member.nickname);
    const topic = await publishTopic(browser);
    expect(topic.text).toContain("一段正文。");
  }

  test("remix-serve can serve the portal with it", async () => {
    const port = await freePort();
    const serve = await startProcess(
      ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
      { HOST: "127.0.0.1", PORT: String(port), GATEWAY_URL: originOf(gateway), SESSION_SECRET: secret },
      /\[remix-serve\] (http:\S+)/,
    );
    try {
      await walk(`http://127.0.0.1:${port}`);
    } finally {
      await serve.stop();
    }
  });

  test("the front door can use it, opens no database, and runs as many threads as configured", async () => {
    const empty = await mkdtemp(join(tmpdir(), "programs-"));
    const portal = await startProcess(
      ["build/main.js"],
      { PORT: "0", DATA_DIR: empty, GATEWAY_URL: originOf(gateway), SESSION_SECRET: secret, WORKERS: "2" },
      started,
    );
    try {
      await walk(originOf(portal));
      expect(await readdir(empty)).toEqual([]);
    } finally {
      await portal.stop();
      await rm(empty, { recursive: true, force: true });
    }
  });
});
