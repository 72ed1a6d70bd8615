import { describe, expect, test } from "vitest";
import { newMember, publishTopic, shellsOf, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const message = "您提交的内容含有敏感词汇，请核查后再输入";

describe.each(shells)("sensitive words in people's texts, $shell", ({ prefix, headers }) => {
  test("a forbidden word is marked by its field in each form, and what was typed stays", async () => {
    const { browser } = await newMember(headers);
    const text = "这里可以代·开 發票的";
    const editor = await browser.get(`${prefix}/posting`);
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const refused = await browser.submit(editor, { intent: "publish" }, { fid, title: text, content: text });
    expect(refused.status).toBe(422);
    expect(
      refused
        .$("mark")
        .toArray()
        .map((mark) => refused.$(mark).text()),
    ).toEqual(["代·开 發票", "代·开 發票"]);
    expect(refused.text).toContain(message);
    expect(refused.$("textarea[name=content]").text()).toContain(text);

    const topic = await publishTopic(browser, prefix);
    const replied = await browser.submit(topic, { intent: "reply" }, { content: text });
    expect([replied.status, replied.$("#reply mark, form mark").first().text()]).toEqual([422, "代·开 發票"]);
    expect(replied.$("textarea[name=content]").text()).toContain(text);

    const written = await browser.submit(topic, { intent: "reply" }, { content: "没有问题的回复" });
    const pid = /posting\/post\?pid=(\d+)/.exec(written.html)?.[1];
    const edited = await browser.submit(
      await browser.get(`${prefix}/posting/post?pid=${pid}`),
      { intent: "publish" },
      { content: text },
    );
    expect([edited.status, edited.$("mark").first().text()]).toEqual([422, "代·开 發票"]);

    const reader = (await newMember(headers)).browser;
    const dialog = await reader.get(`${prefix}/hsforum/thread-${tidOf(topic)}-1-1.html?report=${pid}`);
    const reported = await reader.submit(dialog, { intent: "report" }, { reason: "spam", text });
    expect([reported.status, reported.$("dialog mark").first().text()]).toEqual([422, "代·开 發票"]);
    expect(reported.$("textarea[name=text]").text()).toContain(text);
  });

  test("a text under review says so, has a label for its author, and nobody else finds it", async () => {
    const { browser } = await newMember(headers);
    const waiting = await publishTopic(browser, prefix, "有问题加我微信");
    expect(waiting.text).toContain("版主审核通过后其他人才能看到");
    expect(waiting.text).toContain("审核中");
    const address = `${prefix}/hsforum/thread-${tidOf(waiting)}-1-1.html`;
    expect((await visitor(headers).get(address)).status).toBe(404);
    const topic = await publishTopic(browser, prefix);
    const replied = await browser.submit(topic, { intent: "reply" }, { content: "加我微信吧" });
    expect(replied.text).toContain("版主审核通过后其他人才能看到");
    const seen = await visitor(headers).get(`${prefix}/hsforum/thread-${tidOf(topic)}-1-1.html`);
    expect([seen.text.includes("该楼层正在审核"), seen.text.includes("加我微信")]).toEqual([true, false]);
  });
});
