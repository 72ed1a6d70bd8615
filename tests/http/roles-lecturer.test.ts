import { expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, signedIn, visitor } from "./support";

const textsOf = (page: Page, selector: string) =>
  page
    .$(selector)
    .toArray()
    .map((each) => page.$(each).text().trim());
/** What the buttons of a piece's form do, without those of its lists. */
const intentsOf = (page: Page) =>
  page
    .$("form button[name=intent]")
    .toArray()
    .map((each) => page.$(each).attr("value") ?? "")
    .filter((intent) => !intent.includes(":"));

test.each(shellsOf(import.meta.url))(
  "a lecturer is appointed, writes drafts by forms alone, and an editor publishes them, $shell",
  async ({ prefix, headers }) => {
    const content = `${prefix}/moderator/content`;
    const roles = `${prefix}/moderator/roles`;
    const { browser: lecturer, nickname } = await newMember(headers);
    const { browser: editor, nickname: editorsName } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const [taught, begun] = [`${nickname}要讲的课`, `${nickname}新开的课`];
    const made = await admin.submit(
      await admin.get(`${content}/courses/new`),
      { intent: "save" },
      { title: taught },
    );
    const key = made.url.pathname.split("/").at(-1) ?? "";

    const page = await admin.get(`${roles}?role=lecturer`);
    expect(page.$(`a[href="${content}/activities"]`).text()).toContain("各个活动的编辑页");
    const asked = await admin.submit(
      page,
      { intent: "grant" },
      { person: nickname, courses: [key], reason: "讲这门课" },
    );
    expect(asked.text).toContain(`让「${nickname}」（UID `);
    expect(asked.text).toContain("指定了 1 门课程");
    expect((await lecturer.get(`${content}/courses`, { follow: false })).status).toBe(302);
    const done = await admin.submit(asked, { button: "确认任命" });
    expect(done.text).toContain(`课程：${taught}（草稿）`);
    const told = await lecturer.get(`${prefix}/personalCenter/msg?type=system`);
    expect(told.text).toContain("你被任命为讲师");
    const log = await admin.get(`${prefix}/moderator/log?action=appointLecturer`);
    expect(log.text).toContain(`指定的课程：无 → ${key}`);

    // The area shows the two kinds, with the course of the role alone, and nothing that publishes.
    const list = await lecturer.get(`${prefix}/moderator`);
    expect(list.url.pathname).toBe(`${content}/courses`);
    expect(textsOf(list, `nav[aria-label="内容的种类"] a`)).toEqual(["课程", "考试"]);
    expect(textsOf(list, `nav[aria-label="论坛管理的页面"] a`)).toEqual(["内容编辑"]);
    expect(list.text).toContain(taught);
    const form = await lecturer.get(`${content}/courses/${key}`);
    expect(intentsOf(form).filter((intent) => intent !== "find")).toEqual(["save", "preview"]);
    expect(form.text).toContain("编辑看过再发布");
    const saved = await lecturer.submit(form, { intent: "save" }, { summary: "讲师写的摘要" });
    expect(saved.text).toContain("已保存为第 2 版");
    const versions = await lecturer.get(`${content}/courses/${key}/versions`);
    expect(versions.$("button[value^='restore:']").length).toBe(0);
    const others = await lecturer.get(`${content}/news`);
    expect([others.status, others.text]).toEqual([422, expect.stringContaining("不在你负责的范围里")]);

    // A course of their own, and an exam.
    const blank = await lecturer.get(`${content}/courses/new`);
    const option = (name: string) => blank.$(`[name=${name}] option`).eq(1).attr("value") ?? "";
    let page2 = await lecturer.submit(
      blank,
      { intent: "add:chapters" },
      {
        title: begun,
        summary: "一句话",
        class: option("class"),
        level: option("level"),
        from: "2026-01-01T09:00",
        content: "讲**射频**。",
      },
    );
    page2 = await lecturer.submit(
      page2,
      { intent: "add:chapters_0_lessons" },
      { chapters_0_title: "第一章" },
    );
    const lesson = "chapters_0_lessons_0";
    const draft = await lecturer.submit(
      page2,
      { intent: "save" },
      { [`${lesson}_title`]: "第一课", [`${lesson}_minutes`]: "1", [`${lesson}_text`]: "讲义。" },
    );
    expect(draft.text).toContain("已保存为第 1 版");
    const own = draft.url.pathname.split("/").at(-1) ?? "";
    const exam = await lecturer.submit(
      await lecturer.get(`${content}/exams/new`),
      { intent: "save" },
      { title: `${nickname}的考试` },
    );
    expect(exam.text).toContain("已保存为第 1 版");
    const both = await lecturer.get(`${content}/courses`);
    expect([both.text.includes(taught), both.text.includes(begun)]).toEqual([true, true]);
    expect(both.$("button[value^='several:']").length).toBe(0);

    // An editor of courses finds the draft with its author, and publishes it.
    const editors = await admin.submit(
      await admin.get(roles),
      { intent: "grant" },
      { person: editorsName, kinds: ["courses"], reason: "管课程" },
    );
    await admin.submit(editors, { button: "确认任命" });
    const waiting = await editor.get(`${content}/courses?only=drafted`);
    const row = waiting.$("li").filter((_, each) => waiting.$(each).text().includes(begun));
    expect([row.text().includes("草稿"), row.text().includes(nickname)]).toEqual([true, true]);
    const read = `${prefix}/trainingClass/details/${own}`;
    expect((await visitor(headers).get(read)).status).toBe(404);
    const open = await editor.get(`${content}/courses/${own}`);
    expect((await editor.submit(open, { intent: "publish" })).text).toContain("已发布第 1 版");
    expect((await visitor(headers).get(read)).$("h1").text()).toBe(begun);
    expect((await lecturer.get(`${content}/courses/${own}`)).status).toBe(200);

    // Taken back, the area is closed.
    const list2 = await admin.get(`${roles}?role=lecturer`);
    const intent = String(
      list2.$(`form[aria-label="收回讲师：${nickname}"] button[value^=revoke]`).attr("value"),
    );
    const question = await admin.submit(list2, { intent }, { reason: "讲完了" });
    expect(question.text).toContain("对方写的草稿都还在");
    await admin.submit(question, { button: "确认收回" });
    expect((await lecturer.get(`${content}/courses`, { follow: false })).status).toBe(302);
  },
);
