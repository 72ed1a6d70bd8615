import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const typedIn = (page: Page, control: string) => page.$(`[name=${control}]`).first().attr("value") ?? "";
const chosen = (page: Page, control: string, text: string) =>
  page
    .$(`[name=${control}] option`)
    .filter((_, option) => page.$(option).text().includes(text))
    .first()
    .attr("value") ?? "";

/** The controls at which a form says that something is wrong. */
const invalidIn = (page: Page) =>
  page
    .$('[aria-invalid="true"]')
    .map((_, control) => page.$(control).attr("name"))
    .get();

describe.each(shells)(
  "a course with an exam, edited without JavaScript, %s",
  (_shell, prefix, mark, headers) => {
    const list = (kind: string) => `${prefix}/moderator/content/${kind}`;
    const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
      browser.submit(page, { intent }, values);

    test("is written with chapters, lessons and slides, previewed, published with its quiz, and learned", async () => {
      const admin = await signedIn("admin", headers);
      const other = visitor(headers);
      const empty = await admin.get(`${list("courses")}/new`);
      expect(empty.status).toBe(200);
      let page = await press(admin, empty, "add:chapters", {
        title: `新课程${mark}`,
        summary: "一句话",
        class: empty.$("[name=class] option").eq(1).attr("value") ?? "",
        level: empty.$("[name=level] option").eq(1).attr("value") ?? "",
        from: "2026-01-01T09:00",
        content: "讲**射频**。",
      });
      page = await press(admin, page, "add:chapters_0_lessons", { chapters_0_title: "第一章" });
      page = await press(admin, page, "add:chapters_0_lessons", {
        chapters_0_lessons_0_title: "第一课",
        chapters_0_lessons_0_minutes: "1",
        chapters_0_lessons_0_text: "第一课的**讲义**。",
      });
      // The row is open in which a list was changed.
      page = await press(admin, page, "add:chapters_0_lessons_0_slides");
      expect(page.$("details[open] [name=chapters_0_lessons_0_title]").length).toBe(1);
      const wrong = await press(admin, page, "save", {
        chapters_0_lessons_0_slides_0_title: "第一页",
        chapters_0_lessons_0_slides_0_at: "不是时间",
        chapters_0_lessons_1_title: "第二课",
        chapters_0_lessons_1_minutes: "1",
      });
      expect([wrong.status, invalidIn(wrong)]).toEqual([400, ["chapters_0_lessons_0_slides_0_at"]]);
      expect(typedIn(wrong, "chapters_0_lessons_1_title")).toBe("第二课");
      expect(wrong.$("[name=chapters_0_lessons_0_text]").text().trim()).toBe("第一课的**讲义**。");
      const early = await press(admin, wrong, "publish", { chapters_0_lessons_0_slides_0_at: "" });
      expect([early.status, invalidIn(early)]).toEqual([422, ["chapters_0_lessons_1_text"]]);
      const draft = await press(admin, early, "save", { chapters_0_lessons_1_text: "第二课的讲义。" });
      expect(draft.text).toMatch(/已保存为第 \d 版/);
      const key = last(draft.url.pathname);
      const lesson = typedIn(draft, "chapters_0_lessons_0_id");
      expect(lesson).toMatch(/^9\d{8}$/);
      const path = `${prefix}/trainingClass/details/${key}`;
      expect((await other.get(path)).status).toBe(404);

      // The whole course is previewed, lesson by lesson, by whoever has the address.
      const preview = await press(admin, draft, "preview");
      expect(preview.text).toContain("预览：这是最新保存的一版");
      expect(preview.$('meta[name="robots"]').attr("content")).toBe("noindex");
      const held = await other.get(preview.url.pathname + preview.url.search);
      const way =
        held
          .$("a")
          .filter((_, link) => held.$(link).text().includes("第一课"))
          .first()
          .attr("href") ?? "";
      const shown = await other.get(way);
      expect([shown.$("h1").text(), shown.$("strong").first().text()]).toEqual(["第一课", "讲义"]);
      expect(shown.text).toContain("第一页");
      expect(shown.text).toContain("预览：这是最新保存的一版");
      expect((await other.get(`${prefix}/trainingClass/lessons/${lesson}`)).status).toBe(404);

      const published = await press(admin, await admin.get(`${list("courses")}/${key}`), "publish");
      expect(published.text).toMatch(/已发布第 \d 版/);
      expect((await other.get(path)).$("h1").text()).toBe(`新课程${mark}`);

      // Its quiz.
      const blank = await admin.get(`${list("exams")}/new`);
      let exam = await press(admin, blank, "add:questions", {
        title: `结业考试${mark}`,
        course: key,
        minutes: "10",
        pass: "60",
      });
      const refused = await press(admin, exam, "publish", {
        questions_0_text: "哪一个是对的",
        questions_0_options: "这个\n那个",
        questions_0_answer: "C",
      });
      expect([refused.status, refused.text.includes("没有选项 C")]).toEqual([422, true]);
      expect(refused.$("[name=questions_0_options]").text().trim()).toBe("这个\n那个");
      exam = await press(admin, refused, "preview", {
        questions_0_answer: "b",
        questions_0_why: `解析${mark}`,
      });
      expect([exam.$("h1").text(), exam.text.includes("预览")]).toEqual([`结业考试${mark}`, true]);
      expect(exam.html).not.toContain(`解析${mark}`);
      const test = last(exam.url.pathname);
      await press(admin, await admin.get(`${list("exams")}/${test}`), "publish");
      const again = await admin.get(`${list("courses")}/${key}`);
      expect(chosen(again, "exam", `结业考试${mark}`)).toBe(test);
      const certified = await press(admin, again, "publish", { certificate: `证书${mark}`, exam: test });
      expect(certified.text).toMatch(/已发布第 \d 版/);
      const read = await other.get(path);
      expect([read.text.includes(`证书${mark}`), read.text.includes(`结业考试${mark}`)]).toEqual([
        true,
        true,
      ]);

      const member = await signedIn("member", headers);
      const attempt = await press(member, await member.get(`${prefix}/trainingClass/exams/${test}`), "start");
      expect(attempt.text).toContain("哪一个是对的");
      expect(attempt.html).not.toContain(`解析${mark}`);
      const kept = await press(admin, await admin.get(`${list("exams")}/${test}`), "withdraw");
      expect([kept.status, kept.text.includes(`课程「新课程${mark}」的证书要通过这场考试`)]).toEqual([
        409,
        true,
      ]);

      // Lessons change their places by posts, and stay the same lessons.
      const moved = await press(admin, certified, "down:chapters_0_lessons:0");
      expect(typedIn(moved, "chapters_0_lessons_1_id")).toBe(lesson);
      await press(admin, moved, "publish");
      const order = (await other.get(path)).text;
      expect(order.indexOf("第二课")).toBeLessThan(order.indexOf("第一课"));
      // From the end of its chapter a lesson goes on into the next one.
      const longer = await press(admin, await admin.get(`${list("courses")}/${key}`), "add:chapters");
      const crossed = await press(admin, longer, "down:chapters_0_lessons:1", {
        chapters_1_title: "第二章",
      });
      expect(typedIn(crossed, "chapters_1_lessons_0_id")).toBe(lesson);
      expect(crossed.$('[value="up:chapters_1_lessons:0"]').length).toBe(1);
      expect(crossed.$('[value="up:chapters_0_lessons:0"]').length).toBe(0);
      await press(admin, crossed, "publish");
      expect((await other.get(path)).text).toContain("第二章");
      await press(admin, await admin.get(`${list("courses")}/${key}`), "withdraw");
      expect((await other.get(path)).text).toContain("这门课程已下架");
      const history = await admin.get(`${list("courses")}/${key}/versions?version=2`);
      expect(history.status).toBe(200);
      const restored = await press(admin, history, "restore:2");
      await press(admin, restored, "publish");
      expect((await other.get(path)).text).not.toContain("这门课程已下架");
    });

    test("courses and exams of the pack are saved as they stand, and then say nothing new", async () => {
      const admin = await signedIn("admin", headers);
      const some =
        mark === "甲" ? ["courses/101", "courses/306", "exams/1"] : ["courses/201", "exams/4", "exams/8"];
      for (const piece of some) {
        const form = await admin.get(`${prefix}/moderator/content/${piece}`);
        expect([piece, form.status]).toEqual([piece, 200]);
        const saved = await press(admin, form, "save");
        expect([piece, saved.text.includes("已保存为第 1 版")]).toEqual([piece, true]);
      }
    });
  },
);
