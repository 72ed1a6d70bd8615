import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leadsOn } from "../../app/navigation/screen-row";
import { screens } from "../../app/navigation/screens";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { startUpstream, type Upstream } from "../support/upstream";
import { someTopic } from "./support";

const portals: Record<"strict" | "closed" | "central", RunningPortal | undefined> = {
  strict: undefined,
  closed: undefined,
  central: undefined,
};
const browserAt = (portal: keyof typeof portals) => new PlainBrowser(portals[portal]?.origin ?? "");

/** Stands in for the company's sign-in portals, which a start only checks. */
let central: Upstream | undefined;

beforeAll(async () => {
  central = await startUpstream();
  const settings = {
    strict: { SESSIONS_PER_ACCOUNT: "1" },
    closed: { ACCESS_CONFIG: "0", REGISTER_CONFIG: "0" },
    central: {
      DEMO: "1",
      SIGNIN_URL_CN: `${central.origin}/cn/login?app=portal`,
      SIGNIN_URL_COM: `${central.origin}/com/login`,
    },
  };
  const start = async (name: keyof typeof portals) => {
    portals[name] = await startPortal(settings[name]);
  };
  await Promise.all([start("strict"), start("closed"), start("central")]);
});
afterAll(async () => {
  await Promise.all(Object.values(portals).map((portal) => portal?.stop()));
  await central?.close();
});

describe("session conflict (spec 4, 8)", () => {
  test("the browser whose session was ended is told once, and its confirmation logs it out", async () => {
    const first = browserAt("strict");
    const second = browserAt("strict");
    await signInWithPassword(first, demoAccounts.member);
    expect((await first.get("/forum/all")).text).toContain(demoAccounts.member.nickname);
    await signInWithPassword(second, demoAccounts.member);

    const page = await first.get("/forum/all");
    const dialog = page.$("dialog[open]");
    expect(dialog.find("h2").text()).toBe("提示");
    expect(dialog.text()).toContain("该账号已经在其他网站登录了");
    const confirm = dialog.find("a, button").filter((_, element) => page.$(element).text().trim() === "确定");
    expect(confirm.attr("href")).toBe("/logout");

    const after = await first.get("/logout");
    expect(after.url.pathname).toBe("/forum/all");
    expect(after.$("dialog[open]").length).toBe(0);
    expect(after.text).toContain("登录");
    // The other browser sees no change.
    expect((await second.get("/forum/all")).text).toContain(demoAccounts.member.nickname);
  });

  test("a person who confirms it, or logs out, in the mobile shell stays there", async () => {
    const first = browserAt("strict");
    await signInWithPassword(first, demoAccounts.member);
    const page = await first.get("/h5/tags");
    const out = page.$('header a:contains("退出登录")').attr("href") ?? "";
    await signInWithPassword(browserAt("strict"), demoAccounts.member);
    const told = await first.get("/h5/tags");
    const confirm = told.$('dialog[open] a:contains("确定")').attr("href") ?? "";
    for (const href of [out, confirm]) expect((await first.get(href)).url.pathname).toBe("/h5/forum/all");
  });

  test("a reply posted from the ended session is kept in its form", async () => {
    const first = browserAt("strict");
    await signInWithPassword(first, demoAccounts.member);
    const topic = await first.get(await someTopic(first));
    await signInWithPassword(browserAt("strict"), demoAccounts.member);
    const refused = await first.submit(topic, { intent: "reply" }, { content: "写了很久的一段回复" });
    expect(refused.status).toBe(403);
    expect(refused.$("textarea[name=content]").text()).toBe("写了很久的一段回复");
    expect(refused.text).toContain("该账号已经在其他网站登录了，内容已为你保留");
    expect(refused.$("dialog[open]").length).toBe(1);
    await signInWithPassword(first, demoAccounts.member);
    const again = await first.submit(refused, { intent: "reply" }, {});
    expect([again.status, again.text.includes("写了很久的一段回复")]).toEqual([200, true]);
  });

  test("a topic posted from the ended session is kept in the editor", async () => {
    const first = browserAt("strict");
    await signInWithPassword(first, demoAccounts.member);
    const editor = await first.get("/posting?fid=101");
    await signInWithPassword(browserAt("strict"), demoAccounts.member);
    const typed = { title: "会话被顶掉时的标题", content: "会话被顶掉时的正文" };
    const refused = await first.submit(editor, { intent: "publish" }, typed);
    expect(refused.status).toBe(403);
    expect([refused.$("[name=title]").attr("value"), refused.$("textarea[name=content]").text()]).toEqual(
      Object.values(typed),
    );
    await signInWithPassword(first, demoAccounts.member);
    const published = await first.submit(refused, { intent: "publish" }, {});
    expect([published.status, published.$("h1").text()]).toEqual([200, typed.title]);
  });
});

