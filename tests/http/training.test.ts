import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { structuredDataProblems, thingsOn } from "../support/structured-data";
import { linkOn, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** A whole course, its exam and its certificate, with links and forms alone. */

/** A course of the demo's pack: all its lessons and an exam are required. */
const course = 101;
const exam = 1;

/** Hands in the attempt, and confirms that some answers are blank. */
async function handIn(
  browser: PlainBrowser,
  page: Page,
  values: Record<string, string | string[]> = {},
): Promise<Page> {
  const next = await browser.submit(page, { intent: "submit" }, values);
  if (next.$("[name=sure]").length === 0) return next;
  expect(next.text).toMatch(/还有 \d+ 题没答，现在交卷？/);
  return browser.submit(next, { intent: "submit" });
}

interface PackQuestion {
  text: string;
  answer: string | boolean | string[];
}
const bank = (parse(readFileSync("content/demo/exams/1-101.yaml", "utf8")) as { questions: PackQuestion[] })
  .questions;
const plain = (text: string) => text.replace(/[`\s]/g, "");

/** The form's values for the right answers, which only the pack contains. */
function answersFor(page: Page): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const fieldset of page.$("fieldset").toArray()) {
    const part = page.$(fieldset);
    const question = plain(part.find("legend + div").text());
    const { answer } = bank.find(({ text }) => plain(text) === question) ?? {};
    if (answer === undefined) throw new Error(`the pack has no question ${question}`);
    const isBlank = part.find("input").first().attr("type") === "text";
    values[part.attr("id") ?? ""] = isBlank
      ? ([answer].flat().map(String)[0] ?? "")
      : [answer].flat().map(String);
  }
  return values;
}

describe.each(shells)("the training classes, $shell", ({ shell, prefix, headers }) => {
  let anyone: PlainBrowser;
  beforeAll(() => {
    anyone = visitor(headers);
  });

  test("list courses, filtered by one GET form", async () => {
    const page = await anyone.get(`${prefix}/trainingClass`);
    expect([page.status, page.$("h1").text()]).toEqual([200, "培训课堂"]);
    expect(page.text).toContain("40 门课程");
    for (const heading of ["推荐课程视频", "讲师", "学习之星", "考试达人"])
      expect(page.$("h2").text()).toContain(heading);
    const filtered = await anyone.submit(
      page,
      { form: "form:has(#filter-classId)" },
      { classId: "1", levelId: "1", q: "星闪" },
    );
    expect(filtered.status).toBe(200);
    expect(filtered.url.searchParams.get("classId")).toBe("1");
    expect(filtered.$("h1 + p").text()).toMatch(/^短距无线：/);
    expect(linkOn(filtered, /\/trainingClass\/details\/101$/)).toBe(`${prefix}/trainingClass/details/101`);
    expect(filtered.$('select[name="levelId"] option[selected]').attr("value")).toBe("1");
    const none = await anyone.get(`${prefix}/trainingClass?q=zzqqzz`);
    expect([none.status, none.text.includes("没有符合条件的课程")]).toEqual([200, true]);
  });

  test("show by the field that a keyword is too long, and keep it", async () => {
    const long = "长".repeat(61);
    const page = await anyone.get(`${prefix}/trainingClass?q=${encodeURIComponent(long)}`);
    expect(page.status).toBe(400);
    const field = page.$("#filter-q");
    expect(field.attr("value")).toBe(long);
    expect(page.$(`#${field.attr("aria-describedby")}`).text()).toBe("关键词不能超过 60 个字");
  });

  test.each([
    "/trainingClass?classId=abc",
    "/trainingClass?classId=999",
    "/trainingClass/details/999",
    "/trainingClass/lessons/999",
    "/trainingClass/lessons/007",
    "/trainingClass/exams/999",
    "/trainingClass/lecturers/999",
    "/trainingClass/certificates/abcdefghijklmnopqrst",
    "/trainingClass/certificates/short",
  ])("%s is not there", async (path) => {
    expect((await anyone.get(prefix + path)).status).toBe(404);
  });

  test("show a course with its outline, and a lesson's text before its video loads", async () => {
    const page = await anyone.get(`${prefix}/trainingClass/details/${course}`);
    const [courseData] = thingsOn(page).filter((thing) => thing["@type"] === "Course");
    expect(courseData).toMatchObject({ educationalLevel: "入门", isAccessibleForFree: true });
    expect(await structuredDataProblems(thingsOn(page))).toEqual([]);
    expect(page.$('link[rel="canonical"]').attr("href")).toMatch(/\/trainingClass\/details\/101$/);
    const lesson = await anyone.get(linkOn(page, /\/trainingClass\/lessons\/\d+/));
    const video = lesson.$("video");
    expect([video.attr("preload"), video.attr("poster") !== undefined, video.attr("autoplay")]).toEqual([
      "none",
      true,
      undefined,
    ]);
    expect(Number(video.attr("width"))).toBeGreaterThan(0);
    expect(lesson.$("video track[kind=captions][default]").length).toBe(1);
    const [film] = thingsOn(lesson).filter((thing) => thing["@type"] === "VideoObject");
    expect(film).toMatchObject({ duration: expect.stringMatching(/^PT\d+M\d+S$/) });
    const wanting = await structuredDataProblems(thingsOn(lesson));
    // These properties are for broadcasts and licensed films: parts, regions, an end.
    expect(wanting.filter((problem) => !problem.includes("(optional)"))).toEqual([]);
    const lines = lesson.$("#transcript ~ ol a");
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.eq(1).attr("href")).toMatch(/\/trainingClass\/lessons\/\d+\?t=\d+#player$/);
    expect(lesson.$("#slides ~ ol > li").length).toBeGreaterThan(1);
    // A line of the transcript starts the video at its second, without JavaScript too.
    const at = await anyone.get(lines.eq(1).attr("href") ?? "");
    const second = at.url.searchParams.get("t");
    expect(at.$("video source").attr("src")).toMatch(new RegExp(`#t=${second}$`));
    const ranged = await fetch(new URL(at.$("video source").attr("src") ?? "", anyone.origin), {
      headers: { range: "bytes=0-99" },
    });
    expect([ranged.status, (await ranged.arrayBuffer()).byteLength]).toEqual([206, 100]);
  });

  test("find words in a transcript by the address", async () => {
    const lesson = await anyone.get(`${prefix}/trainingClass/lessons/10101`);
    const word = lesson.$("#transcript ~ ol a span:last-child").first().text().slice(0, 2);
    const found = await anyone.submit(lesson, { form: "form:has(#transcript-q)" }, { q: word });
    expect(found.$("#transcript ~ ol mark").first().text()).toBe(word);
    expect(found.text).toMatch(/\d+ 处/);
    const hostile = await anyone.get(
      `${prefix}/trainingClass/lessons/10101?q=${encodeURIComponent("<script>alert(1)</script>")}`,
    );
    expect(hostile.html).not.toContain("<script>alert(1)");
    expect(hostile.text).toContain("没有找到，下面是全文");
  });

  test("store the position that a person types, and show an error for an invalid one", async () => {
    const { browser } = await newMember(headers);
    const lesson = await browser.get(`${prefix}/trainingClass/lessons/10101`);
    const wrong = await browser.submit(lesson, { intent: "position" }, { position: "半路" });
    expect(wrong.status).toBe(400);
    expect([wrong.$("#position").attr("value"), wrong.$("#position-problem").text()]).toEqual([
      "半路",
      "请填写看到哪里，如 1:15",
    ]);
    const stored = await browser.submit(wrong, { intent: "position" }, { position: "0:07" });
    expect(stored.text).toContain("已记住看到 0:07");
    expect(stored.$("video source").attr("src")).toMatch(/#t=7$/);
    const study = await browser.get(`${prefix}/personalCenter/study`);
    expect(study.text).toContain("看到 0:07");
    expect(linkOn(study, /\/trainingClass\/lessons\/10101$/)).toBe(`${prefix}/trainingClass/lessons/10101`);
  });

  test("ask visitors to sign in for personal pages", async () => {
    const lesson = await anyone.get(`${prefix}/trainingClass/lessons/10101`);
    expect(linkOn(lesson, /\/login\?redirect=.*lessons/)).toContain("/login");
    const page = await anyone.get(`${prefix}/trainingClass/exams/${exam}`);
    expect(linkOn(page, /\/login\?redirect=.*exams/)).toContain("/login");
    expect(page.$("fieldset").length).toBe(0);
    const study = await anyone.get(`${prefix}/personalCenter/study`);
    expect(study.url.pathname).toBe(`${prefix}/forum/all`);
    expect((await anyone.get(`${prefix}/trainingClass/attempts/1`)).status).toBe(401);
  });

  test("start a question about a lesson with its position, and list the topic beneath the lesson", async () => {
    const { browser } = await newMember(headers);
    const lesson = await browser.get(`${prefix}/trainingClass/lessons/10102?t=5`);
    const editor = await browser.get(linkOn(lesson, /\/posting\?lesson=10102/));
    expect(editor.url.searchParams.get("t")).toBe("5");
    expect(editor.$('textarea[name="content"]').text()).toContain("/trainingClass/lessons/10102?t=5");
    expect(editor.$('input[name="tags"]').attr("value")).toBe("WS63");
    const title = `这一段没听懂（${shell}）`;
    const content = `${editor.$('textarea[name="content"]').text()}请问为什么？`;
    const topic = await browser.submit(editor, { intent: "publish" }, { title, content });
    expect(topic.url.pathname).toContain("/hsforum/thread-");
    // A shared page may be some seconds old; a member's page is not.
    const after = await browser.get(`${prefix}/trainingClass/lessons/10102`);
    expect(after.$("#topics ~ ul").text()).toContain(title);
    expect(after.$("#topics ~ ul").text()).toContain("问的是 0:05");
  });
});

