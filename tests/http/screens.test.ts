import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Screen, type ShellName, screens } from "../../app/navigation/screens";
import type { PlainBrowser } from "../support/plain-browser";
import { ownScreens, screenAddress } from "../support/screen-addresses";
import { phoneAgent, shells, signedIn, someTopic, visitor } from "./support";

const siteName = "青芯开发者社区";
const people: Record<"visitor" | "member" | "admin", PlainBrowser> = {} as never;
let topicAddress = "";

beforeAll(async () => {
  people.visitor = visitor();
  [people.member, people.admin] = await Promise.all([signedIn("member"), signedIn("admin")]);
  topicAddress = await someTopic(people.visitor);
});

/** Whether a screen takes forms. */
const hasAction = (file: string) => /^export const action\b/m.test(readFileSync(file, "utf8"));

const addressOf = (screen: Screen, shell: ShellName) =>
  screenAddress(screen, shell, Number(/thread-(\d+)/.exec(topicAddress)?.[1] ?? 1));

describe.each(["desktop", "h5"] as const)("every screen in the %s shell", (shell) => {
  const own = screens.filter(
    ({ title, only, path }) => title !== "" && (!only || only === shell) && !ownScreens.includes(path),
  );

  test.each(own.map((screen) => [screen.path, screen] as const))("%s", async (_, screen) => {
    const browser =
      screen.access === "forumAdmin" ? people.admin : screen.access ? people.member : people.visitor;
    const page = await browser.get(addressOf(screen, shell), { follow: false });
    expect(page.status).toBe(200);
    const title = page.$("head > title").text();
    expect(title).toMatch(new RegExp(`^.+ - ${siteName}$`));
    expect(page.$("body").attr("data-page-code")).toBe(screen.pageCode);
    expect(page.$("html").attr("lang")).toBe("zh-CN");
    expect(page.$("html").attr("data-shell")).toBe(shell);
    expect(page.$("h1").length).toBe(1);
  });
});

describe("a form with an intent that its screen does not have", () => {
  const acting = screens.filter(
    ({ title, only, path, file }) =>
      title !== "" && only !== "h5" && !ownScreens.includes(path) && hasAction(`app/${file}`),
  );
  const post = (screen: Screen, values: Record<string, string>) =>
    people.admin.post(addressOf(screen, "desktop"), new URLSearchParams(values));

  test.each(acting.map((screen) => [screen.path, screen] as const))(
    "%s: nothing is done, and that is said with 400",
    async (_, screen) => {
      const page = await post(screen, { intent: "everything", reason: "看过了" });
      expect(page.status).toBe(400);
      expect(page.text).toContain("没有说明要怎么处理");
    },
  );

  const deciding = acting.filter(({ path }) => path.startsWith("/moderator/"));
  test.each(deciding.map((screen) => [screen.path, screen] as const))(
    "%s: the same where no button was pressed",
    async (_, screen) => {
      const page = await post(screen, { reason: "看过了" });
      expect([page.status, page.text.includes("没有说明要怎么处理")]).toEqual([400, true]);
    },
  );
});

const leads: [string, string][] = [
  ["/", "/home"],
  ["/forum", "/forum/all"],
  ["/moderator", "/moderator/audit"],
  ["/personalCenter", "/personalCenter/posts"],
  ["/message", "/personalCenter/msg"],
  ["/setting", "/personalCenter/setting"],
  ["/devCenter", "/devCenter/index"],
  ["/product/info?id=7", "/products/index?id=7"],
  ["/product/detail?id=7", "/products/details/7"],
  ["/forum/thread-12-1-1.html", "/postDetail?tid=12"],
  ["/forum/thread-12", "/postDetail?tid=12"],
];
test.each(leads)("%s leads to %s", async (from, to) => {
  const page = await people.admin.get(from, { follow: false });
  expect(page.status).toBe(302);
  expect(page.headers.get("location")).toBe(to);
});

