import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { PlainBrowser } from "../support/plain-browser";
import { newMemberPassword } from "../support/register";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { isWhole } from "../support/tier";
import { newMember, phoneAgent, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe("policy pages (spec 2.1)", () => {
  const pages = [
    ["legalNotices", "legal-policy", "法律声明"],
    ["cookie-policy", "cookie-policy", "Cookie 政策"],
    ["privacyPolicy", "privacyPolicy", "隐私政策"],
    ["userPolicy", "userPolicy", "用户协议"],
  ] as const;
  test.each(pages)("/legalNotices/%s and /h5/protocol?cid=%s show %s", async (id, cid, title) => {
    const desktop = await visitor().get(`/legalNotices/${id}`);
    expect([desktop.status, desktop.$("h1").text()]).toEqual([200, title]);
    expect(desktop.$("title").text()).toMatch(new RegExp(`^${title} - `));
    const h5 = await visitor().get(`/h5/protocol?cid=${cid}`);
    expect([h5.status, h5.$("h1").text()]).toEqual([200, title]);
    const led = await visitor({ "user-agent": phoneAgent }).get(`/legalNotices/${id}?look=whole`, {
      follow: false,
    });
    const to = new URL(led.headers.get("location") ?? "", led.url);
    expect([led.status, to.pathname, to.searchParams.get("cid")]).toEqual([302, "/h5/protocol", cid]);
  });

  test.each([
    "/legalNotices/none",
    "/h5/protocol?cid=none",
    "/legalNotices/userPolicy?version=V0",
    "/legalNotices/userPolicy?version=",
  ])("%s is not there", async (path) => {
    expect((await visitor().get(path)).status).toBe(404);
  });

  test.each(shells)(
    "the activities have a policy of their own, with a header of its own, $shell",
    async ({ prefix, headers }) => {
      const page = await visitor(headers).get(`${prefix}/activeprivacyPolicy`);
      expect([page.status, page.$("h1").text()]).toEqual([200, "活动隐私政策"]);
      expect(page.$("body").attr("data-page-code")).toBe("active_privacy");
      expect([page.$("header").length, page.$("header nav, header input, header details").length]).toEqual([
        1, 0,
      ]);
      expect(page.$("footer").length).toBe(1);
    },
  );
});

describe("the cookie bar (spec 4, 9)", () => {
  const bar = "本站使用 Cookie";
  test.each(shells)(
    "is shown until it is closed, which stores V1 for 30 days, $shell",
    async ({ prefix, headers }) => {
      const browser = visitor(headers);
      const page = await browser.get(`${prefix}/forum/hot`);
      expect(page.text).toContain(bar);
      const answer = await browser.submit(page, { button: "我知道了" }, {}, { follow: false });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/forum/hot`]);
      expect(answer.headers.get("set-cookie")).toBe(
        "cookie_policy=V1; Path=/; Max-Age=2592000; SameSite=Lax",
      );
      expect((await browser.get(`${prefix}/forum/hot`)).text).not.toContain(bar);
    },
  );

  test.each(["V2", "v1", ""])("is shown for the stored version %j", async (version) => {
    expect((await visitor({ cookie: `cookie_policy=${version}` }).get("/forum/all")).text).toContain(bar);
  });
});

describe.each(shells)("the consents in the settings, $shell", ({ prefix, headers }) => {
  const address = `${prefix}/personalCenter/setting?section=privacy`;

  test("show which version was decided, when and from where, and link to its text", async () => {
    const { browser } = await newMember({
      "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36",
      ...headers,
    });
    const page = await browser.get(address);
    const lines = page
      .$("main ol > li")
      .toArray()
      .map((element) => page.$(element).text().replace(/\s+/g, " "));
    expect(lines).toEqual([
      expect.stringMatching(/同意《隐私声明》V2.*(刚刚|秒|分钟).*127\.0\.0\.1/),
      expect.stringMatching(/同意《用户声明》V2/),
    ]);
    expect(lines[0]).toMatch(prefix ? /Safari 17 · iOS 17\.0/ : /Chrome 130 · Windows/);
    const text = await browser.get(page.$("main ol a").first().attr("href") ?? "");
    expect([text.status, text.$("h1").text()]).toEqual([200, "隐私声明"]);
  });

  test("withdrawing a statement explains the effect, logs out, and the statement is asked for at the next sign-in", async () => {
    const { browser, account } = await newMember(headers);
    const page = await browser.get(address);
    const question = await browser.get(page.$('main a[href*="withdraw=UserHidev"]').attr("href") ?? "");
    expect(question.$("dialog[open]").text()).toContain("撤回后你会立即退出登录");
    expect(question.$("dialog[open]").text()).toContain("下次登录时会再次请你同意《用户声明》");
    const guest = await browser.submit(question, { intent: "withdraw" });
    expect([guest.url.pathname, guest.$("dialog[open]").length]).toEqual([`${prefix}/forum/all`, 0]);
    expect(guest.text).toContain("已撤回对《用户声明》的同意，你已退出登录");
    expect((await browser.get("/gateway/rest/workspace/current")).html).toContain('"user":null');
    await signInWithPassword(browser, { account, password: newMemberPassword });
    const prompt = await browser.get(`${prefix}/forum/all`);
    expect(prompt.$("dialog[open]").attr("id")).toBe("UserHidev");
    const free = await browser.submit(prompt, { intent: "accept" });
    expect(free.$("dialog[open]").length).toBe(0);
    const lines = (await browser.get(address))
      .$("main ol > li p:first-child")
      .toArray()
      .map((element) => free.$(element).text());
    expect(lines.slice(0, 2)).toEqual(["同意《用户声明》V2", "撤回同意《用户声明》V2"]);
  });

  test("withdrawing the disclaimer logs nobody out", async () => {
    const { browser } = await newMember(headers);
    await browser.submit(await browser.get(`${prefix}/forum/all?disclaimer=1`), { intent: "accept" });
    const question = await browser.get(`${address}&withdraw=Disclaimer`);
    expect(question.$("dialog[open]").text()).toContain("其他功能不受影响");
    const done = await browser.submit(question, { intent: "withdraw" });
    expect([done.url.pathname, done.status]).toEqual([`${prefix}/personalCenter/setting`, 200]);
    expect(done.text).toContain("已撤回对《免责声明》的同意");
    expect((await browser.get(`${prefix}/forum/all?disclaimer=1`)).$("dialog[open]").length).toBe(1);
    // A policy that is not accepted cannot be withdrawn, and neither can an unknown one.
    expect((await browser.get(`${address}&withdraw=Disclaimer`)).$("dialog[open]").length).toBe(0);
    const refused = await browser.submit(question, { intent: "withdraw" }, { privacyId: "cookie-policy" });
    expect(refused.status).toBe(400);
  });

  test("an invalid page number of the ledger shows the first page, and a page beyond the end is empty", async () => {
    const { browser } = await newMember(headers);
    for (const before of ["x", "-1", "99999999999"]) {
      const page = await browser.get(`${address}&before=${before}`);
      expect([page.status, page.$("main ol > li").length]).toEqual([200, 2]);
    }
    expect((await browser.get(`${address}&before=1`)).text).toContain("还没有记录");
  });
});

// Slow, because the pack is loaded again twice.
describe.runIf(isWhole)("a new version of a policy (spec 4)", () => {
  let parent: string;
  let portal: RunningPortal | undefined;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "portal-policy-"));
  });
  afterAll(async () => {
    await portal?.stop();
    await rm(parent, { recursive: true, force: true });
  });

  test("everybody is asked again, and the ledger keeps both versions with their texts", async () => {
    const dataDir = join(parent, "data");
    await copyDemoData(dataDir);
    const pack = join(parent, "pack");
    await cp("content/demo", pack, { recursive: true });
    const file = join(pack, "policies/user-statement.md");
    await writeFile(
      file,
      (await readFile(file, "utf8"))
        .replace("version: V2", "version: V3")
        .replace("请你在开始使用前确认", "请你在继续使用前确认"),
    );
    execFileSync(process.execPath, ["build/content-load.js", pack], {
      env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    });
    portal = await startPortal({ DATA_DIR: dataDir });
    const browser = new PlainBrowser(portal.origin);
    await signInWithPassword(browser, demoAccounts.member);
    const prompt = await browser.get("/forum/all");
    expect(prompt.$("dialog[open]").attr("id")).toBe("UserHidev");
    expect(prompt.$("dialog[open]").text()).toContain("请你在继续使用前确认");
    await browser.submit(prompt, { intent: "accept" });
    const ledger = await browser.get("/personalCenter/setting?section=privacy");
    const lines = ledger
      .$("main ol > li p:first-child")
      .toArray()
      .map((element) => ledger.$(element).text());
    expect(lines).toEqual(["同意《用户声明》V3", "同意《隐私声明》V2", "同意《用户声明》V2"]);
    const older = await browser.get(ledger.$('main ol a[href*="UserHidev"]').last().attr("href") ?? "");
    expect(older.text).toContain("请你在开始使用前确认");
    expect(older.text).toContain("这是曾经施行的旧版本");
    expect(older.$("link[rel=canonical]").attr("href")).toMatch(/\/legalNotices\/UserHidev$/);
  });
});