describe.each(shells)("an exam, $shell", ({ prefix, headers }) => {
  test("is left, continued and handed in with plain posts alone", async () => {
    const { browser } = await newMember(headers);
    const rules = await browser.get(`${prefix}/trainingClass/exams/${exam}`);
    expect(rules.text).toContain("没有通过的话，等 30 分钟再考");
    const sheet = await browser.submit(rules, { intent: "start" });
    expect(sheet.url.pathname).toMatch(/\/trainingClass\/attempts\/\d+$/);
    expect(sheet.$("fieldset").length).toBe(12);
    expect(sheet.html).not.toContain("正确答案");

    // The page shows the saved answers again, after leaving too.
    const answers = answersFor(sheet);
    const saved = await browser.submit(sheet, { intent: "save" }, answers);
    expect(saved.text).toContain("已保存，答了 12 题");
    const resumed = await browser.get(
      linkOn(await browser.get(`${prefix}/trainingClass/exams/${exam}`), /\/trainingClass\/attempts\/\d+$/),
    );
    for (const [name, value] of Object.entries(answers))
      expect(
        resumed
          .$(`[name="${name}"]`)
          .toArray()
          .filter((field) => resumed.$(field).attr("type") === "text" || resumed.$(field).is("[checked]"))
          .map((field) => resumed.$(field).attr("value")),
        name,
      ).toEqual([value].flat());
    const result = await handIn(browser, resumed);
    expect(result.text).toMatch(/通过，(\d+) \/ \1 分/);
    expect([result.text.includes("答对 12 / 12 题"), result.html.includes("正确答案")]).toEqual([true, true]);
    // The exam is half of a certificate: no lesson is learned yet.
    expect(result.$("a[href*='/trainingClass/certificates/']").length).toBe(0);
    const grades = await browser.get(`${prefix}/personalCenter/study?tab=grades`);
    expect(grades.$("tbody tr").length).toBe(1);
    const table = await browser.get(linkOn(grades, /grades\.csv/));
    expect(table.headers.get("content-type")).toContain("text/csv");
    expect(table.html.trim().split("\r\n").length).toBe(2);
    expect(table.html).toContain("星闪入门结业考试");
  });
});

