import { beforeAll, describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { thingsOn } from "../support/structured-data";
import { sampleOf } from "../support/tier";
import { activeContent, expectNoCrash, expectRefused, hostileTexts, memberForms, shownIn } from "./attacks";
import { newMember, publishTopic, signedIn, visitor } from "./support";

describe("markup and javascript: links in every text field are not executed", () => {
  test.each(sampleOf(hostileTexts, 2, (text) => text))("%s", async (text) => {
    const { browser } = await newMember();
    for (const form of await memberForms(browser, "")) {
      for (const field of [...Object.keys(form.typed), ...form.ids]) {
        const page = await form.open();
        const fid = page.$('select[name="fid"] option[value!=""]').first().attr("value");
        const answer = await browser.submit(
          page,
          { intent: form.intent },
          { ...(fid ? { fid } : {}), ...form.typed, [field]: text },
        );
        expectNoCrash(answer, `${form.name} ${field}`);
        expect(activeContent(answer), `${form.name} ${field}`).toEqual([]);
      }
    }
  });

  test("a title cannot end the script that contains the page's structured data", async () => {
    const { browser } = await newMember();
    const title = "</script><script>alert(1)</script><!-- & ";
    const topic = await publishTopic(browser, "", "一段正文。", title);
    const page = await visitor().get(topic.url.pathname);
    expect(JSON.stringify(thingsOn(page))).toContain("</script><script>alert(1)</script><!-- &");
    expect(activeContent(page)).toEqual([]);
  });

  test("bytes that are not valid text are stored as replacement characters", async () => {
    const { browser } = await newMember();
    const topic = await publishTopic(browser);
    // The pages show these bytes again, which PlainBrowser refuses, so the test uses fetch.
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: browser.origin,
      cookie: await browser.jar.getCookieString(browser.origin),
    };
    const tokens = `csrf=${encodeURIComponent(shownIn(topic, "csrf"))}&submissionId=${shownIn(topic, "submissionId")}`;
    const body = `${tokens}&intent=reply&content=%ed%a0%80%ff%00`;
    expect((await fetch(topic.url, { method: "POST", body, redirect: "manual", headers })).status).toBe(303);
    const response = await fetch(topic.url, { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("\ufffd");
  });

  test("hostile texts in queries are not executed", async () => {
    for (const text of hostileTexts) {
      const value = encodeURIComponent(text);
      for (const path of [
        `/forum/all?page=${value}&order=${value}`,
        `/forum/101?classId=${value}&only=${value}`,
        `/postDetail?tid=${value}`,
        `/login?redirect=${value}`,
        `/legalNotices/${value}`,
        `/forum/${value}`,
        `/gateway/signin?redirect=${value}&mode=${value}`,
        `/${value}`,
      ]) {
        const page = await visitor().get(path);
        expectNoCrash(page, path);
        expect(activeContent(page), path).toEqual([]);
      }
    }
  });
});

describe("other people's texts and forms", () => {
  let owner: PlainBrowser;
  let member: PlainBrowser;
  let topic: Page;
  let pid: string;
  beforeAll(async () => {
    [{ browser: owner }, member] = await Promise.all([newMember(), signedIn("member")]);
    topic = await publishTopic(owner);
    pid = topic.$('[id^="post-"]').first().attr("id")?.replace("post-", "") ?? "";
  });

  test("show no edit or delete links, and the server refuses both", async () => {
    const seen = await member.get(topic.url.pathname);
    expect(seen.$('a[href*="/posting?pid="], a[href*="remove="]').length).toBe(0);
    for (const address of [`/posting?pid=${pid}`, `/posting/post?pid=${pid}`])
      expect((await member.get(address)).status).toBe(403);
    const csrf = shownIn(seen, "csrf");
    for (const [address, fields] of [
      [
        `/posting?pid=${pid}`,
        { intent: "publish", fid: "101", title: "抢来的标题", content: "抢来的正文", tags: "" },
      ],
      [`/posting/post?pid=${pid}`, { intent: "publish", content: "抢来的正文" }],
      [topic.url.pathname, { intent: "delete", pid }],
    ] as const) {
      const answer = await member.post(address, new URLSearchParams({ csrf, ...fields }));
      expectRefused(answer, address);
      expect(answer.text).toContain("没有权限");
    }
    expect((await member.get(topic.url.pathname)).text).not.toContain("抢来的");
  });

  test("another person's token is refused", async () => {
    const csrf = shownIn(topic, "csrf");
    const body = new URLSearchParams({
      csrf,
      intent: "reply",
      content: "借来的令牌",
      submissionId: "aaaaaaaaaaaa",
    });
    expect((await member.post(topic.url.pathname, body)).status).toBe(403);
  });

  test("an unknown section, class, topic or post gets a message, and nothing typed is lost", async () => {
    const editor = await member.get("/posting");
    const typed = { title: "一个像样的标题", content: "一段像样的正文" };
    const unknown = await member.submit(editor, { intent: "publish" }, { ...typed, fid: "999999" });
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain("版块不存在");
    expect(shownIn(unknown, "content")).toBe(typed.content);
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const wrongClass = await member.submit(
      editor,
      { intent: "publish" },
      { ...typed, fid, classId: "999999" },
    );
    expectRefused(wrongClass, "unknown class");
    expect(shownIn(wrongClass, "content")).toBe(typed.content);
    const csrf = shownIn(editor, "csrf");
    const lost = await member.post(
      "/hsforum/thread-999999-1-1.html",
      new URLSearchParams({ csrf, intent: "reply", content: "回到哪里", submissionId: "aaaaaaaaaaab" }),
    );
    expect(lost.status).toBe(404);
  });
});

describe("the visitors' own forms", () => {
  test("preferences accept only known values, and redirect only to our own pages", async () => {
    const browser = visitor();
    for (const body of [
      "",
      "scheme=neon",
      "shell=watch",
      "scheme=a%00b",
      "back=//evil.example&scheme=dark",
      "back=https://evil.example/&shell=h5",
      "back=javascript:alert(1)&cookiePolicy=agree",
    ]) {
      const page = await browser.post("/preferences", body, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expectNoCrash(page, body);
      expect(page.headers.get("location") ?? "/", body).toMatch(/^\/(?!\/)/);
      expect(page.headers.get("location") ?? "", body).not.toMatch(/evil|javascript/);
    }
    const cookies = await browser.jar.getCookies(browser.origin);
    for (const { key, value } of cookies) expect(`${key}=${value}`).not.toMatch(/neon|watch/);
    expect(
      (
        await browser.post("/preferences", "scheme=dark", {
          headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(403);
  });

  test.each([
    "/gateway/signin",
    "/gateway/signin?mode=code",
    "/gateway/register",
    "/gateway/register?by=email",
    "/gateway/reset",
  ])("%s", async (path) => {
    const browser = visitor();
    const fresh = await browser.get(path);
    const fields = fresh
      .$("form input[name]")
      .toArray()
      .map((element) => fresh.$(element).attr("name") ?? "");
    for (const value of ["", "长".repeat(300_000), "\u0000", hostileTexts[0] ?? "", "abc"]) {
      for (const field of new Set(fields)) {
        const page = await browser.submit(await browser.get(path), { intent: "submit" }, { [field]: value });
        expectRefused(page, `${field}=${value.slice(0, 20)}`);
        expect(activeContent(page)).toEqual([]);
      }
    }
    for (const field of new Set(fields))
      expectRefused(
        await browser.submit(fresh, { intent: "submit" }, { [field]: ["a", "b"] }),
        `${field} twice`,
      );
    expectRefused(await browser.post(path, "{", { headers: { "content-type": "application/json" } }), "JSON");
  });
});

describe("invalid addresses", () => {
  const bytes = [
    "/%",
    "/%ff",
    "/%00",
    "/forum/%00",
    "/forum/%ff",
    "/forum/1%00",
    "/..%2f..%2fetc/passwd",
    `/${"a".repeat(5000)}`,
    "/forum/all?page=%ff",
    "//evil.example/",
    "/h5//evil.example",
    "/h5/h5/forum/all",
    "/assets/../server.ts",
  ];
  test.each(bytes.map((path) => [path.slice(0, 40), path]))("%s is no 500", async (_, path) => {
    expectNoCrash(await visitor().get(`${visitor().origin}${path}`, { follow: false }), path);
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE-LIKE"])("%s is no 500", async (method) => {
    for (const path of ["/forum/all", "/posting", "/gateway/signin", "/preferences"]) {
      const { status } = await fetch(visitor().origin + path, { method });
      expect(status).toBeLessThan(500);
    }
  });

  test("a post to a page without a form is refused", async () => {
    for (const path of [
      "/forum/all",
      "/forum/101",
      "/legalNotices/privacyPolicy",
      "/home",
      "/login",
      "/healthz",
      "/no/such/page",
    ]) {
      expectNoCrash(await visitor().post(path, new URLSearchParams({ a: "b" })), path);
    }
  });
});
