import { and, eq } from "drizzle-orm";
import { courseLearners, courses, lessons, studyTotals } from "gateway/database/schema";
import { pictureSizes } from "gateway/files/pictures/picture-sizes";
import { runJobs } from "gateway/server/jobs";
import { recountCourseJob } from "gateway/training/study/recount";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";
import { learnLesson } from "../support/training";
import { courseFile } from "../support/training-pack";

const { gateway, load, pieceOf, call, save, saved, publish, change, fresh, fieldsOf, decide, admin, folder } =
  startCommunityEditing(beforeEach);

interface Chapter {
  title: string;
  lessons: ({ id?: number; title: string; slides?: Body[] } & Body)[];
}

const chaptersOf = async (key: string) =>
  ((await pieceOf("courses", key)).body.chapters ?? []) as unknown as Chapter[];
const page = async (key: string, preview?: string) => {
  const { status, body } = await gateway().call(
    "courseById",
    { id: Number(key), ...(preview === undefined ? {} : { preview }) },
    null,
  );
  return status === 200 ? (body as Awaited<ReturnType<typeof gateway>["ok"]> & Body) : status;
};
const titles = async (key: string) =>
  (await gateway().ok("courseById", { id: Number(key) })).chapters.map(({ title, lessons: own }) => [
    title,
    own.map((lesson) => lesson.title),
  ]);
const reading = (title: string, more: Body = {}) => ({
  title,
  minutes: 1,
  text: `${title}的讲义。`,
  ...more,
});
const recounted = () => runJobs(gateway().services, [recountCourseJob]);

/** A new course of lessons to read. */
const whole = (chapters: unknown[], more: Body = {}): Body => ({
  title: "新课",
  summary: "一句话",
  class: 1,
  level: 1,
  from: "2026-01-01 09:00",
  content: "讲**天线**。",
  chapters,
  ...more,
});

async function newCourse(chapters: unknown[], more: Body = {}): Promise<string> {
  const made = await fresh("courses", whole(chapters, more));
  expect([made.body, made.status]).toMatchObject([{}, 200]);
  const { key } = made.body as { key: string };
  await publish("courses", key, 1);
  return key;
}

