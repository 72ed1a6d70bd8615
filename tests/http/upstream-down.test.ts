import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { answering, goBetween } from "../support/go-between";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { signInWithPassword } from "../support/sign-in";
import { startUpstream, type Upstream } from "../support/upstream";
import { someTopic } from "./support";

/** A gateway, and a portal that reaches it through a proxy which can break it. */
const started = /已启动：(http:\/\/\S+)/;
let dataDir: string;
let gateway: RunningProcess;
let between: Upstream;
let portal: RunningProcess;

const { healthy, breaking } = goBetween(() => gateway.found[1] ?? "");
const failures: [string, (response: ServerResponse) => void][] = [
  ["500", answering(500, '{"errorCode":"SERVER_ERROR","message":"服务器开小差了"}')],
  ["502 with HTML", answering(502, "<html>bad gateway</html>")],
  ["garbage", answering(200, "{not json")],
  ["a body of another shape", answering(200, '{"surprise":true}')],
  ["a cut connection", (response) => response.destroy()],
];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "upstream-"));
  await copyDemoData(dataDir);
  gateway = await startProcess(
    ["scripts/run.mjs", "gateway"],
    { PORT: "0", DATA_DIR: dataDir, TRUST_PROXY: "1" },
    started,
  );
  between = await startUpstream();
  const settings = {
    PORT: "0",
    DATA_DIR: dataDir,
    GATEWAY_URL: between.origin,
    SESSION_SECRET: "a-secret-of-at-least-32-characters!",
  };
  portal = await startProcess(["build/main.js"], settings, started);
});
afterAll(async () => {
  await portal?.stop();
  await between?.close();
  await gateway?.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => between.behave(healthy));

const visitor = () => new PlainBrowser(portal.found[1] ?? "");

describe("when the upstream fails", () => {
  test.each(failures)(
    "a list whose call answers %s is a page in the shell, with advice and the trace id",
    async (_, fail) => {
      between.behave(breaking(/home-list|section-list/, fail));
      const page = await visitor().get(`/forum/all?page=1&order=new&nonce=${Math.random()}`);
      expect([502, 503]).toContain(page.status);
      expect(page.$("nav[aria-label=主菜单] a").length).toBeGreaterThan(5);
      expect(page.text).toMatch(/跟踪号 [0-9a-f-]{36}/);
      expect(page.text).toContain("重新加载");
    },
  );

  test.each(failures)(
    "without the login status (%s) the page is still readable, and says so",
    async (_, fail) => {
      between.behave(breaking(/workspace\/current/, fail));
      const page = await visitor().get(`/forum/all?order=views&nonce=${Math.random()}`);
      expect(page.status).toBe(200);
      expect(page.$("h2 a").length).toBeGreaterThan(10);
      expect(page.text).toContain("部分服务暂时不可用");
    },
  );

  test("without navigation or footer the rest of the page is complete", async () => {
    between.behave(breaking(/navbar|footer-link/, answering(500, "{}")));
    expect((await visitor().get(`/forum/digest?nonce=${Math.random()}`)).status).toBe(200);
  });

  test.each(failures)("a reply whose call answers %s stays in its form", async (_, fail) => {
    const browser = visitor();
    await signInWithPassword(browser, demoAccounts.member);
    const topic = await browser.get(await someTopic(browser));
    between.behave(breaking(/submit-post/, fail));
    const refused = await browser.submit(topic, { intent: "reply" }, { content: "这段话不能丢" });
    expect(refused.status).toBe(503);
    expect(refused.$("textarea[name=content]").text()).toBe("这段话不能丢");
    expect(refused.text).toContain("内容已为你保留");
    between.behave(healthy);
    const again = await browser.submit(refused, { intent: "reply" }, {});
    expect([again.status, again.text.includes("这段话不能丢")]).toEqual([200, true]);
  });

  test.each([
    ["a reply", "reply", async (browser: PlainBrowser) => browser.get(await someTopic(browser)), {}],
    [
      "a preview",
      "preview",
      (browser: PlainBrowser) => browser.get("/posting"),
      { fid: "102", title: "标题也不能丢" },
    ],
  ])("%s is on whatever page comes when nothing of the upstream answers", async (_, intent, open, more) => {
    const browser = visitor();
    await signInWithPassword(browser, demoAccounts.member);
    const page = await open(browser);
    between.behave(breaking(/./, answering(502, "bad gateway")));
    const failed = await browser.submit(page, { intent }, { content: "整个上游都断了", ...more });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(failed.$("main textarea").text()).toBe("整个上游都断了");
    if ("title" in more) expect(failed.html).toContain(more.title);
  });

  test("any 403 is a local logout with the login dialog, and the text stays", async () => {
    const browser = visitor();
    await signInWithPassword(browser, demoAccounts.member);
    const topic = await browser.get(await someTopic(browser));
    between.behave(breaking(/submit-post/, answering(403, '{"errorCode":"SOMETHING"}')));
    const refused = await browser.submit(topic, { intent: "reply" }, { content: "403 也不能丢字" });
    expect(refused.status).toBe(403);
    expect(refused.$("textarea[name=content]").text()).toBe("403 也不能丢字");
    expect(refused.$("dialog[open] h2").text()).toBe("登录");
  });
});
