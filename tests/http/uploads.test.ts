import { describe, expect, it } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { canvas, png, samplePdf } from "../support/upload-files";
import { newMember, publishTopic, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const file = (content: Buffer | string, name: string) =>
  new File([typeof content === "string" ? content : new Uint8Array(content)], name);
const contentOf = (page: Page) => page.$('textarea[name="content"]').text().replace(/^\n/, "");

/** The three forms that take uploads, in each shell. */
async function editors(browser: PlainBrowser, prefix: string) {
  const topic = await publishTopic(browser, prefix);
  const reply = await browser.submit(topic, { intent: "reply" }, { content: "先看供电。" });
  const edit = reply
    .$('a[href*="/posting/post?pid="]')
    .map((_, link) => reply.$(link).attr("href"))
    .get()
    .at(-1);
  return {
    posting: { page: await browser.get(`${prefix}/posting`), intent: "publish" },
    reply: { page: await browser.get(topic.url), intent: "reply" },
    edit: { page: await browser.get(edit ?? ""), intent: "publish" },
  };
}

describe.each(shells)("in the $shell shell, without JavaScript,", ({ prefix, headers }) => {
  it.each(["posting", "reply", "edit"] as const)(
    "the %s form accepts a picture and an attachment and keeps what was typed",
    async (which) => {
      const browser = await signedIn("member", headers);
      const { page, intent } = (await editors(browser, prefix))[which];
      const button = { button: "上传并插入" };
      // The same file again would be the same upload, with its download count.
      const pdf = Buffer.concat([samplePdf(), Buffer.from(`% ${prefix} ${which}\n`)]);
      const uploaded = await browser.submit(page, button, {
        content: "先写的字\r\n\r\n第二段",
        file: [file(await png(48, 36), "电源 树.png"), file(pdf, "手册.pdf")],
        alt: "3.3V 的电源树",
      });
      expect(uploaded.status).toBe(200);
      expect(contentOf(uploaded)).toMatch(
        /^先写的字\n\n第二段\n\n!\[3\.3V 的电源树 1\]\(\/gateway\/files\/[0-9a-f]{32}\.png\)\n\n\[手册\.pdf\]\(\/gateway\/attachments\/\d+\/手册\.pdf\)$/,
      );
      expect(uploaded.text).toContain("已插入到正文末尾：电源 树.png、手册.pdf");
      if (which === "posting") return;
      const published = await browser.submit(uploaded, { intent });
      const text = published
        .$("section")
        .filter((_, floor) => published.$(floor).text().includes("先写的字"))
        .last();
      expect(text.find('img[alt="3.3V 的电源树 1"]').attr()).toMatchObject({
        width: "48",
        height: "36",
        loading: "lazy",
      });
      const link = text.find('ul[aria-label="附件"] a');
      expect(link.text()).toContain("手册.pdf");
      expect(link.text()).toContain("暂无下载");
      const saved = await browser.get(link.attr("href") ?? "");
      expect([saved.status, saved.html]).toEqual([200, String(pdf)]);
      expect(saved.headers.get("content-disposition")).toContain(
        `filename*=UTF-8''${encodeURIComponent("手册.pdf")}`,
      );
      expect((await browser.get(published.url)).text).toContain("下载 1 次");
    },
  );

  it("a refused file is named with its reason, the others are inserted, and the section's classes stay", async () => {
    const browser = await signedIn("member", headers);
    const page = await browser.get(`${prefix}/posting`);
    const chosen = { title: "标题还在", content: "正文还在", tags: "标签还在", fid: "101" };
    const answer = await browser.submit(
      page,
      { button: "上传并插入" },
      { ...chosen, file: [file("MZ\u0090\0", "木马.exe"), file(await png(), "a.png")], alt: "说明还在" },
    );
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/木马\.exe：[^。]*打包成 zip/);
    expect(contentOf(answer)).toMatch(/^正文还在\n\n!\[说明还在 2\]\(\/gateway\/files\//);
    expect(answer.$('input[name="title"]').attr("value")).toBe("标题还在");
    expect(answer.$('input[name="tags"]').attr("value")).toBe("标签还在");
    expect(answer.$('textarea[name="alt"]').text()).toBe("说明还在");
    expect(answer.$('select[name="fid"] option[selected]').attr("value")).toBe("101");
    expect(answer.$('select[name="classId"] option').length).toBeGreaterThan(1);
  });

  it("a button pressed without a file shows a message", async () => {
    const browser = await signedIn("member", headers);
    const answer = await browser.submit(
      await browser.get(`${prefix}/posting`),
      { button: "上传并插入" },
      { content: "正文还在" },
    );
    expect([answer.status, contentOf(answer)]).toEqual([400, "正文还在"]);
    expect(answer.text).toContain("请先选择要上传的文件");
  });
});

describe("uploading", () => {
  it("a chosen file that is not uploaded does not prevent publishing", async () => {
    const browser = await signedIn("member");
    const topic = await publishTopic(browser);
    const answer = await browser.submit(
      topic,
      { intent: "reply" },
      { content: "忘了点上传", file: file(await png(), "a.png") },
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("忘了点上传");
  });

  it("keeps the text when the session has ended, and asks to sign in", async () => {
    const { browser } = await newMember();
    const page = await browser.get("/posting");
    await browser.jar.removeAllCookies();
    const answer = await browser.submit(
      page,
      { button: "上传并插入" },
      { content: "写了半天", file: file(await png(), "a.png") },
    );
    expect(answer.status).toBe(403);
    expect(contentOf(answer)).toBe("写了半天");
    expect(answer.$("dialog").text()).toContain("登录");
  });

  it("a picture from the author's own computer gives a message beside the text, which stays", async () => {
    const browser = await signedIn("member");
    const content = "看图 ![接线](file:///C:/Users/li/接线图.png)";
    const answer = await browser.submit(
      await browser.get("/posting"),
      { intent: "publish" },
      { fid: "101", title: "引用了本机图片", content },
    );
    expect(answer.status).toBe(422);
    expect(contentOf(answer)).toBe(content);
    expect(answer.$('textarea[name="content"]').attr("aria-invalid")).toBe("true");
    expect(answer.text).toContain("正文引用了本机图片 接线图.png，别人看不到，请重新选择该文件上传");
  });

  it("a picture and an attachment of 20 MB pass the front door; larger ones are refused with a message", async () => {
    const browser = await signedIn("member");
    const page = await browser.get("/posting");
    const large = await browser.submit(
      page,
      { button: "上传并插入" },
      { file: file(Buffer.alloc(20 * 1024 * 1024, "0123456789abcde\n"), "串口.log") },
    );
    expect([large.status, contentOf(large).startsWith("[串口.log](/gateway/attachments/")]).toEqual([
      200,
      true,
    ]);
    const noise = Buffer.concat([await canvas(900, 900).png().toBuffer(), Buffer.alloc(20 * 1024 * 1024)]);
    const tooLarge = await browser.submit(
      page,
      { button: "上传并插入" },
      { file: file(noise, "大图.png"), content: "还在" },
    );
    expect([tooLarge.status, contentOf(tooLarge)]).toEqual([422, "还在"]);
    expect(tooLarge.text).toContain("大图.png：图片不能超过 20 MB");
    const huge = await browser.submit(
      page,
      { button: "上传并插入" },
      { file: file(Buffer.alloc(26 * 1024 * 1024), "c.zip") },
    );
    expect(huge.status).toBe(413);
    expect(huge.text).toContain("过大");
  });
});

describe("the editor's upload endpoint", () => {
  const send = async (
    browser: PlainBrowser,
    token: string | null,
    content: Buffer | string,
    name: string,
    headers: Record<string, string> = {},
  ) => {
    const form = new FormData();
    if (token !== null) form.set("csrf", token);
    form.set("file", file(content, name), name);
    const answer = await browser.post("/editor/upload", form, {
      headers: { accept: "application/json", ...headers },
    });
    return { status: answer.status, body: JSON.parse(answer.html) as Record<string, unknown> };
  };
  const tokenOf = async (browser: PlainBrowser) =>
    (await browser.get("/posting")).$('input[name="csrf"]').attr("value") ?? "";

  it("answers with the stored file, or with the reason of a refusal", async () => {
    const browser = await signedIn("member");
    const token = await tokenOf(browser);
    expect(await send(browser, token, await png(20, 10), "a.png")).toMatchObject({
      status: 200,
      body: { kind: "image", width: 20, height: 10 },
    });
    expect(await send(browser, token, "x", "a.exe")).toMatchObject({
      status: 422,
      body: { code: "FILE_TYPE_REFUSED", message: expect.stringContaining("不支持") },
    });
    const nothing = await browser.post("/editor/upload", new URLSearchParams({ csrf: token }));
    expect([nothing.status, JSON.parse(nothing.html)]).toMatchObject([400, { message: "请选择文件" }]);
  });

  it("refuses visitors, other sites, and requests without the form's token", async () => {
    const content = await png();
    expect(await send(visitor(), "", content, "a.png")).toMatchObject({
      status: 403,
      body: { code: "NOT_SIGNED_IN" },
    });
    const browser = await signedIn("member");
    const token = await tokenOf(browser);
    for (const wrong of [null, "", "forged"])
      expect(await send(browser, wrong, content, "a.png")).toMatchObject({
        status: 403,
        body: { code: "FORM_TOKEN" },
      });
    const form = new FormData();
    form.set("csrf", token);
    form.set("file", file(content, "a.png"));
    expect(
      (await browser.post("/editor/upload", form, { headers: { origin: "https://evil.example" } })).status,
    ).toBe(403);
  });
});

it("visitors too download an attachment, in parts, with the security policy of stored files", async () => {
  const browser = await signedIn("member");
  const uploaded = await browser.submit(
    await browser.get("/posting"),
    { button: "上传并插入" },
    { file: file("0123456789", "序列.txt") },
  );
  const topic = await publishTopic(browser, "", contentOf(uploaded));
  const address = topic.$('ul[aria-label="附件"] a').attr("href") ?? "";
  const reader = visitor();
  const part = await reader.get(address, { headers: { range: "bytes=2-4" } });
  expect([part.status, part.html, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
  expect(part.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(part.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await reader.get(address)).html).toBe("0123456789");
  expect((await reader.get(`${address}x`)).status).toBe(404);
});