describe("an attempt", () => {
  test("is closed to other people, and refuses a forged answer", async () => {
    const { browser } = await newMember();
    const sheet = await browser.submit(await browser.get(`/trainingClass/exams/${exam}`), {
      intent: "start",
    });
    const { browser: other } = await newMember();
    expect((await other.get(sheet.url.pathname)).status).toBe(404);
    const csrf = sheet.$('input[name="csrf"]').attr("value") ?? "";
    const name = sheet.$("fieldset:has(input[type=radio])").first().attr("id") ?? "";
    const forged = new URLSearchParams({ csrf, intent: "save", asked: name.slice(1), [name]: "Z" });
    const refused = await browser.post(sheet.url, forged);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("答案与题目不符，请重新作答");
    const answer = new URLSearchParams({
      csrf,
      attempt: sheet.url.pathname.split("/").at(-1) ?? "",
      asked: name.slice(1),
    });
    const option = sheet.$(`input[type=radio][name="${name}"]`).first().attr("value") ?? "";
    answer.set(name, option);
    const json = await browser.post("/study/answer", answer, { headers: { accept: "application/json" } });
    expect([json.status, JSON.parse(json.html)]).toEqual([
      200,
      expect.objectContaining({ answered: expect.any(Number), message: null }),
    ]);
  });
});