describe("a session that was logged out elsewhere (spec 8, 403)", () => {
  test("is a local logout: the person reads on as a visitor, and a form keeps what was typed beside the login dialog", async () => {
    const browser = browserAt("closed");
    await signInWithPassword(browser, demoAccounts.member);
    const topic = await browser.get(await someTopic(browser));
    const cookie = await browser.jar.getCookieString(browser.origin);
    await new PlainBrowser(browser.origin, { cookie }).get("/gateway/logout");
    const refused = await browser.submit(topic, { intent: "reply" }, { content: "登录已经没了" });
    expect([refused.status, refused.$("textarea[name=content]").text()]).toEqual([403, "登录已经没了"]);
    expect(refused.$("dialog[open] h2").text()).toBe("登录");
    expect(refused.text).toContain("登录状态已失效，内容已为你保留，请登录后再提交一次");
    expect(refused.text).not.toContain("该账号已经在其他网站登录了");
    // The portal's own cookie contains no data of the person.
    expect(refused.headers.getSetCookie().find((one) => one.startsWith("portal_session="))).toMatch(
      /Max-Age=0|Expires=Thu, 01 Jan 1970/,
    );
    const page = await browser.get("/legalNotices/userPolicy");
    expect(page.text).not.toContain(demoAccounts.member.nickname);
  });

  test("a button on a page opens the login dialog, which leads back", async () => {
    const browser = browserAt("closed");
    await signInWithPassword(browser, demoAccounts.member);
    const page = await browser.get("/forum/102");
    const cookie = await browser.jar.getCookieString(browser.origin);
    await new PlainBrowser(browser.origin, { cookie }).get("/gateway/logout");
    const prompt = await browser.submit(page, { intent: "follow" });
    expect(prompt.$("dialog[open] h2").first().text()).toBe("登录");
    expect(decodeURIComponent(prompt.$("dialog[open] a").attr("href") ?? "")).toContain(
      "/login?redirect=/forum/102",
    );
  });
});

describe("registration mode 0", () => {
  test("the register page says so, refuses a post, and signing in does not lead there", async () => {
    const browser = browserAt("closed");
    const page = await browser.get("/gateway/register");
    expect([page.status, page.$("form").length]).toEqual([200, 0]);
    expect(page.text).toContain("本站暂未开放注册，已有账号可以直接登录");
    const signIn = await browser.get("/gateway/signin");
    expect(signIn.$('a[href*="/gateway/register"]').length).toBe(0);
    const formToken = String(signIn.$("input[name=formToken]").attr("value"));
    for (const intent of ["send-code", "submit"]) {
      const fields = {
        formToken,
        intent,
        account: "19900000001",
        code: "123456",
        nickname: "关门后",
        password: "a-long-password-1",
        agree: "yes",
      };
      const refused = await browser.post("/gateway/register", new URLSearchParams(fields));
      expect([refused.status, refused.text.includes("本站暂未开放注册")]).toEqual([422, true]);
    }
    const outbox = await browser.get("/gateway/outbox", { headers: { accept: "application/json" } });
    expect(outbox.html).not.toContain("19900000001");
  });
});