describe("a course", () => {
  it("lives from draft over its preview to the list, is withdrawn and restored", async () => {
    const half = await fresh("courses", { title: "半门课", chapters: [{ title: "第一章" }] });
    const { key } = half.body as { key: string };
    const early = await call("publishContent", { kind: "courses", key, version: 1 });
    expect(fieldsOf(early)).toMatchObject({
      class: ["请填写这一项"],
      summary: ["请填写这一项"],
      chapters_0_lessons: ["这一章还没有课时"],
    });
    const version = await saved("courses", key, {
      ...whole([{ title: "第一章", lessons: [reading("第一课"), reading("第二课")] }]),
      lecturers: [2, 1],
      products: [100],
      resources: [500],
      tags: ["UART"],
      certificate: "天线（入门）",
    });
    const [first = 0, second = 0] = (await chaptersOf(key))[0]?.lessons.map(({ id }) => id ?? 0) ?? [];
    expect([first > 900_000_000, second]).toEqual([true, first + 1]);
    const { preview } = await pieceOf("courses", key);
    expect(await page(key, preview)).toMatchObject({
      title: "新课",
      html: "<p>讲<strong>天线</strong>。</p>",
      lessons: 2,
      minutes: 2,
      class: { name: "短距无线" },
      lecturers: [{ name: "林老师" }, { name: "陈工" }],
      certificate: { name: "天线（入门）", exam: null },
      preview: true,
    });
    const lesson = await gateway().ok("lessonById", { id: second, preview });
    expect(lesson).toMatchObject({ html: "<p>第二课的讲义。</p>", previous: { id: first }, preview: true });
    for (const secret of ["x".repeat(24), ""]) {
      await gateway().refused("lessonById", { id: second, preview: secret }, "LESSON_NOT_FOUND");
      expect(await page(key, secret)).toBe(404);
    }
    expect(await page(key)).toBe(404);
    await gateway().refused("lessonById", { id: second }, "LESSON_NOT_FOUND");

    await publish("courses", key, version);
    expect(await page(key)).toMatchObject({
      title: "新课",
      lecturers: [{ name: "林老师" }, { name: "陈工" }],
      products: [{ id: 100 }],
      resources: [{ id: 500 }],
      preview: false,
    });
    expect((await gateway().ok("courseList", { text: "天线" })).courses.map(({ id }) => id)).toEqual([
      Number(key),
    ]);
    // A load knows nothing of it, and leaves it.
    expect((await load()).changes).toEqual({});
    expect(await page(key)).toMatchObject({ delisted: false });

    await gateway().ok("withdrawContent", { kind: "courses", key }, admin());
    expect(await page(key)).toMatchObject({ delisted: true });
    await gateway().ok("restoreContent", { kind: "courses", key, version: 1 }, admin());
    expect((await pieceOf("courses", key)).body.title).toBe("半门课");
    const back = await gateway().ok("restoreContent", { kind: "courses", key, version }, admin());
    await publish("courses", key, back.version);
    expect(await page(key)).toMatchObject({ delisted: false, lessons: 2 });
    expect((await chaptersOf(key))[0]?.lessons.map(({ id }) => id)).toEqual([first, second]);
    const { shown } = await gateway().ok("contentVersions", { kind: "courses", key, version }, admin());
    expect(shown.changes.map(({ name }) => name)).toContain("chapters");
  });

  it("of a pack is edited from what stands, with its video, and saving it as it stands adds nothing", async () => {
    const { body, standing } = await pieceOf("courses", "101");
    expect(body).toMatchObject({
      title: "电机控制入门",
      class: 2,
      lecturers: [1, 2],
      tags: ["UART"],
      from: "2026-01-01 09:00",
      certificate: "电机控制（入门）",
      exam: 1,
      liveStarts: "2026-02-01 19:30",
      replay: "1011",
      chapters: [
        {
          title: "坐标变换",
          lessons: [
            {
              id: 1011,
              slides: [
                { at: 5, title: "三相电流" },
                { at: 10, picture: [{ alt: "波形" }] },
              ],
            },
            { id: 1012, text: "这节课只有文字。" },
          ],
        },
      ],
    });
    const before = await gateway().ok("lessonById", { id: 1011 });
    expect(before.video?.seconds).toBeGreaterThan(0);
    const request = { kind: "courses" as const, key: "101", base: 0, standing, body };
    expect((await gateway().ok("saveContent", request, admin())).version).toBe(1);

    // A form names a video by its file; the version has it whole, with poster, captions and transcript.
    const chapters = (await chaptersOf("101")).map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map((lesson) => ({
        ...lesson,
        ...(lesson.video ? { video: (lesson.video as { files: { name: string }[] }).files[0]?.name } : {}),
      })),
    }));
    expect(await saved("courses", "101", { chapters })).toBe(1);
    await change("courses", "101", { chapters, title: "电机控制" });
    const { transcript, video, slideList } = await gateway().ok("lessonById", { id: 1011 });
    expect({ transcript, video, slideList }).toEqual({
      transcript: before.transcript,
      video: before.video,
      slideList: before.slideList,
    });
    expect(await page("101")).toMatchObject({ title: "电机控制", exams: 1 });
    // Without it in one version, it can be brought back from an earlier one.
    const without = chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map(({ video: _, slides = [], ...lesson }) => ({
        ...lesson,
        slides: slides.map(({ at: __, ...slide }) => slide),
      })),
    }));
    await change("courses", "101", { chapters: without });
    expect((await gateway().ok("lessonById", { id: 1011 })).video).toBeNull();
    await change("courses", "101", { chapters });
    expect((await gateway().ok("lessonById", { id: 1011 })).transcript).toEqual(before.transcript);
  });

  it("with something wrong is not saved, and the answer says what at the control in which it was typed", async () => {
    const lesson = (more: Body) => ({ chapters: [{ title: "章", lessons: [reading("课", more)] }] });
    const wrong: [Body, string, string][] = [
      [{ class: 77 }, "class", "请选择一个分类"],
      [{ lecturers: [77] }, "lecturers", "没有讲师 77"],
      [{ lecturers: [1, 1] }, "lecturers", "1 写了两次"],
      [{ tags: ["没有的"] }, "tags", "没有标签 没有的"],
      [{ resources: [77] }, "resources", "没有资源 77"],
      [{ products: [77] }, "products", "没有产品 77"],
      [{ section: 77_777 }, "section", "请选择一个版块"],
      [{ exam: 77, certificate: "证书" }, "exam", "请选择这门课的考试"],
      [{ replay: "77" }, "replay", "没有编号为 77 的课"],
      [{ liveUrl: "http://a" }, "liveUrl", "应是 https:// 地址"],
      [{ from: "昨天" }, "from", "时间应写成"],
      [{ chapters: [{ title: "" }] }, "chapters_0_title", "不能为空"],
      [lesson({ title: "两\n行" }), "chapters_0_lessons_0_title", "只能有一行"],
      [lesson({ minutes: 601 }), "chapters_0_lessons_0_minutes", "最多 600 分钟"],
      [lesson({ id: 1020 }), "chapters_0_lessons_0_title", "编号 1020 的课属于课程「课程 102」"],
      [lesson({ id: 77_777 }), "chapters_0_lessons_0_title", "这门课没有过这节课"],
      [lesson({ video: `${"0".repeat(32)}.webm` }), "chapters_0_lessons_0_video", "这门课没有这段视频"],
      [
        lesson({ slides: [{ title: "页" }, { title: "页", at: "1:99" }] }),
        "chapters_0_lessons_0_slides_1_at",
        "应写成 1:15 这样",
      ],
      [
        lesson({ slides: [{ title: "页", picture: [{ name: `${"0".repeat(32)}.png`, alt: "图" }] }] }),
        "chapters_0_lessons_0_slides_0_picture_0_name",
        "没有这张图片",
      ],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save("courses", "103", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
    // What is right in itself and contradicts something else is said when it is to be published.
    const late: [Body, string, string][] = [
      [{ certificate: undefined, exam: 1 }, "exam", "请选择这门课的考试"],
      [{ liveStarts: "2026-03-01 19:00" }, "liveUrl", "请填写直播地址"],
      [lesson({ text: "" }), "chapters_0_lessons_0_text", "讲义和幻灯片至少写一样"],
      [
        lesson({ slides: [{ title: "页", at: 5 }] }),
        "chapters_0_lessons_0_slides_0_at",
        "没有视频的课不写时间",
      ],
    ];
    for (const [body, field, message] of late.slice(1)) {
      const version = await saved("courses", "103", body);
      const answer = await call("publishContent", { kind: "courses", key: "103", version });
      expect([body, answer.status]).toEqual([body, 422]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });

  it("names no video of another course, and no lesson that another one has taken since", async () => {
    const [lesson] = await gateway().database.select().from(lessons).where(eq(lessons.id, 1011));
    const key = await newCourse([{ title: "章", lessons: [reading("课")] }]);
    const video = lesson?.videos[0]?.name;
    const foreign = await save("courses", key, {
      chapters: [{ title: "章", lessons: [reading("课", { video })] }],
    });
    expect(fieldsOf(foreign).chapters_0_lessons_0_video).toEqual(["这门课没有这段视频"]);
  });
});

it("a course's pictures are looked up together", async () => {
  const select = vi.spyOn(gateway().database, "select");
  const names = Array.from({ length: 600 }, (_, index) => `${String(index).padStart(32, "0")}.png`);
  expect((await pictureSizes(gateway().database, names)).size).toBe(0);
  expect(select).toHaveBeenCalledTimes(1);
});

describe("learners of a course that is changed", () => {
  const learner = async (course: number, account: number) => {
    const [row] = await gateway()
      .database.select()
      .from(courseLearners)
      .where(and(eq(courseLearners.courseId, course), eq(courseLearners.accountId, account)));
    return row;
  };

  it("keep what they learned of lessons that stay, wherever these stand, and finish when nothing else is left", async () => {
    const key = await newCourse(
      [
        { title: "一", lessons: [reading("甲"), reading("乙")] },
        { title: "二", lessons: [reading("丙")] },
      ],
      { certificate: "证书" },
    );
    const course = Number(key);
    const [one, two] = await chaptersOf(key);
    const [a, b, c] = [one?.lessons[0], one?.lessons[1], two?.lessons[0]];
    const [me, other] = [await gateway().member(), await gateway().member()];
    await learnLesson(gateway(), me, course, a?.id ?? 0);
    await learnLesson(gateway(), me, course, c?.id ?? 0);
    await learnLesson(gateway(), other, course, b?.id ?? 0);
    const studied = async () => gateway().ok("studyOfCourse", { course }, me);
    expect(await studied()).toMatchObject({ lessonsDone: 2, percent: 66, finished: false });

    // Renamed, moved to another chapter, in another order: the same lessons.
    const moved = [{ title: "全部", lessons: [c, { ...a, title: "甲，改过" }, b] }];
    await change("courses", key, { chapters: moved });
    await recounted();
    expect(await titles(key)).toEqual([["全部", ["丙", "甲，改过", "乙"]]]);
    expect(await studied()).toMatchObject({ lessonsDone: 2, percent: 66, finished: false });
    expect(
      (await studied()).lessons
        .filter(({ done }) => done)
        .map(({ lesson }) => lesson)
        .sort(),
    ).toEqual([a?.id, c?.id].sort());

    // One more lesson lowers the percentage alone.
    await change("courses", key, { chapters: [...moved, { title: "三", lessons: [reading("丁")] }] });
    await recounted();
    expect(await studied()).toMatchObject({ lessonsDone: 2, percent: 50 });
    const fourth = (await chaptersOf(key))[1]?.lessons[0];

    // What somebody learned of a removed lesson stays theirs, and counts for the course no more.
    await change("courses", key, { chapters: [{ title: "全部", lessons: [c, a] }] });
    await recounted();
    expect(await studied()).toMatchObject({ lessonsDone: 2, percent: 100, finished: true });
    expect(await learner(course, other.id)).toMatchObject({ lessonsDone: 0, finishedAt: null });
    const [totals] = await gateway()
      .database.select()
      .from(studyTotals)
      .where(eq(studyTotals.accountId, other.id));
    expect(totals).toMatchObject({ lessonsDone: 1, finished: 0 });
    const { certificates } = await gateway().ok("personalStudyInfo", {}, me);
    expect(certificates).toMatchObject([{ name: "证书" }]);

    // Brought back by its number, a lesson is learned already.
    await change("courses", key, { chapters: [{ title: "全部", lessons: [c, a, b, fourth] }] });
    await recounted();
    expect(await learner(course, other.id)).toMatchObject({ lessonsDone: 1 });
    expect(await studied()).toMatchObject({ percent: 50, finished: true });
  });

  it("are counted by what was published last, also while they are being counted", async () => {
    const key = await newCourse([{ title: "章", lessons: [reading("甲"), reading("乙"), reading("丙")] }]);
    const course = Number(key);
    const [a, b, c] = (await chaptersOf(key))[0]?.lessons ?? [];
    const me = await gateway().member();
    for (const lesson of [a, b]) await learnLesson(gateway(), me, course, lesson?.id ?? 0);
    await change("courses", key, { chapters: [{ title: "章", lessons: [a, c] }] });
    let publishes = true;
    const counting = {
      ...recountCourseJob,
      async run(...job: Parameters<typeof recountCourseJob.run>) {
        await recountCourseJob.run(...job);
        if (publishes) await change("courses", key, { chapters: [{ title: "章", lessons: [c] }] });
        publishes = false;
      },
    };
    await runJobs(gateway().services, [counting]);
    expect(await learner(course, me.id)).toMatchObject({ lessonsDone: 0, finishedAt: null });
  });

  it("go on in a course that was taken down, which counts for it when it comes back", async () => {
    const key = await newCourse([{ title: "章", lessons: [reading("甲"), reading("乙")] }]);
    const course = Number(key);
    const me = await gateway().member();
    const [first, second] = (await chaptersOf(key))[0]?.lessons ?? [];
    await learnLesson(gateway(), me, course, first?.id ?? 0);
    await gateway().ok("withdrawContent", { kind: "courses", key }, admin());
    await recounted();
    expect(await learner(course, me.id)).toMatchObject({ lessonsDone: 1, finishedAt: null });
    await learnLesson(gateway(), me, course, second?.id ?? 0);
    expect(await learner(course, me.id)).toMatchObject({ lessonsDone: 1, finishedAt: null });
    const { version } = await pieceOf("courses", key);
    await publish("courses", key, version);
    await recounted();
    expect(await learner(course, me.id)).toMatchObject({ lessonsDone: 2, finishedAt: expect.any(Date) });
  });
});

describe("loads around the browser's courses", () => {
  it("leave them and their lessons, name what differs, and somebody decides", async () => {
    await change("courses", "102", { title: "站内的课" });
    await changePack(folder(), {
      "courses/a.md": courseFile(102, "tags: [UART]", "包里的课").replace("课文", "新的课文"),
    });
    expect((await load()).notices.join()).toContain("课程「站内的课」在站内改过，内容包里的不一样");
    expect(await page("102")).toMatchObject({ title: "站内的课" });
    expect((await gateway().ok("lessonById", { id: 1020 })).html).toBe("<p>课文</p>");
    const { conflict } = await pieceOf("courses", "102");
    expect(conflict?.changes.map(({ name }) => name)).toEqual(["title", "chapters"]);
    expect((await decide("courses", "102", "pack")).status).toBe(200);
    expect(await page("102")).toMatchObject({ title: "包里的课" });
    expect((await gateway().ok("lessonById", { id: 1020 })).html).toBe("<p>新的课文</p>");
    expect((await load()).changes).toEqual({});
    // It belongs to the packs again.
    await changePack(folder(), { "courses/a.md": replacing("包里的课", "包里的新课") });
    expect((await load()).notices.join()).not.toContain("在站内改过，内容包里的不一样");
    expect(await page("102")).toMatchObject({ title: "包里的新课" });
    await changePack(folder(), { "courses/a.md": courseFile(102, "tags: [UART]") });
    await load();
  });

  it("keep the class and the exam that they need", async () => {
    await changePack(folder(), {
      "training.yaml": replacing(
        "{ id: 2, name: 电机控制 }",
        "{ id: 2, name: 电机控制 }, { id: 3, name: 临时 }",
      ),
    });
    await load();
    const key = await newCourse([{ title: "章", lessons: [reading("课")] }], { class: 3 });
    await changePack(folder(), { "training.yaml": replacing(", { id: 3, name: 临时 }", "") });
    expect((await load()).notices.join()).toContain("课程分类「临时」内容包里没有了，站内的课程还在里面");
    expect(await page(key)).toMatchObject({ class: { name: "临时" } });
    await gateway().ok("withdrawContent", { kind: "courses", key }, admin());
    const [row] = await gateway()
      .database.select()
      .from(courses)
      .where(eq(courses.id, Number(key)));
    expect(row?.delistedAt).not.toBeNull();
  });
});