test("an older page of an attempt overwrites nothing, and asks where both changed a question", async () => {
  const { browser } = await newMember();
  const sheet = await browser.submit(await browser.get(`/trainingClass/exams/${exam}`), { intent: "start" });
  const older = await browser.get(sheet.url.pathname);
  const fields = older.$("fieldset:has(input[type=radio])").toArray();
  const [one, other] = fields.map((field) => older.$(field).attr("id") ?? "") as [string, string];
  const letters = (name: string) =>
    older
      .$(`input[type=radio][name="${name}"]`)
      .toArray()
      .map((input) => input.attribs.value ?? "") as [string, string];
  const post = (intent: string, values: Record<string, string>) =>
    browser.post(
      older.url,
      new URLSearchParams({
        ...Object.fromEntries(
          ["csrf", "asked", "was"].map((name) => [name, older.$(`input[name=${name}]`).attr("value") ?? ""]),
        ),
        intent,
        ...values,
      }),
    );
  const went = async (answer: ReturnType<typeof post>) => expect([302, 303]).toContain((await answer).status);
  await went(post("save", { [one]: letters(one)[0] }));
  // The same page posts another question, which is saved; the first answer stays.
  await went(post("save", { [other]: letters(other)[0] }));
  const now = await browser.get(sheet.url.pathname);
  expect(now.$(`input[name="${one}"][checked]`).attr("value")).toBe(letters(one)[0]);
  expect(now.text).toContain("已答 2 /");
  // A form without changes saves nothing.
  await went(post("save", {}));

  const prompt = await post("submit", { [one]: letters(one)[1] });
  expect([prompt.status, prompt.text]).toEqual([409, expect.stringContaining("在别的页面改过")]);
  expect(prompt.$(`input[name="${one}"][checked]`).attr("value")).toBe(letters(one)[1]);
  expect(prompt.$(`#${one}`).text()).toContain("别处保存的答案");
  // A question that was not changed there keeps its present answer, and the page does not ask about it.
  expect(prompt.$(`input[name="${other}"][checked]`).attr("value")).toBe(letters(other)[0]);
  expect(prompt.$(`#${other}`).text()).not.toContain("别处保存的答案");
  const marked = await handIn(browser, prompt);
  expect(marked.text).toContain("成绩");
});

