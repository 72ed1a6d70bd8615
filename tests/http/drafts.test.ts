import { beforeAll, describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMember, shellsOf, someTopic } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)("drafts by plain forms, $shell", ({ prefix, headers }) => {
  let member: PlainBrowser;
  beforeAll(async () => {
    ({ browser: member } = await newMember(headers));
  });
  const contentOf = (page: Page) => page.$("textarea[name=content]").text().replace(/^\n/, "");
  const typed = { title: "没写完的标题", tags: "草稿", content: "第一稿\n\t缩进还在" };

  test("a draft is saved, restored with a notice, listed with its versions, and deleted", async () => {
    const editor = await member.get(`${prefix}/posting`);
    const saved = await member.submit(editor, { intent: "draft" }, { fid: "101", ...typed });
    expect([saved.status, contentOf(saved)]).toEqual([200, typed.content.replace(/\n/g, "\n")]);
    expect(saved.text).toMatch(/草稿已在 \d\d:\d\d 保存/);
    const again = await member.submit(saved, { intent: "draft" }, { content: "第二稿" });
    expect(again.text).toMatch(/草稿已在 \d\d:\d\d 保存/);

    const reopened = await member.get(`${prefix}/posting`);
    expect(reopened.text).toMatch(/已恢复 \d\d:\d\d 的草稿/);
    expect([
      contentOf(reopened),
      reopened.$("[name=title]").attr("value"),
      reopened.$("[name=tags]").attr("value"),
    ]).toEqual(["第二稿", typed.title, typed.tags]);
    expect(reopened.$("select[name=fid] option[selected]").attr("value")).toBe("101");

    const list = await member.get(`${prefix}/posting/drafts`);
    expect(list.$('[data-draft="topic:new"]').text()).toContain(typed.title);
    const versions = await member.get(list.$('a[href*="drafts?id="]').attr("href") ?? "");
    expect(versions.$("pre").first().text()).toContain("第一稿");
    await member.submit(versions, { intent: "restore" });
    expect(contentOf(await member.get(`${prefix}/posting`))).toContain("第一稿");

    const discarded = await member.submit(await member.get(`${prefix}/posting`), { intent: "discard" });
    expect([discarded.status, contentOf(discarded), discarded.text.includes("已恢复")]).toEqual([
      200,
      "",
      false,
    ]);
    expect((await member.get(`${prefix}/posting/drafts`)).text).toContain("没有草稿");
  });

  test("the address's prefilled text is shown, the other draft is offered and stays, and publishing deletes only its own draft", async () => {
    const titleOf = (page: Page) => page.$("[name=title]").attr("value");
    const fidOf = (page: Page) => page.$("select[name=fid] option[selected]").attr("value") || undefined;
    const first = `${prefix}/posting?fid=101&title=${encodeURIComponent("关于一号：")}&tags=${encodeURIComponent("一号")}`;
    const second = `${prefix}/posting?fid=102&title=${encodeURIComponent("关于二号：")}`;
    await member.submit(await member.get(first), { intent: "draft" }, { content: "问一号的" });
    for (const [path, title, fid] of [
      [second, "关于二号：", "102"],
      [`${prefix}/posting?fid=102`, undefined, "102"],
      [`${prefix}/posting`, undefined, undefined],
    ] as const) {
      const editor = await member.get(path);
      expect([titleOf(editor) || undefined, contentOf(editor), fidOf(editor)]).toEqual([title, "", fid]);
      expect(editor.$("[data-other-drafts]").text()).toContain("关于一号：");
    }
    await member.submit(await member.get(second), { intent: "draft" }, { content: "问二号的" });
    const offered = (await member.get(second)).$("[data-other-drafts] a").attr("href") ?? "";
    const back = await member.get(offered);
    expect([titleOf(back), contentOf(back), fidOf(back)]).toEqual(["关于一号：", "问一号的", "101"]);
    expect(contentOf(await member.get(first))).toBe("问一号的");
    await member.submit(back, { intent: "publish" }, { content: "问一号的，写完了" });
    const list = await member.get(`${prefix}/posting/drafts`);
    expect(list.$("[data-draft] h2").text()).toBe("关于二号：");
    await member.submit(list, { intent: "delete" });
  });

  test("with two windows the later one compares and may take either text; the other stays as a version", async () => {
    const [one, two] = [await member.get(`${prefix}/posting`), await member.get(`${prefix}/posting`)];
    await member.submit(one, { intent: "draft" }, { content: "窗口一写的" });
    const refused = await member.submit(two, { intent: "draft" }, { content: "窗口二写的" });
    expect([refused.status, contentOf(refused)]).toEqual([409, "窗口二写的"]);
    expect(refused.$('section[aria-label="比较两份内容"]').text()).toContain("窗口一写的");
    const resolved = await member.submit(refused, { button: "保留我的" });
    expect(resolved.text).toContain("保存");
    expect(contentOf(await member.get(`${prefix}/posting`))).toBe("窗口二写的");
    const late = await member.submit(one, { intent: "draft" }, { content: "窗口一又写" });
    const taken = await member.submit(late, { button: "改用另一份" });
    expect(contentOf(taken)).toBe("窗口二写的");
    const versions = await member.get(
      (await member.get(`${prefix}/posting/drafts`)).$('a[href*="drafts?id="]').attr("href") ?? "",
    );
    expect(versions.$("pre").text()).toContain("窗口一又写");
    const deleted = await member.submit(versions, { intent: "delete" });
    expect(deleted.text).toMatch(/草稿已删除，30 天内可以.*没有草稿.*最近删除/);
    // The deleted draft is restored with all its versions.
    const back = await member.submit(deleted, { intent: "recover" });
    expect(back.text).toContain("草稿已恢复");
    expect(contentOf(await member.get(`${prefix}/posting`))).toBe("窗口二写的");
    const twice = await member.submit(deleted, { intent: "recover" });
    expect([twice.status, twice.text.includes("草稿不存在")]).toEqual([404, true]);
    await member.submit(back, { intent: "delete" });
    expect((await member.get(`${prefix}/posting/drafts`)).text).toContain("没有草稿");
  });

  test("the editor's script saves for the author, and tells somebody who has signed in since that they are another account", async () => {
    const editor = await member.get(`${prefix}/posting`);
    const csrf = String(editor.$('input[name="csrf"]').first().attr("value"));
    const { uid } = JSON.parse((await member.get("/editor/session")).text) as { uid: number };
    const save = (writer: number) =>
      member.post(
        "/editor/draft",
        new URLSearchParams({
          csrf,
          target: "topic:new",
          writer: String(writer),
          content: "脚本存的",
          automatic: "1",
        }),
      );
    const refused = await save(uid + 1);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { code: "OTHER_PERSON" }]);
    expect((await member.get(`${prefix}/posting/drafts`)).text).toContain("没有草稿");
    const saved = await save(uid);
    expect([saved.status, JSON.parse(saved.text)]).toMatchObject([200, { revision: 1 }]);
    await member.submit(await member.get(`${prefix}/posting`), { intent: "discard" });
  });

  test("a reply has its draft, and posting the reply deletes it", async () => {
    const topic = await member.get(`${prefix}${await someTopic(member)}`.replace("/h5/h5", "/h5"));
    await member.submit(topic, { intent: "draft" }, { content: "回到一半" });
    const reopened = await member.get(topic.url);
    expect(contentOf(reopened)).toBe("回到一半");
    const replied = await member.submit(reopened, { intent: "reply" }, { content: "写完的回复" });
    expect(replied.text).toContain("写完的回复");
    expect((await member.get(`${prefix}/posting/drafts`)).text).toContain("没有草稿");
  });

  test("with two windows that edit one reply the later one compares, and overwrites only on purpose", async () => {
    const topic = await member.get(`${prefix}${await someTopic(member)}`.replace("/h5/h5", "/h5"));
    const placed = await member.submit(topic, { intent: "reply" }, { content: `要改的回复 ${prefix}` });
    const editing = placed.$('a[href*="/posting/post?pid="]').last().attr("href") ?? "";
    const [one, two] = [await member.get(editing), await member.get(editing)];
    await member.submit(one, { intent: "publish" }, { content: "窗口一改的" });
    const refused = await member.submit(two, { intent: "publish" }, { content: "窗口二改的" });
    expect(refused.status).toBe(409);
    expect(refused.$('section[aria-label="比较两份内容"]').text()).toContain("窗口一改的");
    const over = await member.submit(refused, { button: "用我的覆盖" });
    expect(over.text).toContain("窗口二改的");
  });

  test("signed out while writing: nothing is saved, the form keeps the text, and it can be saved after signing in", async () => {
    const { browser } = await newMember(headers);
    const editor = await browser.get(`${prefix}/posting`);
    await browser.get("/logout");
    const refused = await browser.submit(editor, { intent: "draft" }, { content: "登录失效时写的" });
    expect([refused.status, contentOf(refused)]).toEqual([403, "登录失效时写的"]);
    expect(refused.$('dialog a[href^="/login"]').attr("href")).toContain(
      encodeURIComponent("/posting/signedIn"),
    );
  });
});