describe("access mode 0 (spec 4)", () => {
  test.each(["/forum/all", "/h5/forum/all", "/forum/101", "/home"])(
    "%s asks a visitor to sign in",
    async (path) => {
      const page = await browserAt("closed").get(path);
      expect(page.status).toBe(401);
      expect(page.$("dialog[open] h2").text()).toBe("登录");
      expect(page.$("dialog[open] a").attr("href")).toBe(`/login?redirect=${encodeURIComponent(path)}`);
      expect(page.$("h2 a").length).toBe(0);
    },
  );

  test.each([
    "/legalNotices/userPolicy",
    "/h5/protocol?cid=legal-policy",
    "/activeprivacyPolicy",
    "/gateway/signin",
    "/healthz",
  ])("%s stays open: signing in needs it", async (path) => {
    expect((await browserAt("closed").get(path)).status).toBe(200);
  });

  test("a redirecting address asks for the sign-in at its target, whose page has a title", async () => {
    const addresses = screens.filter((row) => leadsOn(row) && !row.path.includes(":"));
    expect(addresses.length).toBeGreaterThan(10);
    for (const { path, only } of addresses) {
      const page = await browserAt("closed").get(only === "h5" ? `/h5${path}` : path);
      expect([path, page.status, page.$("title").text().length > "青芯开发者社区".length]).toEqual([
        ...[path, 401, true],
      ]);
      expect(page.$("dialog[open] h2").text(), path).toBe("登录");
    }
  });

  test.each(["/moderator", "/moderator/audit", "/h5/moderator"])(
    "%s sends others to the start",
    async (path) => {
      const start = path.startsWith("/h5") ? "/h5" : "/";
      const first = await browserAt("closed").get(path, { follow: false });
      expect([first.status, first.headers.get("location")]).toEqual([302, start]);
      const member = browserAt("closed");
      await signInWithPassword(member, demoAccounts.member);
      const theirs = await member.get(path, { follow: false });
      expect([theirs.status, theirs.headers.get("location")]).toEqual([302, start]);
    },
  );

  test("the personal centre shows the login dialog itself, because the forum would only ask again", async () => {
    const page = await browserAt("closed").get("/personalCenter/posts", { follow: false });
    expect(page.status).toBe(401);
  });

  test("getConfig says so, and feeds and sitemaps are closed too", async () => {
    const { html } = await browserAt("closed").post("/gateway/rest/home/config", "{}");
    expect(JSON.parse(html)).toEqual({ accessConfig: 0, registerConfig: 0 });
    expect((await browserAt("closed").get("/feeds/all.atom")).status).toBe(401);
  });

  test("a visitor's answer contains nothing of the page", async () => {
    const { html } = await browserAt("closed").get("/hsforum/thread-1-1-1.html");
    expect(html).not.toMatch(/id="post-|class="[^"]*prose/);
  });

  test("a member reads as usual", async () => {
    const browser = browserAt("closed");
    await signInWithPassword(browser, demoAccounts.member);
    expect((await browser.get("/forum/all")).$("h2 a").length).toBeGreaterThan(10);
  });
});

describe("access mode 1 (spec 4), the default", () => {
  test("a visitor reads; a page for members leads to /forum/all, with a login dialog that leads back", async () => {
    const browser = browserAt("strict");
    expect(JSON.parse((await browser.post("/gateway/rest/home/config", "{}")).html)).toEqual({
      accessConfig: 1,
      registerConfig: 1,
    });
    expect((await browser.get("/forum/all")).status).toBe(200);
    for (const prefix of ["", "/h5"]) {
      const page = await browser.get(`${prefix}/personalCenter/posts`, { follow: false });
      expect([page.status, page.headers.get("location")]).toEqual([302, `${prefix}/forum/all`]);
      const target = await browser.get(`${prefix}/personalCenter/posts`);
      expect(target.$("dialog[open] a").attr("href")).toBe(
        `/login?redirect=${encodeURIComponent(`${prefix}/personalCenter/posts`)}`,
      );
    }
    const prompt = await browser.get("/forum/publish");
    expect([prompt.status, prompt.$("dialog[open] h2").text()]).toEqual([401, "登录"]);
  });
});

describe("the central sign-in portal (spec 1)", () => {
  test("gets the browser with an absolute return address, and keeps its own query", async () => {
    const browser = browserAt("central");
    const page = await browser.get(`/login?redirect=${encodeURIComponent("/forum/101?only=[a](b)^")}`, {
      follow: false,
    });
    expect(page.status).toBe(302);
    const location = page.headers.get("location") ?? "";
    expect(location.startsWith(`${central?.origin}/cn/login?app=portal&redirect=`)).toBe(true);
    expect(location).not.toMatch(/[[\]()^]/);
    const back = new URL(new URL(location).searchParams.get("redirect") ?? "");
    expect([back.origin, back.pathname]).toEqual([browser.origin, "/forum/101"]);
  });

  test.each(["https://evil.example/", "//evil.example", "javascript:alert(1)"])(
    "never sends %s along",
    async (redirect) => {
      const page = await browserAt("central").get(`/login?redirect=${encodeURIComponent(redirect)}`, {
        follow: false,
      });
      const back = new URL(new URL(page.headers.get("location") ?? "").searchParams.get("redirect") ?? "");
      expect(back.pathname).toBe("/forum/all");
      expect(back.host).not.toContain("evil");
    },
  );
});