describe("a person who agrees to be listed", () => {
  test("agrees on their study page, and withdraws it", async () => {
    const { browser } = await newMember();
    const listed = await browser.submit(await browser.get("/personalCenter/study"), { intent: "list" });
    expect(listed.text).toContain("已同意列入学习之星和考试达人");
    const unlisted = await browser.submit(listed, { intent: "unlist" });
    expect(unlisted.text).toContain("同意后，学得多、考得好时");
  });
});

describe("the administration of courses", () => {
  test("a member sees no learners, and no preview of a course", async () => {
    const { browser } = await newMember();
    const learners = await browser.get(`/trainingClass/learners/${course}`);
    expect([learners.status, learners.text.includes("只有这门课程的讲师和管理员可以这样做")]).toEqual([
      422,
      true,
    ]);
    expect((await browser.get("/classRoom/preview")).text).toContain("没有可以预览的课程");
    expect((await browser.get(`/classRoom/preview?id=${course}`)).status).toBe(422);
  });
});

test("the university page shows programmes, internships and works", async () => {
  const page = await visitor().get("/universityTalents");
  expect([page.status, page.$("h1").text()]).toEqual([200, "高校人才"]);
  for (const id of ["programmes", "internships", "events", "labs", "schools", "contacts"])
    expect(page.$(`#${id}`).length, id).toBe(1);
  expect(linkOn(page, /\/trainingClass\/details\/101$/)).toBe("/trainingClass/details/101");
  // The list has competitions alone, and none that has ended.
  const events = page.$("#events").closest("section");
  expect(events.find("li").length).toBeGreaterThan(0);
  expect(events.text()).toMatch(/未开始|报名中|名额已满|报名截止|进行中/);
  expect(events.text()).not.toContain("已结束");
});

test("hot videos of the home page link to lessons too", async () => {
  const browser = visitor();
  const home = await browser.get("/home");
  expect(home.$("main a[href*='/resources/videos/']").length).toBeGreaterThan(0);
  const card = home.$("main a[href*='/trainingClass/lessons/']").first();
  const course = card.closest("li").find(".facts span").first().text();
  const lesson = await browser.get(card.attr("href") ?? "");
  expect([lesson.status, lesson.$("main nav").text().includes(course)]).toEqual([200, true]);
  expect(lesson.$("main video").length).toBe(1);
});

test("a search finds courses, and shows the second of a match in a video", async () => {
  const browser = visitor();
  const courses = await browser.get("/search?q=%E6%98%9F%E9%97%AA&type=courses");
  expect(linkOn(courses, /\/trainingClass\/details\/101$/)).toBe("/trainingClass/details/101");
  const lesson = await browser.get("/trainingClass/lessons/10101");
  const line = lesson.$("#transcript ~ ol a span:last-child").eq(2).text();
  const lessons = await browser.get(`/search?type=lessons&q=${encodeURIComponent(`"${line.slice(0, 8)}"`)}`);
  expect(linkOn(lessons, /\/trainingClass\/lessons\/10101\?t=\d+/)).toContain("?t=");
});

test("a product's page lists its courses, and the sitemap contains them", async () => {
  const browser = visitor();
  const product = await browser.get("/products/details/110101");
  expect(product.$("#courses a[href*='/trainingClass/details/']").length).toBeGreaterThan(3);
  const all = await browser.get(linkOn(product, /\/trainingClass\?prodId=110101/));
  expect(all.$("main h2").length).toBeGreaterThan(3);
  const pages = await browser.get("/sitemaps/pages.xml");
  expect(pages.html).toContain("/trainingClass</loc>");
  expect((await browser.get("/sitemaps/courses-1.xml")).html).toContain("/trainingClass/details/101</loc>");
});
