import { inArray } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { lessonProgress } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { learnLesson } from "../support/training";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let teacher: Member;
let member: Member;
let folder: string;
let tidy: () => unknown = () => undefined;
afterAll(() => tidy());
const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeAll(async () => {
  teacher = await gateway().member({ email: "teacher@example.com" });
  member = await gateway().member();
  folder = await copyPack({ ...smallCatalogue(samplePdf()), ...trainingFiles() }, (remove) => {
    tidy = remove;
  });
  await load();
});

const ids = ({ courses }: { courses: { id: number }[] }) => courses.map(({ id }) => id);
const list = async (request: object) => ids(await gateway().ok("courseList", request as never));

describe("courses", () => {
  it("are listed by class, level, product, lecturer and keyword, open ones alone", async () => {
    expect(await list({})).toEqual([101, 103, 102]);
    expect(await list({ classId: 2 })).toEqual([101, 102]);
    expect(await list({ classId: 1 })).toEqual([103]);
    expect(await list({ levelId: 2 })).toEqual([]);
    expect(await list({ prodId: 100 })).toEqual([101]);
    expect(await list({ lecturerId: 1 })).toEqual([101]);
    expect(await list({ text: "蓝牙" })).toEqual([103]);
    expect(await list({ text: "没有这样的课" })).toEqual([]);
    expect(await list({ order: "shortest" })).toEqual([102, 103, 101]);
    const { courses } = await gateway().ok("courseList", {});
    expect(courses.find(({ id }) => id === 101)).toMatchObject({
      products: [{ id: 100, name: "A100" }],
      resources: [{ id: 500 }],
    });
    expect(courses.find(({ id }) => id === 102)).toMatchObject({ products: [], resources: [] });
    const { classes, levels, products } = await gateway().ok("trainingLevels", {});
    expect(classes.map(({ name, courses }) => [name, courses])).toEqual([
      ["短距无线", 1],
      ["电机控制", 2],
    ]);
    expect(levels.map(({ courses }) => courses)).toEqual([3, 0]);
    expect(products).toEqual([{ id: 100, name: "A100", courses: 1 }]);
  });

  it("show their outline, lecturers, subjects, and where to ask questions", async () => {
    const course = await gateway().ok("courseById", { id: 101 });
    expect(course).toMatchObject({
      title: "电机控制入门",
      minutes: 10,
      lessons: 2,
      videos: 1,
      certified: true,
      delisted: false,
      class: { id: 2, name: "电机控制" },
      level: { id: 1, name: "入门" },
      tags: ["UART"],
      lecturers: [
        { id: 1, name: "陈工" },
        { id: 2, name: "林老师" },
      ],
      chapters: [
        { title: "坐标变换", lessons: [{ id: 1011, number: 1, captioned: true, slides: 2 }, { id: 1012 }] },
      ],
      products: [{ id: 100 }],
      resources: [{ id: 500 }],
      certificate: { name: "电机控制（入门）", exam: 1 },
      examList: [{ id: 1, questions: 4, pass: 60, attempts: 3, minutes: 20 }],
      live: { state: "over", replay: 1011, url: null },
      ask: { tag: "UART" },
    });
    expect(course.teachers[0]).toMatchObject({ uid: teacher.id, courses: 2 });
    expect(course.html).toContain("这门课讲电机");
    expect(await gateway().ok("liveReplay", { over: true })).toMatchObject({
      total: 1,
      lives: [{ course: { id: 101 }, replay: 1011 }],
    });
    expect((await gateway().ok("liveReplay", {})).total).toBe(0);
  });

  it("have lessons whose text, slides and transcript contain the video's content", async () => {
    const lesson = await gateway().ok("lessonById", { id: 1011 });
    expect(lesson).toMatchObject({
      chapter: "坐标变换",
      number: 1,
      previous: null,
      next: { id: 1012 },
      minutes: 6,
      video: {
        width: 640,
        height: 360,
        files: [{ type: expect.stringMatching(/^video\/webm; codecs="vp/) }],
      },
      slideList: [
        { at: 5, title: "三相电流", html: expect.stringContaining("<strong>120 度</strong>") },
        { at: 10, picture: { alt: "波形" } },
      ],
    });
    expect(lesson.transcript[0]).toEqual({ at: 0, until: 8, text: "三相电流相差 120 度" });
    const address = lesson.video?.files[0]?.address ?? "";
    const part = await gateway().fetch(address, { headers: { Range: "bytes=0-99" } });
    expect([part.status, part.headers.get("Content-Type")]).toEqual([206, "video/webm"]);
    expect((await gateway().fetch(lesson.video?.captions ?? "")).status).toBe(200);
    expect((await gateway().ok("lessonById", { id: 1012 })).video).toBeNull();
    const [once, again] = [
      await gateway().ok("playLesson", { id: 1011 }),
      await gateway().ok("playLesson", { id: 1011 }),
    ];
    expect([once.plays, again.plays]).toEqual([1, 1]);
  });

  it("are visible before they open to their lecturers and administrators alone", async () => {
    const admin = await gateway().member({ admin: true });
    for (const as of [teacher, admin]) {
      const { course, lessons } = await gateway().ok("previewCourse", { id: 104 }, as);
      expect([course.id, lessons.length]).toEqual([104, 1]);
      expect((await gateway().ok("doHaveSxzCourseManagementRight", {}, as)).result).toBe(true);
    }
    expect((await gateway().ok("doHaveSxzCourseManagementRight", {}, member)).result).toBe(false);
    expect(ids(await gateway().ok("managedCourses", {}, teacher))).toEqual([104, 101]);
    expect((await gateway().ok("managedCourses", {}, admin)).total).toBe(4);
    await gateway().refused("previewCourse", { id: 104 }, "COURSE_RIGHT_MISSING", member);
    await gateway().refused("previewCourse", { id: 103 }, "COURSE_RIGHT_MISSING", teacher);
    await gateway().refused("managedCourses", {}, "COURSE_RIGHT_MISSING", member);
    await gateway().refused("courseById", { id: 104 }, "COURSE_NOT_FOUND", teacher);
    await gateway().refused("lessonById", { id: 1040 }, "LESSON_NOT_FOUND", teacher);
    await gateway().refused("saveLessonPosition", { lesson: 1040, marked: true }, "LESSON_NOT_FOUND", member);
  });

  it("list topics that link to a lesson, with its second", async () => {
    const section = await gateway().section();
    const question = await gateway().topic(member, section, {
      content: "[第 12 秒](/trainingClass/lessons/1011?t=12) 没听懂，求讲讲。",
    });
    await gateway().topic(member, section, { content: "说的不是课" });
    const { topics, total } = await gateway().ok("lessonTopics", { id: 1011 });
    expect([total, topics[0]?.tid, topics[0]?.at]).toEqual([1, question.tid, 12]);
    expect((await gateway().ok("lessonTopics", { id: 1012 })).total).toBe(0);
  });

  it("are recommended to members who follow their tag or study them", async () => {
    const me = await gateway().member();
    const why = async (as: Member | null) =>
      (await gateway().ok("recommendedCourseVideos", {}, as)).videos.map((video) => [
        video.lesson,
        video.why,
      ]);
    expect(await why(null)).toEqual([[1011, "popular"]]);
    await gateway().ok("follow", { kind: "product", target: 100 }, me);
    expect(await why(me)).toEqual([[1011, "followed"]]);
    await gateway().ok("saveLessonPosition", { lesson: 1012, marked: true }, me);
    expect(await why(me)).toEqual([[1011, "studied"]]);
  });

  it("are collected like other content", async () => {
    const me = await gateway().member();
    await gateway().ok("collect", { kind: "course", target: 101 }, me);
    await gateway().ok("collect", { kind: "lesson", target: 1011 }, me);
    expect(ids(await gateway().ok("collectCourseList", {}, me))).toEqual([101]);
    expect((await gateway().ok("collectLessonList", {}, me)).lessons).toMatchObject([
      { id: 1011, course: { id: 101 }, seconds: 32 },
    ]);
    expect((await gateway().ok("studyOfCourse", { course: 101 }, me)).collected).toBe(true);
    await gateway().refused("collect", { kind: "course", target: 9_999 }, "COURSE_NOT_FOUND", me);
    await gateway().refused("collect", { kind: "lesson", target: 9_999 }, "LESSON_NOT_FOUND", me);
  });
});

describe("studying", () => {
  it("stores the position, ignores a late request, and counts finished lessons", async () => {
    const me = await gateway().member();
    const { now } = await gateway().ok("studyOfCourse", { course: 101 }, me);
    const save = (position: number, at: number, more = {}) =>
      gateway().ok("saveLessonPosition", { lesson: 1011, position, at, ...more }, me);
    const placed = async () =>
      (await gateway().ok("studyOfCourse", { course: 101 }, me)).lessons[0]?.position;
    expect(await save(10, now - 3_000)).toMatchObject({ saved: true, percent: 0, lesson: { position: 10 } });
    expect(await save(20, now - 1_000)).toMatchObject({ saved: true, lesson: { position: 20 } });
    expect(await save(15, now - 2_000)).toMatchObject({ saved: false, lesson: { position: 20 } });
    expect(await placed()).toBe(20);
    // A learner who jumps back stays there.
    await save(5, now - 500);
    expect(await placed()).toBe(5);
    // A clock that runs ahead does not prevent later saves.
    await save(6, now + 1e9);
    await gateway().ok("saveLessonPosition", { lesson: 1011, position: 7 }, me);
    expect(await placed()).toBe(7);
    const state = await gateway().ok("studyOfCourse", { course: 101 }, me);
    expect(state).toMatchObject({ percent: 0, finished: false, next: { id: 1011 }, manages: false });
    expect(await gateway().database.$count(lessonProgress)).toBeGreaterThan(0);
  });

  it("marks a video lesson as learned when it was played for the time that the gateway's clock shows", async () => {
    const me = await gateway().member();
    const save = (position: number, more = {}) =>
      gateway().ok("saveLessonPosition", { lesson: 1011, position, ...more }, me);
    const done = async (position: number, more = {}) => (await save(position, more)).lesson.done;
    // Reaching its end in an instant, in steps or by the page's claim, does not count as watched.
    for (const position of [0, 10, 20, 31]) expect(await done(position, { from: 0 })).toBe(false);
    expect(await done(31, { from: 0, at: 0 })).toBe(false);
    gateway().pass(5);
    expect(await done(31, { from: 0 })).toBe(false);
    // A jump over the middle does not count either, however long the page was open; a late report does.
    gateway().pass(600);
    await save(20);
    gateway().pass(600);
    expect(await done(31, { from: 29 })).toBe(false);
    gateway().pass(10);
    const late = gateway().services.now().getTime() - 11_000;
    expect(await save(31, { from: 12, at: late })).toMatchObject({
      saved: false,
      lessonsDone: 1,
      percent: 50,
      lesson: { done: true, position: 31 },
    });
    // Watching at double speed counts: many reports at once add no more than one.
    const quick = await gateway().member();
    const second = (position: number, from: number) =>
      gateway().ok("saveLessonPosition", { lesson: 1011, position, from }, quick);
    await second(0, 0);
    for (const to of [10, 20]) {
      gateway().pass(5);
      await Promise.all(Array.from({ length: 6 }, () => second(to, to - 10)));
    }
    expect((await second(31, 0)).lesson.done).toBe(false);
    gateway().pass(5);
    expect((await second(30, 20)).lesson.done).toBe(true);
  });

  it("marks a text lesson as learned when it was open long enough, one at a time, and gives the remaining time", async () => {
    const me = await gateway().member();
    const opened = async (lesson: number) =>
      (await gateway().ok("studyOfCourse", { course: 101, lesson }, me)).opened;
    const [first, second] = [await opened(1012), await opened(1011)];
    const read = (lesson: number, word: string) => ["saveLessonPosition", { lesson, read: word }] as const;
    const refused = async (lesson: number, word: string) => {
      const answer = await gateway().call(...read(lesson, word), me);
      expect(answer).toMatchObject({ status: 409, body: { errorCode: "LESSON_TOO_SOON" } });
      return (answer.body as unknown as { message: string }).message;
    };
    const { needs } = await gateway().ok("lessonById", { id: 1012 });
    expect(needs).toBe(30);
    gateway().pass(20);
    expect(await refused(1012, first)).toBe(
      "这节课还没有学够时间：至少要学 30 秒，还差 10 秒，到时再点“学完了”",
    );
    const other = await gateway().member();
    for (const word of [second, "", "1.x", `1${first}`])
      expect(await refused(1012, word)).toContain("重新打开");
    await gateway().refused(...read(1012, first), "LESSON_TOO_SOON", other);
    gateway().pass(10);
    expect(await gateway().ok(...read(1012, first), me)).toMatchObject({
      lessonsDone: 1,
      lesson: { done: true },
    });
    // Two lessons opened side by side need the time of both: the second is a video and needs nine tenths of its length.
    expect(await refused(1011, second)).toContain("还差 29 秒");
    gateway().pass(29);
    expect(await gateway().ok(...read(1011, second), me)).toMatchObject({ percent: 100, finished: true });
    expect(await gateway().ok(...read(1011, second), me)).toMatchObject({ certificate: null });
  });

  it("keeps lessons marked by hand separate, and they count for nothing else", async () => {
    const me = await gateway().member();
    const mark = (lesson: number, marked: boolean) =>
      gateway().ok("saveLessonPosition", { lesson, marked }, me);
    for (const lesson of [1011, 1012])
      expect(await mark(lesson, true)).toMatchObject({
        percent: 0,
        lessonsDone: 0,
        finished: false,
        certificate: null,
        lesson: { done: false, marked: true },
      });
    const study = () => gateway().ok("studyOfCourse", { course: 101 }, me);
    expect(await study()).toMatchObject({ percent: 0, lessons: [{ marked: true }, { marked: true }] });
    expect(await gateway().ok("personalStudyInfo", {}, me)).toMatchObject({ lessonsDone: 0, minutes: 0 });
    // Marking by hand adds no time: the first position after it starts from zero.
    gateway().pass(3_600);
    const first = await gateway().ok("saveLessonPosition", { lesson: 1011, position: 31, from: 0 }, me);
    expect(first.lesson).toMatchObject({ done: false, marked: true });
    await mark(1011, false);
    expect(await study()).toMatchObject({
      next: { id: 1011 },
      lessons: [{ marked: false }, { marked: true }],
    });
    expect(await learnLesson(gateway(), me, 101, 1012)).toMatchObject({
      lesson: { done: true, marked: true },
    });
  });

  it("counts a learner once, and shows them to the lecturer alone", async () => {
    const me = await gateway().member();
    const before = (await gateway().ok("courseById", { id: 102 })).learners;
    for (const position of [1, 2]) await gateway().ok("saveLessonPosition", { lesson: 1020, position }, me);
    gateway().pass(11);
    expect((await gateway().ok("courseById", { id: 102 })).learners).toBe(before + 1);
    await learnLesson(gateway(), me, 101, 1012);
    const { learners } = await gateway().ok("courseLearners", { course: 101 }, teacher);
    expect(learners[0]).toMatchObject({ person: { uid: me.id }, percent: 50, best: null, passed: false });
    await gateway().refused("courseLearners", { course: 101 }, "COURSE_RIGHT_MISSING", me);
    const { studies } = await gateway().ok("recentStudies", {}, me);
    expect(studies.map(({ course, percent, lesson }) => [course.id, percent, lesson?.id])).toEqual([
      [101, 50, 1012],
      [102, 0, 1020],
    ]);
    expect(await gateway().ok("studyProgress", { courses: [101, 103] }, me)).toEqual({
      courses: [{ course: 101, percent: 50, lessonsDone: 1, finished: false }],
    });
    expect(await gateway().ok("personalStudyInfo", {}, me)).toMatchObject({
      courses: 2,
      finished: 0,
      lessonsDone: 1,
      minutes: 4,
      listed: false,
      certificates: [],
    });
  });

  it("keeps each learner's newest position when many save at the same moment, and handles other requests too", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => gateway().member()));
    const learners = made.toSorted((one, other) => one.id - other.id);
    const save = (as: Member, position: number, more = {}) =>
      gateway().ok("saveLessonPosition", { lesson: 1011, position, ...more }, as);
    for (const as of learners) await save(as, 1);
    gateway().pass(61);
    const now = gateway().services.now().getTime();
    const answers = await Promise.all([
      ...learners.slice(1).map((as, index) => save(as, 3 + index, { at: now })),
      // From another of their devices, a moment earlier: no position goes back.
      ...learners.slice(1).map((as) => save(as, 1, { at: now - 1_000 })),
      // Most of it was played, so the lesson is learned.
      save(learners[0] as Member, 31, { at: now }),
    ]);
    expect(answers.slice(0, 11)).toMatchObject(
      learners.slice(1).map((_, index) => ({
        course: 101,
        percent: 0,
        lessonsDone: 0,
        finished: false,
        saved: true,
        certificate: null,
        lesson: { lesson: 1011, position: 3 + index, done: false, studiedAt: new Date(now).toISOString() },
      })),
    );
    const places = await gateway()
      .database.select()
      .from(lessonProgress)
      .where(
        inArray(
          lessonProgress.accountId,
          learners.map(({ id }) => id),
        ),
      )
      .orderBy(lessonProgress.accountId);
    expect(places.slice(1).map(({ position }) => position)).toEqual(
      learners.slice(1).map((_, index) => 3 + index),
    );
    expect(places[0]?.doneAt).not.toBeNull();
    expect(await gateway().ok("studyProgress", { courses: [101] }, learners[0])).toMatchObject({
      courses: [{ lessonsDone: 1, percent: 50 }],
    });
    const { studies } = await gateway().ok("recentStudies", {}, learners[5]);
    expect(Date.parse(studies[0]?.studiedAt ?? "")).toBeGreaterThanOrEqual(now);
    // A learned lesson accepts positions as before.
    expect(await save(learners[0] as Member, 5)).toMatchObject({
      saved: true,
      percent: 50,
      lesson: { position: 5, done: true },
    });
  });

  it("updates recommendations at once after a learner's action", async () => {
    const me = await gateway().member();
    await gateway().ok("saveLessonPosition", { lesson: 1012, position: 0 }, me);
    const videos = async () =>
      (await gateway().ok("recommendedCourseVideos", {}, me)).videos.map(({ lesson, why }) => [lesson, why]);
    expect((await videos())[0]).toEqual([1011, "studied"]);
    await gateway().ok("saveLessonPosition", { lesson: 1011, marked: true }, me);
    expect(await videos()).not.toContainEqual([1011, "studied"]);
  });

  it("shows top students who agreed to it, and nobody else", async () => {
    const [first, second, shy] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    for (const as of [first, second, shy]) await learnLesson(gateway(), as, 103, 1030);
    for (const lesson of [1020, 1011, 1012])
      await learnLesson(gateway(), second, Math.floor(lesson / 10), lesson);
    // Lessons marked by hand make nobody a top student.
    for (const lesson of [1020, 1011, 1012])
      await gateway().ok("saveLessonPosition", { lesson, marked: true }, first);
    for (const as of [first, second]) await gateway().ok("agreeToBeListed", { listed: true }, as);
    const studentIds = async () =>
      (await gateway().ok("topStudents", { count: 24 })).students.map(({ person }) => person.uid);
    expect(await studentIds()).toEqual([second.id, first.id]);
    await gateway().ok("agreeToBeListed", { listed: false }, second);
    gateway().pass(11);
    expect(await studentIds()).toEqual([first.id]);
  });

  it("continues after the pack is loaded again, and learners can continue a course that was taken down", async () => {
    const me = await gateway().member();
    await learnLesson(gateway(), me, 103, 1030);
    const before = await gateway().database.select().from(lessonProgress);
    expect((await load()).changes).toEqual({});
    await changePack(folder, {
      "courses/b.md": null,
      "courses/a.md": replacing("第 102 门课", "改过的一句话"),
    });
    expect((await load()).changes).toMatchObject({
      courses: { added: 0, changed: 1, delisted: 1 },
      lessons: { added: 0, changed: 0, delisted: 1 },
    });
    expect(await gateway().database.select().from(lessonProgress)).toEqual(before);
    gateway().pass(11);
    expect(await list({})).toEqual([101, 102]);
    expect(await gateway().ok("courseById", { id: 103 })).toMatchObject({ delisted: true });
    expect(await gateway().ok("saveLessonPosition", { lesson: 1030, position: 0 }, me)).toMatchObject({
      finished: true,
    });
    await gateway().refused("saveLessonPosition", { lesson: 1030, position: 0 }, "COURSE_ENDED", teacher);
    // Nobody finds a course that was taken down.
    const search = { text: "蓝牙测距", kind: "courses" as const };
    expect((await gateway().ok("fullTextSearch", search)).courses).toEqual([]);
    const idsOf = async (kind: "courses" | "lessons") =>
      (await gateway().ok("sitemapSlice", { kind, slice: 1 })).entries.map(({ id }) => id);
    expect([await idsOf("courses"), await idsOf("lessons")]).toEqual([
      [101, 102],
      [1011, 1012, 1020],
    ]);
    const { "courses/a.md": first, "courses/b.md": second } = trainingFiles();
    await changePack(folder, { "courses/a.md": first ?? null, "courses/b.md": second ?? null });
    await load();
    gateway().pass(11);
    expect((await gateway().ok("fullTextSearch", search)).courses).toMatchObject([{ id: 103 }]);
  });
});

