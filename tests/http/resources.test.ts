import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { register } from "../support/register";
import { startResourcePortal } from "../support/resource-portal";
import type { RunningPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { linkOn, shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startResourcePortal();
});
afterAll(() => portal?.stop());

const visitor = (headers: Record<string, string> = {}) => new PlainBrowser(portal.origin, headers);
async function member(headers: Record<string, string> = {}): Promise<PlainBrowser> {
  const browser = visitor(headers);
  await register(browser, "accepted");
  return browser;
}

/** The bytes at an address, without a browser. */
async function bytesAt(address: string): Promise<Buffer> {
  const answer = await fetch(new URL(address, portal.origin));
  expect([address, answer.status]).toEqual([address, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

describe.each(shells)("resources, $shell", ({ prefix, headers }) => {
  test("are listed page by page, and filtered by one GET form", async () => {
    const page = await visitor(headers).get(`${prefix}/resources/index`);
    expect(page.status).toBe(200);
    expect(page.$("h1").text()).toBe("资源中心");
    expect(page.text).toContain("29 个资源");
    expect(linkOn(page, /page=2/)).toContain(`${prefix}/resources/index`);
    const narrowed = await visitor(headers).get(
      `${prefix}/resources/index?id=52&prodId=&kind=note&language=en&year=2021&q=%E4%BD%8E%E5%8A%9F%E8%80%97`,
    );
    expect(narrowed.text).toContain("3 个资源");
    expect(narrowed.$("h1").text()).toBe("应用笔记");
    expect(narrowed.$('select[name="language"] option[selected]').attr("value")).toBe("en");
    const ofProduct = await visitor(headers).get(`${prefix}/resources/index?prodId=200`);
    expect(ofProduct.$("h1").text()).toBe("A200 资源");
    const table = await visitor(headers).get(`${prefix}/resources/index?view=support`);
    expect(table.$("table").text()).toContain("2.1.0-beta");
    expect(table.$('table a[href$="/products/details/200"]').length).toBe(1);
  });

  test.each([
    ["kind=film", "请选择列出的类型"],
    ["language=fr", "请选择列出的语言"],
    ["year=12", "年份应在 1990 到 2100 之间"],
    [`q=${"长".repeat(61)}`, "查找内容不能超过 60 个字"],
  ])("say by the field what is wrong with %s", async (query, message) => {
    const page = await visitor(headers).get(`${prefix}/resources/index?${query}`);
    expect(page.status).toBe(400);
    const field = page.$("[aria-invalid]");
    expect(page.$(`#${field.attr("aria-describedby")}`).text()).toBe(message);
  });

  test.each([
    "/resources/index?id=999",
    "/resources/index?id=abc",
    "/resources/index?prodId=999",
    "/resources/details/999",
    "/resources/details/510?download=999999",
    "/resources/details/510?preview=999999",
    "/resources/videos/999",
    "/devCenter/index?prodId=999",
    "/devCenter/index?id=999",
  ])("%s is not there", async (path) => {
    expect((await visitor(headers).get(prefix + path)).status).toBe(404);
  });

  test("have a page with every version, its hash and its file", async () => {
    const page = await visitor(headers).get(`${prefix}/resources/details/510`);
    expect(page.$("h1").text()).toBe("A100 SDK");
    expect(page.text).toContain("已撤回，不再提供");
    expect(page.$('link[rel="canonical"]').attr("href")).toBe(`${portal.origin}/resources/details/510`);
    expect(page.html).toContain('"@type":"SoftwareApplication"');
    const preview = await visitor(headers).get(linkOn(page, /preview=/));
    expect(preview.$("#preview").text()).toContain("sdk/drivers/uart.c");
    const address = linkOn(page, /\/gateway\/downloads\/\d+\/a100-sdk-2\.zip/);
    const hash = createHash("sha256")
      .update(await bytesAt(address))
      .digest("hex");
    expect(page.text).toContain(hash);
    expect(linkOn(page, /\/posting\?/)).toMatch(/fid=101.*title=.*tags=UART/);
  });
});

describe("a download", () => {
  test("that needs a sign-in continues afterwards", async () => {
    const anyone = visitor();
    const page = await anyone.get("/resources/details/520");
    const prompt = await anyone.get(linkOn(page, /download=\d+/));
    expect(prompt.status).toBe(200);
    const login = prompt.$('dialog[open] a[href^="/login"]').attr("href") ?? "";
    const back = new URL(login, portal.origin).searchParams.get("redirect") ?? "";
    expect(back).toMatch(/^\/resources\/details\/520\?download=\d+$/);
    await signInWithPassword(anyone, demoAccounts.member);
    const ready = await anyone.get(back);
    const [, address = ""] =
      /url=(.+)/.exec(ready.$('meta[http-equiv="refresh"]').attr("content") ?? "") ?? [];
    expect(address).toMatch(/^\/gateway\/downloads\/\d+\/tool\.zip\?Expires=/);
    expect(ready.text).toContain("正在下载 3.0");
    // The address is of no use without the session.
    expect((await visitor().get(address, { follow: false })).status).toBe(303);
  });

  test("that needs the disclaimer continues once it is accepted", async () => {
    const browser = await member();
    const page = await browser.get("/resources/details/530");
    // Its document is not searched before that either; the page says what is missing, and leads there.
    const asked = "/resources/details/530?find=slides";
    const stranger = (await visitor().get(asked)).$("#find");
    expect(stranger.text()).toContain("登录并同意免责声明后");
    expect(stranger.text()).toContain("slides");
    const login = stranger.find('a[href^="/login"]').attr("href") ?? "";
    expect(new URL(login, portal.origin).searchParams.get("redirect")).toBe(asked);
    const inside = (await browser.get(asked)).$("#find");
    expect(inside.text()).toContain("同意免责声明后");
    expect(inside.text()).not.toContain("登录");
    const reading = await browser.get(inside.find('a[href*="disclaimer=1"]').attr("href") ?? "");
    expect(reading.$("dialog[open]").attr("id")).toBe("Disclaimer");
    const prompt = await browser.get(linkOn(page, /download=\d+/));
    expect(prompt.$("dialog[open]").attr("id")).toBe("Disclaimer");
    expect(prompt.$('meta[http-equiv="refresh"]').length).toBe(0);
    const ready = await browser.submit(prompt, { intent: "accept" });
    expect(ready.url.search).toMatch(/^\?download=\d+$/);
    const [, address = ""] =
      /url=(.+)/.exec(ready.$('meta[http-equiv="refresh"]').attr("content") ?? "") ?? [];
    const file = await browser.get(address);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="slides\.pdf"/);
  });

  test("of a file on another host redirects there, and is counted", async () => {
    const page = await visitor().get("/resources/details/601");
    const address = linkOn(page, /\/resources\/download\/\d+/);
    const led = await visitor().get(address, { follow: false });
    expect([led.status, led.headers.get("location")]).toEqual([302, "https://cdn.example.com/note-1.pdf"]);
    expect((await visitor().get("/resources/download/999999", { follow: false })).status).toBe(404);
    expect((await visitor().get("/resources/download/x", { follow: false })).status).toBe(404);
  });
});

describe("a collection", () => {
  test.each(shells)("is filled by a button and emptied by a form, $shell", async ({ prefix, headers }) => {
    const browser = await member(headers);
    const page = await browser.get(`${prefix}/resources/details/510`);
    const collected = await browser.submit(page, { intent: "collect" });
    expect(collected.$('button[value="uncollect"]').length).toBe(1);
    const list = await browser.get(`${prefix}/personalCenter/collection?kind=resource`);
    expect(list.$("main h3").text()).toContain("A100 SDK");
    expect(list.$('nav[aria-label="收藏的内容"] [aria-current="page"]').text()).toBe("资源");
    const emptied = await browser.submit(list, { intent: "removeWork" });
    expect(emptied.text).toContain("已取消收藏");
    expect(emptied.text).toContain("还没有收藏");
    for (const kind of ["product", "video"])
      expect((await browser.get(`${prefix}/personalCenter/collection?kind=${kind}`)).text).toContain(
        "还没有收藏",
      );
  });

  test("asks a visitor to sign in, and leads back", async () => {
    const anyone = visitor();
    const page = await anyone.get("/resources/details/510");
    const prompt = await anyone.submit(page, { intent: "collect" });
    expect(prompt.$("dialog[open]").text()).toContain("请先登录");
    expect(prompt.$('dialog a[href^="/login"]').attr("href")).toContain(
      encodeURIComponent("/resources/details/510"),
    );
  });
});

describe.each(shells)("the development centre, $shell", ({ prefix, headers }) => {
  test("links to products, to types, and from a board to its first program", async () => {
    const page = await visitor(headers).get(`${prefix}/devCenter/index`);
    expect(page.$("h1").text()).toBe("开发中心");
    expect(page.text).toContain("A100 上手");
    expect(linkOn(page, /jobs\.example\.com/)).toBe("https://jobs.example.com/");
    const opened = await visitor(headers).get(linkOn(page, /devCenter\/index\?id=11/));
    const product = await visitor(headers).get(linkOn(opened, /devCenter\/index\?prodId=100/));
    expect(product.$("h1").text()).toBe("A100 开发入口");
    expect(product.$("section#tool").text()).toContain("A100 SDK");
  });
});

test("a question about a file starts with its title, its section and its tag", async () => {
  const browser = await member();
  const page = await browser.get("/resources/details/510");
  const editor = await browser.get(linkOn(page, /\/posting\?/));
  expect(editor.$('select[name="fid"] option[selected]').attr("value")).toBe("101");
  expect(editor.$('input[name="title"]').attr("value")).toBe("关于 A100 SDK 2.0.0：");
  expect(editor.$('input[name="tags"]').attr("value")).toBe("UART");
});
