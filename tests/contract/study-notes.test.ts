import { lessonNotesMax, noteMax, notesMax } from "contract/training/notes/constants";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { lessonNotes, lessons } from "gateway/database/schema";
import { trainingPersonalData } from "gateway/training/personal-data";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let folder: string;
let tidy: () => unknown = () => undefined;
afterAll(() => tidy());
const load = () => loadContentPack(gateway().services, folder, { demo: false });
const [filmed, read] = [1011, 1012];

beforeAll(async () => {
  folder = await copyPack({ ...smallCatalogue(samplePdf()), ...trainingFiles() }, (remove) => {
    tidy = remove;
  });
  await load();
});

interface Written {
  at?: number;
  part?: string;
  text?: string;
}
const write = (as: Member, lesson: number, note: Written = {}) =>
  gateway().ok("addStudyNote", { lesson, text: "记一笔", submissionId: submissionId(), ...note }, as);
const ofLesson = (as: Member, lesson: number) => gateway().ok("lessonNotes", { lesson }, as);
const textsOf = (notes: { text: string }[]) => notes.map(({ text }) => text);

describe("notes about a lesson", () => {
  it("stand at a second of the video or at a part of the text, in the order of the video", async () => {
    const me = await gateway().member();
    const { parts, seconds } = await ofLesson(me, filmed);
    expect(seconds).toBeGreaterThan(20);
    expect(parts).toEqual(["课文里说坐标变换。", "三相电流", "克拉克变换"]);
    await write(me, filmed, { at: 12, text: "后来" });
    await write(me, filmed, { part: "克拉克变换", text: "没有时间的" });
    await write(me, filmed, { at: 3, text: "一开始" });
    const { notes } = await ofLesson(me, filmed);
    expect(notes.map(({ at, part, text }) => [at, part, text])).toEqual([
      [3, "", "一开始"],
      [12, "", "后来"],
      [null, "克拉克变换", "没有时间的"],
    ]);
    expect(notes[0]).toMatchObject({ lesson: { id: filmed, name: "三个坐标系" }, course: { id: 101 } });
  });

  it("refuse a place that the lesson has not, and a text that is empty or too long, beside the field", async () => {
    const me = await gateway().member();
    for (const [lesson, note, message] of [
      [read, { at: 1 }, "这节课没有视频，不填时间"],
      [filmed, { at: 5_000 }, "视频没有这么长"],
      [filmed, { part: "没有这句话" }, "讲义里没有这一段"],
      [filmed, { text: " \n" }, "请写下笔记"],
      [filmed, { text: "长".repeat(noteMax + 1) }, `不能超过 ${noteMax} 个字符`],
    ] as const) {
      const request = { lesson, text: "记一笔", submissionId: submissionId(), ...note };
      const { body } = await gateway().call("addStudyNote", request, me);
      expect(JSON.stringify(body)).toContain(message);
    }
    expect((await ofLesson(me, filmed)).notes).toEqual([]);
  });

  it("are written once by a form that is posted twice", async () => {
    const me = await gateway().member();
    const request = { lesson: filmed, text: "一次", submissionId: submissionId() };
    const first = await gateway().ok("addStudyNote", request, me);
    expect(await gateway().ok("addStudyNote", request, me)).toEqual(first);
    await Promise.all([1, 2, 3].map(() => gateway().ok("addStudyNote", request, me)));
    expect((await ofLesson(me, filmed)).notes).toHaveLength(1);
  });

  it("are their writer's alone: nobody else reads, changes or deletes one", async () => {
    const [me, other] = [await gateway().member(), await gateway().member({ admin: true })];
    const { id } = await write(me, filmed);
    expect((await ofLesson(other, filmed)).notes).toEqual([]);
    expect((await gateway().ok("studyNotes", {}, other)).total).toBe(0);
    await gateway().refused("studyNote", { id }, "NOTE_NOT_FOUND", other);
    await gateway().refused("saveStudyNote", { id, text: "改" }, "NOTE_NOT_FOUND", other);
    await gateway().refused("deleteStudyNote", { id }, "NOTE_NOT_FOUND", other);
    expect(await gateway().ok("studyNote", { id }, me)).toMatchObject({ text: "记一笔" });
  });

  it("are changed and deleted, and keep a part that has left the text", async () => {
    const me = await gateway().member();
    const { id } = await write(me, filmed, { part: "课文里说坐标变换。", at: 4 });
    await changePack(folder, { "courses/foc.md": replacing("课文里说坐标变换。", "课文改写过了。") });
    await load();
    await gateway().ok("saveStudyNote", { id, part: "课文里说坐标变换。", text: "改过的" }, me);
    const note = await gateway().ok("studyNote", { id }, me);
    expect(note).toMatchObject({ at: null, part: "课文里说坐标变换。", text: "改过的" });
    expect(note.parts).toContain("课文改写过了。");
    await gateway().ok("deleteStudyNote", { id }, me);
    await gateway().refused("deleteStudyNote", { id }, "NOTE_NOT_FOUND", me);
    await changePack(folder, { "courses/foc.md": replacing("课文改写过了。", "课文里说坐标变换。") });
    await load();
  });

  it("can be about each part that is offered, which ends with a whole word and a whole sign", async () => {
    const me = await gateway().member();
    const before = "text: 这节课只有文字。";
    const blocks = [
      "a fifty-nine character sentence without an end that goes on and on for long",
      `${"长".repeat(59)}😀😀 后面还有`,
      `${"长".repeat(54)}🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿 后面还有`,
      "零\u200b宽的字。",
      "- ![波形](images/wave.svg)",
    ];
    const after = `text: ${JSON.stringify(blocks.join("\n\n"))}`;
    await changePack(folder, { "courses/foc.md": replacing(before, after) });
    await load();
    const { parts } = await ofLesson(me, read);
    expect(parts).toHaveLength(4);
    expect(parts[0]).toMatch(/^a fifty-nine character [a-z ]+[a-z]$/);
    expect((blocks[0] ?? "").startsWith(`${parts[0]} `)).toBe(true);
    expect(parts[1]).toMatch(/^长+(?:😀)?$/u);
    expect(parts[3]).toBe("零宽的字。");
    for (const part of parts) {
      expect(part).not.toMatch(/\p{Cs}/u);
      await write(me, read, { part });
    }
    expect((await ofLesson(me, read)).notes.map(({ part }) => part)).toEqual(parts);
    await changePack(folder, { "courses/foc.md": replacing(after, before) });
    await load();
  });

  it("keep a second that the video no more has, and take no other such second", async () => {
    const me = await gateway().member();
    const { id } = await write(me, filmed, { at: 12 });
    const { seconds } = await ofLesson(me, filmed);
    const set = (now: number) =>
      gateway().database.update(lessons).set({ seconds: now }).where(eq(lessons.id, filmed));
    for (const [now, message] of [
      [5, "视频没有这么长"],
      [0, "这节课没有视频，不填时间"],
    ] as const) {
      await set(now);
      await gateway().ok("saveStudyNote", { id, at: 12, text: "留着" }, me);
      const { status, body } = await gateway().call("saveStudyNote", { id, at: 11, text: "换" }, me);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
    }
    await set(seconds);
    expect(await gateway().ok("studyNote", { id }, me)).toMatchObject({ at: 12, text: "留着" });
  });

  it(`are the newest ${lessonNotesMax} on a lesson's page, in the order of the video, with how many there are`, async () => {
    const me = await gateway().member();
    const row = { accountId: me.id, lessonId: filmed, updatedAt: new Date() };
    await gateway()
      .database.insert(lessonNotes)
      .values(
        Array.from({ length: lessonNotesMax + 5 }, (_, index) => ({
          ...row,
          at: index === 20 ? null : 30 - (index % 30),
          text: `第 ${index} 条`,
        })),
      );
    const { notes, total } = await ofLesson(me, filmed);
    expect([notes.length, total]).toEqual([lessonNotesMax, lessonNotesMax + 5]);
    expect(textsOf(notes)).not.toContain("第 4 条");
    expect(notes.at(-1)).toMatchObject({ at: null, text: "第 20 条" });
    const seconds = notes.slice(0, -1).map(({ at }) => at ?? 0);
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
  });

  it("are listed newest first, by course and by words, signs of patterns meaning themselves", async () => {
    const me = await gateway().member();
    await write(me, filmed, { text: "DMA 的 100% 占用" });
    await write(me, 1020, { text: "串口 100 次" });
    await write(me, read, { text: "dma_1" });
    const list = (request: object) => gateway().ok("studyNotes", request, me);
    const all = await list({});
    expect(textsOf(all.notes)).toEqual(["dma_1", "串口 100 次", "DMA 的 100% 占用"]);
    expect(all.courses.map(({ id, notes }) => [id, notes]).sort()).toEqual([
      [101, 2],
      [102, 1],
    ]);
    const inLessons = await list({ order: "lessons" });
    expect(textsOf(inLessons.notes).sort()).toEqual(textsOf(all.notes).sort());
    const places = inLessons.notes.map(({ course, lesson }) => [course.id, lesson.id]);
    expect(new Set(places.map(([of]) => of)).size).toBe(2);
    expect(places[1]?.[0] === places[0]?.[0] || places[1]?.[0] === places[2]?.[0]).toBe(true);
    expect(textsOf((await list({ course: 102 })).notes)).toEqual(["串口 100 次"]);
    expect(textsOf((await list({ text: "DMA" })).notes)).toEqual(["dma_1", "DMA 的 100% 占用"]);
    expect(textsOf((await list({ text: "100%" })).notes)).toEqual(["DMA 的 100% 占用"]);
    expect(textsOf((await list({ text: "_1" })).notes)).toEqual(["dma_1"]);
    expect(await list({ text: "没有", page: 9 })).toMatchObject({ notes: [], total: 0, page: 1, pages: 1 });
  });

  it(`end at ${notesMax}, also when several come at once`, async () => {
    const me = await gateway().member();
    const row = { accountId: me.id, lessonId: read, text: "一条", updatedAt: new Date() };
    await gateway()
      .database.insert(lessonNotes)
      .values(Array.from({ length: notesMax - 1 }, () => row));
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        gateway().call("addStudyNote", { lesson: read, text: "再一条", submissionId: submissionId() }, me),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it("are in the member's own data", async () => {
    const me = await gateway().member();
    await write(me, filmed, { at: 5, text: "带走" });
    const file = trainingPersonalData.files?.["study-notes.json"];
    const rows = await file?.read(gateway().database, { id: me.id } as never);
    expect(rows).toMatchObject([{ course: "电机控制入门", lesson: "三个坐标系", at: 5, text: "带走" }]);
  });
});