describe("phones", () => {
  const phone = (headers = {}) => visitor({ "user-agent": phoneAgent, ...headers });
  const led = async (browser: PlainBrowser, from: string) => {
    const page = await browser.get(from, { follow: false });
    return page.status === 302 ? page.headers.get("location") : page.status;
  };

  test.each([
    ["/forum/all?page=2&order=new", "/h5/forum/all?page=2&order=new"],
    ["/forum/101", "/h5/forum/101"],
    ["/legalNotices/legalNotices", "/h5/protocol?cid=legal-policy"],
    ["/legalNotices/privacyPolicy", "/h5/protocol?cid=privacyPolicy"],
    ["/posting?fid=102", "/h5/posting?fid=102"],
    ["/", "/h5/forum/all"],
  ])("%s leads to %s", async (from, to) => {
    const first = await led(phone(), from);
    // The start page may redirect twice.
    expect(first === "/forum/all" ? await led(phone(), "/forum/all") : first).toBe(to);
  });

  test.each(["/home", "/devCenter/index", "/eventActivities/index", "/universityTalents", "/trainingClass"])(
    "%s keeps its address, with the mobile-width flag",
    async (path) => {
      const page = await phone().get(path, { follow: false });
      expect(page.status).toBe(200);
      expect(page.$("[data-mobile-width]").length).toBe(1);
    },
  );

  test("the client hint is respected, and a desktop browser stays", async () => {
    expect(await led(visitor({ "sec-ch-ua-mobile": "?1" }), "/forum/all")).toBe("/h5/forum/all");
    expect(await led(visitor({ "sec-ch-ua-mobile": "?0", "user-agent": phoneAgent }), "/forum/all")).toBe(
      200,
    );
    expect(await led(visitor(), "/forum/all")).toBe(200);
  });

  test("an explicit choice of shell is remembered and wins, both ways, without a loop", async () => {
    const browser = phone();
    const h5 = await browser.get("/h5/forum/all?page=2");
    const desktop = await browser.submit(h5, { button: "桌面版" });
    expect(desktop.status).toBe(200);
    expect(desktop.url.pathname + desktop.url.search).toBe("/forum/all?page=2");
    expect(await led(browser, "/forum/digest")).toBe(200);
    const back = await browser.submit(desktop, { button: "手机版" });
    expect(back.url.pathname + back.url.search).toBe("/h5/forum/all?page=2");
    expect(await led(browser, "/forum/digest")).toBe("/h5/forum/digest");
  });

  test("Vary names the deciding headers, and the twin pages name each other", async () => {
    const desktop = await visitor().get("/forum/all");
    expect(desktop.headers.get("vary")?.toLowerCase()).toMatch(/user-agent/);
    expect(desktop.$('link[rel="alternate"][media]').attr("href")).toContain("/h5/forum/all");
    const h5 = await visitor().get("/h5/forum/all");
    expect(h5.$('link[rel="canonical"]').attr("href")).toMatch(/^http:\/\/[^/]+\/forum\/all$/);
  });
});

describe.each(shells)("not found in the $shell shell", ({ prefix }) => {
  test.each([
    "/no/such/page",
    "/forum/nonsense",
    "/forum/999999",
    "/hsforum/thread-999999999-1-1.html",
    "/hsforum/nonsense",
    "/postDetail",
    "/postDetail?tid=abc",
    "/hsforum/thread-99999999999999-1-1.html",
  ])("%s is a 404 page inside the shell", async (path) => {
    const page = await people.visitor.get(prefix + path, { follow: false });
    expect(page.status).toBe(404);
    expect(page.$("main").text()).toMatch(/不存在|没有这/);
    expect(page.$("footer").length).toBe(1);
    expect(page.$('meta[name="robots"]').attr("content")).toBe("noindex");
  });
});

describe("access to screens", () => {
  // Visitors share a page by the queries that it reads, so the return address keeps those.
  const needLogin = screens
    .filter((screen) => screen.access === "login" && screen.path !== "/posting/post")
    .map(({ path, query }) => (query[0] && query !== "all" ? `${path}?${query[0]}=1` : path));
  test.each(needLogin)("%s asks a visitor to sign in, and keeps the return address", async (address) => {
    const page = await visitor().get(address, { follow: false });
    expect(page.status).toBe(401);
    const login = page.$('dialog a[href^="/login"]').attr("href") ?? "";
    expect(new URL(login, "http://portal").searchParams.get("redirect")).toBe(address);
  });

  test("personal pages send a visitor to the forum with the login dialog open", async () => {
    const page = await visitor().get("/personalCenter/posts");
    expect(page.url.pathname).toBe("/forum/all");
    expect(page.$("dialog[open]").text()).toContain("请先登录");
    expect(page.$('dialog a[href^="/login"]').attr("href")).toContain(
      encodeURIComponent("/personalCenter/posts"),
    );
  });

  test("the moderation area redirects members and visitors to the start page", async () => {
    for (const browser of [visitor(), people.member]) {
      const page = await browser.get("/moderator/audit", { follow: false });
      expect([page.status, page.headers.get("location")]).toEqual([302, "/"]);
    }
    expect((await (await signedIn("moderator")).get("/moderator/audit")).status).toBe(200);
  });

  test.each([
    "/H5/moderator/audit",
    "/%6doderator/audit",
    "/%68%35/moderator/audit",
    "/%70ersonalCenter/info",
  ])("%s, another spelling, is no way round them", async (address) => {
    const page = await people.visitor.get(address, { follow: false });
    expect([302, 404]).toContain(page.status);
  });

  test("signing in leads back, to our own addresses only", async () => {
    const page = await visitor().get("/login?redirect=%2Fforum%2F101%3Fpage%3D2", { follow: false });
    expect(page.headers.get("location")).toBe("/gateway/signin?redirect=%2Fforum%2F101%3Fpage%3D2");
    for (const foreign of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { headers } = await visitor().get(`/login?redirect=${encodeURIComponent(foreign)}`, {
        follow: false,
      });
      expect(headers.get("location")).not.toContain("evil");
      expect(headers.get("location")).not.toContain("javascript");
    }
  });
});