describe("the university pages", () => {
  it("show the pack's content, with the courses and the tag that it names", async () => {
    expect(await gateway().ok("universityTalents", {})).toMatchObject({
      title: "高校人才",
      schools: [{ name: "某大学", city: "深圳" }],
      labs: [{ since: "2024" }],
      programmes: [{ id: 1, name: "青苗计划", courses: [{ id: 101, name: "电机控制入门" }] }],
      internships: [{ url: "https://jobs.example.com/1" }],
      contacts: [{ email: "edu@example.com" }],
      works: { name: expect.stringMatching(/uart/i) },
    });
  });

  it("has lecturers with their courses", async () => {
    const { lecturers, total } = await gateway().ok("lecturers", {});
    expect([total, lecturers.map(({ name }) => name)]).toEqual([2, ["陈工", "林老师"]]);
    const lecturer = await gateway().ok("lecturerById", { id: 1 });
    expect([lecturer.uid, ids({ courses: lecturer.courseList })]).toEqual([teacher.id, [101]]);
  });
});

describe("finding courses", () => {
  it("the search finds a course by its text, a lesson by its video's transcript, with the second", async () => {
    const search = (text: string, kind: string) => gateway().ok("fullTextSearch", { text, kind } as never);
    const { courses } = await search("三相电流 直流量", "courses");
    expect(courses).toMatchObject([{ id: 101, lessons: 2 }]);
    const { lessons, facets } = await search("帕克变换", "lessons");
    expect(lessons).toMatchObject([{ id: 1011, at: 16, course: { id: 101 }, seconds: 32 }]);
    expect(lessons[0]?.excerpt.some(({ hit, text }) => hit && text.includes("帕克"))).toBe(true);
    expect(facets?.classId.map(({ value }) => value)).toContain("11");
    expect((await search("这节课只有文字", "lessons")).lessons).toMatchObject([{ id: 1012, at: null }]);
    expect((await search("帕克变换", "all")).lessons).toMatchObject([{ id: 1011 }]);
    // Nobody finds a course before it opens.
    expect((await search("第 104 门的课", "lessons")).lessons.map(({ id }) => id)).not.toContain(1040);
  });

  it("the sitemap has open courses and their lessons", async () => {
    const { slices } = await gateway().ok("sitemapIndex", {});
    expect(slices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["courses", "lessons"]));
    const entries = async (kind: "courses" | "lessons") =>
      (await gateway().ok("sitemapSlice", { kind, slice: 1 })).entries.map(({ id }) => id);
    expect(await entries("courses")).toEqual([101, 102, 103]);
    expect(await entries("lessons")).toEqual([1011, 1012, 1020, 1030]);
  });
});
