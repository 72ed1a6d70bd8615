import { beforeAll, describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { activeContent, type FormUnderTest, hostileTexts, memberForms, shownIn } from "./attacks";
import { newMember, publishTopic, shells, signedIn, visitor } from "./support";

/** A refusal: a 4xx page, in Chinese, in the shell. */
function expectRefused(page: Page, context: string): void {
  expect(page.status, `${context}: ${page.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(page.status, context).toBeLessThan(500);
  expect(page.text, context).toMatch(/\p{Script=Han}{4}/u);
}

/** Never a 500, whatever becomes of it. */
function expectNoCrash(page: Page, context: string): void {
  expect(page.status, `${context}: ${page.text.slice(0, 300)}`).toBeLessThan(500);
}

const names = [
  "new topic",
  "preview of a new topic",
  "classes of a section",
  "edited topic",
  "edited reply",
  "reply",
  "reply to a reply",
  "deletion",
];
const publishes = (form: FormUnderTest) => ["publish", "reply", "delete"].includes(form.intent);

describe.each(shells)("bad input, $shell", ({ prefix, headers }) => {
  let forms: Map<string, FormUnderTest>;
  beforeAll(async () => {
    const { browser } = await newMember(headers);
    const all = await memberForms(browser, prefix);
    forms = new Map(all.map((form) => [form.name, form]));
    expect([...forms.keys()]).toEqual(names);
  });
  const formNamed = (name: string): FormUnderTest => {
    const form = forms.get(name);
    if (!form) throw new Error(`no form ${name}`);
    return form;
  };
  /** The form's page, its right values but for `wrong`, and the answer. */
  async function send(
    form: FormUnderTest,
    wrong: Record<string, string | string[] | null>,
    sent: { headers?: Record<string, string> } = {},
  ): Promise<Page> {
    const page = await form.open();
    const fid = page.$('select[name="fid"] option[value!=""]').first().attr("value");
    const values = { ...(fid ? { fid } : {}), ...form.typed, ...wrong };
    return form.browser.submit(page, { intent: form.intent }, values, { follow: false, ...sent });
  }
  const expectKept = (page: Page, form: FormUnderTest, except: string[] = []) => {
    for (const [field, value] of Object.entries(form.typed)) {
      if (!except.includes(field)) expect(shownIn(page, field), `${form.name}: ${field} is kept`).toBe(value);
    }
  };

  describe.each(names)("%s", (name) => {
    test("nothing typed", async () => {
      const form = formNamed(name);
      const empty = Object.fromEntries([...Object.keys(form.typed), ...form.ids].map((field) => [field, ""]));
      const page = await send(form, empty);
      if (publishes(form)) expectRefused(page, "empty");
      else expectNoCrash(page, "empty");
      const missing = Object.fromEntries([...Object.keys(form.typed), ...form.ids].map((field) => [field, null]));
      const second = await send(form, missing);
      if (publishes(form)) expectRefused(second, "fields missing");
      else expectNoCrash(second, "fields missing");
    });

    test("1 MB in each field", async () => {
      const form = formNamed(name);
      const huge = "长".repeat(350_000);
      for (const field of Object.keys(form.typed)) {
        const page = await send(form, { [field]: huge });
        if (publishes(form)) {
          expectRefused(page, `1 MB in ${field}`);
          expectKept(page, form, [field]);
          expect(shownIn(page, field).length, `${field} is kept`).toBe(huge.length);
        } else expectNoCrash(page, `1 MB in ${field}`);
      }
      for (const field of form.ids) expectNoCrash(await send(form, { [field]: huge }), `1 MB in ${field}`);
    });

    test("wrong types", async () => {
      const form = formNamed(name);
      for (const field of form.ids) {
        for (const value of [
          "abc",
          "-1",
          "0",
          "1.5",
          "1e99",
          "99999999999999999999",
          "2147483648",
          "NaN",
          "1;drop table posts",
          "[object Object]",
          "999999",
        ]) {
          const page = await send(form, { [field]: value });
          if (publishes(form) && field !== "submissionId") {
            expectRefused(page, `${field}=${value}`);
            expectKept(page, form);
          } else expectNoCrash(page, `${field}=${value}`);
        }
      }
    });

    test("repeated fields", async () => {
      const form = formNamed(name);
      for (const field of [...Object.keys(form.typed), ...form.ids]) {
        const page = await send(form, { [field]: ["第一个", "第二个"] });
        if (publishes(form)) {
          expectRefused(page, `${field} twice`);
          expectKept(page, form, [field]);
        } else expectNoCrash(page, `${field} twice`);
      }
      expectNoCrash(await send(form, { csrf: ["a", "b"] }), "csrf twice");
    });

    test("keys that would reach into an object", async () => {
      const form = formNamed(name);
      const page = await form.open();
      for (const field of ["__proto__", "constructor", "content.x", "content[0]", "title[toString]", "a.b.c.d[9999999]", "[]"]) {
        const body = new URLSearchParams({ csrf: shownIn(page, "csrf"), intent: form.intent, [field]: "x" });
        expectNoCrash(await form.browser.post(page.url, body), field);
      }
    });

    test("missing and forged tokens, and other sites' forms", async () => {
      const form = formNamed(name);
      if (!publishes(form)) return;
      for (const csrf of [null, "", "forged", "a.b", "长"]) {
        const page = await send(form, { csrf });
        expect(page.status, `csrf ${csrf}`).toBe(403);
        expectRefused(page, `csrf ${csrf}`);
        expectKept(page, form);
      }
      for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"]) {
        const page = await send(form, {}, { headers: { origin } });
        expectRefused(page, `origin ${origin}`);
      }
    });

    test("what is no form at all", async () => {
      const form = formNamed(name);
      const { url } = await form.open();
      const types = [
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/octet-stream",
        "nonsense",
      ];
      for (const type of types) {
        for (const body of ["", "{", "--x\r\nnope", "%%%=%ff"]) {
          expectRefused(await form.browser.post(url, body, { headers: { "content-type": type } }), `${type} ${body}`);
        }
      }
      const file = new FormData();
      file.set("intent", form.intent);
      for (const field of [...Object.keys(form.typed), ...form.ids]) file.set(field, new Blob(["x"]), "a.bin");
      expectRefused(await form.browser.post(url, file), "files in place of texts");
    });

    test("characters that no database takes", async () => {
      const form = formNamed(name);
      for (const text of ["\u0000空字符\u0000", "\u202e反过来", "\ufeff\u200b\u200d零宽", "\u0007\u001b[31m响铃"]) {
        for (const field of [...Object.keys(form.typed), ...form.ids])
          expectNoCrash(await send(form, { [field]: text }), `${JSON.stringify(text)} in ${field}`);
      }
      const page = await form.open();
      const body = `csrf=${encodeURIComponent(shownIn(page, "csrf"))}&intent=${form.intent}&content=%ed%a0%80%ff&title=%c0%af&fid=%ff`;
      expectNoCrash(
        await form.browser.post(page.url, body, { headers: { "content-type": "application/x-www-form-urlencoded" } }),
        "bytes that are not UTF-8",
      );
    });
  });
});

describe("markup and javascript: links in every text field are inert", () => {
  test.each(hostileTexts)("%s", async (text) => {
    const { browser } = await newMember();
    for (const form of await memberForms(browser, "")) {
      for (const field of [...Object.keys(form.typed), ...form.ids]) {
        const page = await form.open();
        const fid = page.$('select[name="fid"] option[value!=""]').first().attr("value");
        const answer = await browser.submit(page, { intent: form.intent }, { ...(fid ? { fid } : {}), ...form.typed, [field]: text });
        expectNoCrash(answer, `${form.name} ${field}`);
        expect(activeContent(answer), `${form.name} ${field}`).toEqual([]);
      }
    }
  });

  test("in queries too", async () => {
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

describe("other people's things", () => {
  let owner: PlainBrowser;
  let member: PlainBrowser;
  let topic: Page;
  let pid: string;
  beforeAll(async () => {
    [{ browser: owner }, member] = await Promise.all([newMember(), signedIn("member")]);
    topic = await publishTopic(owner);
    pid = topic.$('[id^="post-"]').first().attr("id")?.replace("post-", "") ?? "";
  });

  test("have no edit or delete links, and refuse both", async () => {
    const seen = await member.get(topic.url.pathname);
    expect(seen.$('a[href*="/posting?pid="], a[href*="remove="]').length).toBe(0);
    for (const address of [`/posting?pid=${pid}`, `/posting/post?pid=${pid}`]) expect((await member.get(address)).status).toBe(403);
    const csrf = shownIn(seen, "csrf");
    for (const [address, fields] of [
      [`/posting?pid=${pid}`, { intent: "publish", fid: "101", title: "抢来的标题", content: "抢来的正文", tags: "" }],
      [`/posting/post?pid=${pid}`, { intent: "publish", content: "抢来的正文" }],
      [topic.url.pathname, { intent: "delete", pid }],
    ] as const) {
      const answer = await member.post(address, new URLSearchParams({ csrf, ...fields }));
      expectRefused(answer, address);
      expect(answer.text).toContain("没有权限");
    }
    expect((await member.get(topic.url.pathname)).text).not.toContain("抢来的");
  });

  test("another person's token is no good", async () => {
    const csrf = shownIn(topic, "csrf");
    const body = new URLSearchParams({ csrf, intent: "reply", content: "借来的令牌", submissionId: "aaaaaaaaaaaa" });
    expect((await member.post(topic.url.pathname, body)).status).toBe(403);
  });

  test("an unknown section, class, topic or post is named, and nothing typed is lost", async () => {
    const editor = await member.get("/posting");
    const typed = { title: "一个像样的标题", content: "一段像样的正文" };
    const unknown = await member.submit(editor, { intent: "publish" }, { ...typed, fid: "999999" });
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain("版块不存在");
    expect(shownIn(unknown, "content")).toBe(typed.content);
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const wrongClass = await member.submit(editor, { intent: "publish" }, { ...typed, fid, classId: "999999" });
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
  test("preferences take only what they know, and lead only to our own pages", async () => {
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
      const page = await browser.post("/preferences", body, { headers: { "content-type": "application/x-www-form-urlencoded" } });
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

  test.each(["/gateway/signin", "/gateway/signin?mode=code", "/gateway/register", "/gateway/register?by=email", "/gateway/reset"])(
    "%s",
    async (path) => {
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
        expectRefused(await browser.submit(fresh, { intent: "submit" }, { [field]: ["a", "b"] }), `${field} twice`);
      expectRefused(await browser.post(path, "{", { headers: { "content-type": "application/json" } }), "JSON");
    },
  );
});

describe("addresses that make no sense", () => {
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
  test.each(bytes)("%s is no 500", async (path) => {
    expectNoCrash(await visitor().get(`${visitor().origin}${path}`, { follow: false }), path);
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE-LIKE"])("%s is no 500", async (method) => {
    for (const path of ["/forum/all", "/posting", "/gateway/signin", "/preferences"]) {
      const { status } = await fetch(visitor().origin + path, { method });
      expect(status).toBeLessThan(500);
    }
  });

  test("a post to a page that has no form is refused", async () => {
    for (const path of ["/forum/all", "/forum/101", "/legalNotices/privacyPolicy", "/home", "/login", "/healthz", "/no/such/page"]) {
      expectNoCrash(await visitor().post(path, new URLSearchParams({ a: "b" })), path);
    }
  });
});
