import { addTime, dayOf } from "contract/base/time";
import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, signedIn } from "./support";

describe.each(shellsOf(import.meta.url))("the inbox of suggestions and complaints, $shell", (shell) => {
  const { prefix, headers } = shell;
  const at = `${prefix}/moderator/advice`;

  /** A letter of a new member, its number, and an administrator at it. */
  async function letter(type = "feature") {
    const { browser: author } = await newMember(headers);
    await author.submit(await author.get(`${prefix}/suggestion`), { intent: "sign" });
    const text = `希望资料能按日期排序 ${author.jar.toJSON()?.cookies.length} ${Math.random()}`;
    const sent = await author.submit(
      await author.get(`${prefix}/suggestion`),
      { intent: "suggest" },
      { type, text },
    );
    const [number = ""] = /YJ\d{8}-\w{6}/.exec(sent.text) ?? [];
    const admin = await signedIn("admin", headers);
    return { author, number, admin, page: await admin.get(`${at}?number=${number}`) };
  }
  test("is given, noted and dated by forms alone; its author sees none of it", async () => {
    const { author, number, admin, page } = await letter();
    expect(page.text).toContain("没有受理人");
    const taken = await admin.submit(page, { intent: "take" });
    expect(taken.text).toContain(`${number} 由你处理`);
    expect(taken.url.search).toContain(number);
    expect(taken.url.search).not.toContain("shown");
    const mine = await admin.get(`${at}?assignee=mine&text=${number}`);
    expect(mine.$(`form[aria-label="答复 ${number}"]`)).toHaveLength(1);
    expect((await admin.get(`${at}?assignee=nobody&text=${number}`)).text).toContain("没有待处理的建议");

    const empty = await admin.submit(taken, { intent: "note" });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写备注")]);
    const noted = await admin.submit(empty, { intent: "note" }, { text: "问过硬件组" });
    expect(noted.text).toContain("问过硬件组");

    const day = dayOf(addTime(Date.now(), 30, "day"));
    const unexplained = await admin.submit(noted, { intent: "due" }, { day });
    expect([unexplained.status, unexplained.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(unexplained.$("input[name=day]").attr("value")).toBe(day);
    const past = await admin.submit(noted, { intent: "due" }, { day: "2020-01-01", reason: "忘了" });
    expect([past.status, past.text]).toEqual([422, expect.stringContaining("期限须是今天到一年以内的一天")]);
    const moved = await admin.submit(past, { intent: "due" }, { day, reason: "等新版手册" });
    expect(moved.text).toContain(`把期限改为 ${day} 18:00：等新版手册`);

    const own = await author.get(`${prefix}/suggestion/mine/${number}`);
    for (const hidden of ["硬件组", "新版手册", day, "受理"]) expect(own.text).not.toContain(hidden);
    const log = await admin.get(`${prefix}/moderator/log?action=adviceDue`);
    expect(log.text).toContain(`编号：无 → ${number}`);
    // Nobody, and again whoever is chosen by name.
    const nobody = await admin.submit(moved, { intent: "assign" }, { uid: "" });
    expect(nobody.text).toContain(`${number} 已放开`);
    const me = String(/take:(\d+)/.exec(nobody.html)?.[1]);
    const given = await admin.submit(nobody, { intent: "assign" }, { uid: me });
    expect(given.text).toContain(`${number} 已分派`);
    const late = await admin.submit(nobody, { intent: "take" });
    expect(late.text).toContain(`${number} 由你处理`);
    const freed = await admin.submit(given, { intent: "take" });
    expect(freed.text).toContain(`${number} 已放开`);
  });

  test("the second administrator is told what the first did, and what was typed stays", async () => {
    const { number, admin } = await letter();
    const list = `${at}?text=${number}`;
    const seen = await admin.get(list);
    const first = await signedIn("admin", headers);
    const theirs = await first.get(list);
    await first.submit(theirs, { intent: "suggestion" }, { status: "answered", answer: "已经有了" });
    // It has left the list of what is open: the form comes back all the same.
    const typed = { status: "adopted", answer: "写了很久的答复" };
    const late = await admin.submit(seen, { intent: "suggestion" }, typed);
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("已改为「已回复」，答复「已经有了」"),
    ]);
    expect(late.$("[name=answer]").text()).toBe("写了很久的答复");
    const done = await admin.submit(late, { intent: "suggestion" }, {});
    expect(done.text).toContain(`已答复 ${number}`);
    expect((await admin.get(`${at}?number=${number}`)).text).toContain("已采纳：写了很久的答复");
  });

  /** What a form of a page says that it showed. */
  const shownIn = (page: Page, form: string, name: string) =>
    page.$(`form[aria-label="${form}"] input[name="${name}"]`).attr("value");

  test("a form that comes back for another reason still notices that somebody was faster", async () => {
    const { number, admin } = await letter();
    const kept = { title: `先收下 ${process.pid}${prefix}`, text: "收到了。" };
    await admin.submit(await admin.get(`${at}?kind=canned`), { intent: "keep" }, kept);
    const page = await admin.get(`${at}?number=${number}`);
    const first = await signedIn("admin", headers);
    const theirs = await first.submit(
      await first.get(page.url),
      { intent: "suggestion" },
      { status: "working", answer: "在看" },
    );
    const day = dayOf(addTime(Date.now(), 20, "day"));
    const given = await first.submit(theirs, { intent: "take" });
    await first.submit(given, { intent: "due" }, { day, reason: "等样片" });
    // None of these says what the other one did: a reply is not picked, a text is too long, a reason is missing.
    const unpicked = await admin.submit(page, { intent: "fill" }, { answer: "你好！" });
    expect([unpicked.status, shownIn(unpicked, `答复 ${number}`, "seen")]).toEqual([400, "0"]);
    const long = await admin.submit(unpicked, { intent: "suggestion" }, { answer: "长".repeat(2_001) });
    expect([long.status, shownIn(long, `答复 ${number}`, "seen")]).toEqual([400, "0"]);
    const late = await admin.submit(long, { intent: "suggestion" }, { answer: "好" });
    expect([late.status, shownIn(late, `答复 ${number}`, "seen")]).toEqual([409, "1"]);

    // A program that does not say what it saw is told so, and gets what the page shows.
    const unsaid = await admin.submit(page, { intent: "suggestion" }, { answer: "好", seen: null });
    expect([unsaid.status, shownIn(unsaid, `答复 ${number}`, "seen")]).toEqual([400, "1"]);
    expect(unsaid.$(`form[aria-label="答复 ${number}"] [role=alert]`).text()).toContain("编号有误");

    const later = dayOf(addTime(Date.now(), 30, "day"));
    const before = shownIn(page, `期限 ${number}`, "from");
    const unexplained = await admin.submit(page, { intent: "due" }, { day: later });
    expect([unexplained.status, shownIn(unexplained, `期限 ${number}`, "from")]).toEqual([400, before]);
    const moved = await admin.submit(unexplained, { intent: "due" }, { reason: "再等等" });
    expect([moved.status, moved.text]).toEqual([409, expect.stringContaining(`把期限改成了 ${day} 18:00`)]);
    const again = await admin.submit(moved, { intent: "due" });
    expect(again.text).toContain(`${number} 的期限改为 ${later}`);

    const nobody = await admin.submit(page, { intent: "assign" }, { uid: "" });
    expect([nobody.status, nobody.text]).toEqual([409, expect.stringContaining("把它分派给了")]);
    expect(shownIn(nobody, `分派 ${number}`, "from")).not.toBe("0");
  });

  test("a form without a button decides nothing, and keeps what was typed in its own place", async () => {
    const { author, number, admin, page } = await letter();
    const typedInto = async (form: string, values: Record<string, string>) => {
      const selector = `form[aria-label="${form} ${number}"]`;
      const shown = page.$(selector);
      const hidden = shown
        .find("input[type=hidden]")
        .toArray()
        .map((each) => page.$(each));
      const body = new URLSearchParams(
        hidden.map((each) => [each.attr("name") ?? "", each.attr("value") ?? ""]),
      );
      for (const [name, value] of Object.entries(values)) body.set(name, value);
      const back = await admin.post(new URL(shown.attr("action") ?? "", page.url), body);
      expect([form, back.status]).toEqual([form, 400]);
      expect(back.$(selector).text()).toContain("没有说明要怎么处理");
      for (const [name, value] of Object.entries(values))
        expect(back.$(`${selector} [name="${name}"]`).val()).toBe(value);
      expect(back.$('section[aria-label="没有提交的内容"]')).toHaveLength(0);
    };
    await typedInto("答复", { answer: "写了很久的答复", status: "adopted" });
    await typedInto("备注", { text: "问过硬件组" });
    await typedInto("期限", { day: dayOf(addTime(Date.now(), 9, "day")), reason: "等样片" });
    const { $ } = page;
    const me = $(`form[aria-label="分派 ${number}"] option`).last().attr("value");
    await typedInto("分派", { uid: String(me) });
    expect((await author.get(`${prefix}/suggestion/mine/${number}`)).text).toContain("还没有人处理");
    expect((await admin.get(page.url)).text).toContain("没有受理人");
  });

  test("what was typed about a letter that is gone can be copied", async () => {
    const { admin, page } = await letter();
    const gone = { number: "YJ20200101-ABCDEF" };
    const lost = async (intent: string, values: Record<string, string>, labels: string[]) => {
      const back = await admin.submit(page, { intent }, { ...gone, ...values });
      const part = back.$('section[aria-label="没有提交的内容"]');
      expect([intent, back.status, part.text()]).toEqual([
        intent,
        404,
        expect.stringContaining("没有这条记录"),
      ]);
      const texts = part.find("textarea").toArray();
      expect(texts.map((each) => back.$(each).text())).toEqual(Object.values(values));
      expect(
        part
          .find("label")
          .toArray()
          .map((each) => back.$(each).text()),
      ).toEqual(labels.map((label) => expect.stringContaining(`没有提交的${label}`)));
    };
    await lost("suggestion", { answer: "第一行\n第二行" }, ["答复"]);
    await lost("note", { text: "问过硬件组" }, ["备注"]);
    const day = dayOf(addTime(Date.now(), 9, "day"));
    await lost("due", { day, reason: "等样片" }, ["答复期限", "改期的理由"]);
  });

  test("a canned reply is kept, edited, put into the answer without sending it, and removed after a question", async () => {
    const admin = await signedIn("admin", headers);
    const canned = `${at}?kind=canned`;
    const page = await admin.get(canned);
    const empty = await admin.submit(page, { intent: "keep" });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写名称")]);
    const title = `转给产品 ${process.pid}${prefix}`;
    const kept = await admin.submit(empty, { intent: "keep" }, { title, text: "谢谢，已转给产品经理。" });
    expect(kept.text).toContain(`已保存「${title}」`);
    const href = kept
      .$("li")
      .filter((_, each) => kept.$(each).text().includes(title))
      .find("a")
      .attr("href");
    const edit = await admin.get(String(href));
    const changed = await admin.submit(edit, { intent: "keep" }, { text: "多谢，已转给产品经理。" });
    expect(changed.text).toContain("多谢，已转给产品经理。");
    // Whoever still has the earlier words before them is told so.
    const second = await admin.submit(edit, { intent: "keep" }, { text: "别的话" });
    expect([second.status, second.text]).toEqual([409, expect.stringContaining(`改过「${title}」`)]);
    expect(second.$("textarea[name=text]").text()).toBe("别的话");
    // The form that comes back for another reason still has the version that was seen.
    const unnamed = await admin.submit(edit, { intent: "keep" }, { title: "" });
    expect([unnamed.status, shownIn(unnamed, "常用答复", "version")]).toEqual([400, "1"]);
    const named = await admin.submit(unnamed, { intent: "keep" }, { title, text: "别的话" });
    expect([named.status, shownIn(named, "常用答复", "version")]).toEqual([409, "2"]);

    const { author, number, page: open } = await letter();
    const form = `form[aria-label="答复 ${number}"]`;
    const id = open
      .$(`${form} select[name=reply] option`)
      .filter((_, each) => open.$(each).text() === title)
      .attr("value");
    const unpicked = await admin.submit(open, { intent: "fill" }, { answer: "你好！" });
    expect(unpicked.status).toBe(400);
    expect(unpicked.$(`${form} [id$=reply-problem]`).text()).toContain("请选择一条常用答复");
    const filled = await admin.submit(unpicked, { intent: "fill" }, { reply: String(id) });
    expect(filled.$(`${form} [name=answer]`).text()).toBe("你好！\n\n多谢，已转给产品经理。");
    expect((await author.get(`${prefix}/suggestion/mine/${number}`)).text).toContain("还没有人处理");

    const asked = await admin.submit(await admin.get(String(href)), { intent: "remove" });
    expect(asked.text).toContain(`删除常用答复「${title}」？`);
    const removed = await admin.submit(asked, { button: "确认删除" });
    expect(removed.text).toContain(`已删除「${title}」`);
    const gone = await admin.submit(edit, { intent: "keep" }, { text: "别的话" });
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("这条常用答复已被删除")]);
    expect(gone.$("textarea[name=text]").text()).toBe("别的话");
    const anew = await admin.submit(gone, { intent: "keep" });
    expect(anew.text).toContain(`已保存「${title}」`);
  });
});
