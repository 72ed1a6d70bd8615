import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

/** Opens the page and presses a form's button, as without JavaScript. */
const press = async (browser: PlainBrowser, address: string, intent: string, values: Values = {}) =>
  browser.submit(await browser.get(address), { intent }, values);

describe.each(shells)("the list of sensitive words, %s", (_shell, prefix, mark, headers) => {
  const address = `${prefix}/moderator/words`;

  test("administrators alone open it", async () => {
    const moderator = await signedIn("moderator", headers);
    const sent = await moderator.get(address, { follow: false });
    expect([sent.status, sent.headers.get("location")]).toEqual([302, prefix || "/"]);
    expect((await moderator.get(`${prefix}/moderator/audit`)).text).not.toContain(
      `${prefix}/moderator/words`,
    );
    const admin = await signedIn("admin", headers);
    expect((await admin.get(`${prefix}/moderator/audit`)).$(`a[href="${address}"]`).length).toBe(1);
  });

  test("words are added, changed, found and removed by posted forms, which keep what was typed", async () => {
    const admin = await signedIn("admin", headers);
    const word = `测试${mark}词`;
    const wrong = await press(admin, address, "save", { word: "！", level: "refuse", replacement: "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("词语只能由文字、数字和空格组成");
    expect(wrong.$("[name=word]").attr("value")).toBe("！");
    expect(wrong.$("form:has([value=save]) [name=level] [selected]").attr("value")).toBe("refuse");
    const added = await press(admin, address, "save", { word, level: "review", replacement: "" });
    expect(added.text).toContain(`已保存「${word}」`);
    const same = await press(admin, address, "save", { word, level: "review", replacement: "" });
    expect(same.status).toBe(409);
    expect(same.text).toContain("词表里已经有");
    const list = await admin.get(`${address}?text=${encodeURIComponent(word)}&edited=1`);
    expect(list.$("input[name=words]").toArray().length).toBe(1);
    const change = `${address}?was=${encodeURIComponent(word)}&text=${encodeURIComponent(word)}`;
    expect((await admin.get(change)).$("[name=word]").attr("value")).toBe(word);
    const changed = await press(admin, change, "save", { word, level: "refuse", replacement: "" });
    expect(changed.$("form:has([value=remove])").text()).toContain("不予发表");
    const nothing = await press(admin, address, "remove", {});
    expect([nothing.status, nothing.text.includes("请先选择要移除的词")]).toEqual([400, true]);
    const prompt = await press(admin, address, "remove", { words: word });
    expect(prompt.text).toContain("移除 1 个词？");
    expect(
      (await admin.get(`${address}?text=${encodeURIComponent(word)}`)).$("input[name=words]").length,
    ).toBe(1);
    const removed = await admin.submit(prompt, { button: "确认移除" });
    expect(removed.text).toContain("已移除 1 个词");
    const log = await admin.get(`${prefix}/moderator/log?action=word`);
    expect(log.text).toContain(word);
    expect(log.text).toContain("级别：先审核 → 不予发表");
  });

  test("the list is tried on a text", async () => {
    const admin = await signedIn("admin", headers);
    const tried = await press(admin, address, "try", { sample: "这里有刷单-兼职的事" });
    expect(tried.status).toBe(200);
    expect(tried.$("#try mark").text()).toBe("刷单-兼职");
    expect(tried.$("#try [role=status]").text()).toContain("先由版主审核");
    expect(tried.$("[name=sample]").text()).toContain("这里有刷单-兼职的事");
    expect((await press(admin, address, "try", { sample: " " })).text).toContain("请填写要测试的文字");
  });

  test("words are imported, pasted or as a file, by the content; errors name their lines", async () => {
    const admin = await signedIn("admin", headers);
    const wrong = await press(admin, address, "import", { text: `导入${mark}一\n坏`, level: "review" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("第 2 行：词语至少要有两个字");
    expect(wrong.$("[name=text]").filter("textarea").text()).toContain(`导入${mark}一`);
    const utf8 = new File([`\uFEFF词语,级别\n导入${mark}一,不予发表\n`], "词表.csv", { type: "text/csv" });
    const first = await press(admin, address, "import", { text: "", level: "review", file: utf8 });
    expect(first.text).toContain("已导入：新增 1 个，修改 0 个");
    // A spreadsheet program in China saves these bytes: 收购显卡,审核.
    const bytes = Uint8Array.from([
      ...[0xca, 0xd5, 0xb9, 0xba, 0xcf, 0xd4, 0xbf, 0xa8, 0x2c, 0xc9, 0xf3, 0xba, 0xcb, 0x0d, 0x0a],
    ]);
    const gbk = new File([bytes], "词表.csv");
    expect((await press(admin, address, "import", { text: "", level: "refuse", file: gbk })).text).toContain(
      "已导入：",
    );
    expect((await admin.get(`${address}?text=${encodeURIComponent("收购显卡")}`)).text).toContain("先审核");
    const picture = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])], "词表.csv");
    const refused = await press(admin, address, "import", { text: "", level: "review", file: picture });
    expect([refused.status, refused.text.includes("文件不是文本表格")]).toEqual([400, true]);
  });

  test("published texts are searched for the words, with the progress on a page of its own", async () => {
    const admin = await signedIn("admin", headers);
    const { browser: author, nickname } = await newMember();
    const word = `后禁${mark}词`;
    const topic = await publishTopic(author, "", `一段${word}的正文。`);
    await press(admin, address, "save", { word, level: "review", replacement: "" });
    const started = await press(admin, address, "rescan", {});
    expect(started.url.search).toBe("?scan=1");
    let page = started;
    for (let looked = 0; !page.text.includes("上次扫描"); looked += 1) {
      expect(page.$("progress").length).toBe(1);
      expect(page.$("meta[http-equiv=refresh]").attr("content")).toBe("5");
      if (looked > 200) throw new Error("the look came to no end");
      await new Promise((done) => setTimeout(done, 100));
      page = await admin.get(`${address}?scan=1`);
    }
    expect((await visitor().get(topic.url.pathname)).status).toBe(200);
    const audit = `${prefix}/moderator/audit?author=${encodeURIComponent(nickname)}`;
    const queue = await admin.get(audit);
    expect(queue.text).toContain("已经公开");
    expect(queue.$("article mark").text()).toContain(word);
    // The moderator corrects the text, and the corrected text is public.
    const pid = String(queue.$("[name=ids]").attr("value"));
    const edit = `${audit}&edit=${pid}`;
    const unreasoned = await press(admin, edit, "rewrite", {
      title: "改正过的标题",
      content: "改正过的正文。",
      reason: "",
    });
    expect([unreasoned.status, unreasoned.text.includes("请填写理由")]).toEqual([400, true]);
    expect(unreasoned.$("textarea[name=content]").text().trim()).toBe("改正过的正文。");
    const corrected = await press(admin, edit, "rewrite", {
      title: "改正过的标题",
      content: "改正过的正文。",
      reason: "这个词已禁用",
    });
    expect(corrected.text).toContain("已修改并通过");
    expect(corrected.$("[name=ids]").length).toBe(0);
    expect((await visitor().get(topic.url.pathname)).text).toContain("改正过的正文。");
    expect((await author.get("/personalCenter/msg")).text).toContain("修改后通过");
  });
});

test("a new member reads beside the text that it has too many links, and the form keeps it", async () => {
  const { browser } = await newMember();
  const links = "https://a.example https://b.example https://c.example";
  const editor = await browser.get("/posting");
  const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
  const typed = { fid, title: "请问这几家怎么样", content: links };
  const answer = await browser.submit(editor, { intent: "publish" }, typed);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("最多 2 个链接，现在有 3 个");
  expect(answer.$("textarea[name=content]").text()).toContain(links);
});
