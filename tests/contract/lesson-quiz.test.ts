import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { courses } from "gateway/database/schema";
import { studyRecord } from "gateway/training/personal-data";
import { isRight } from "gateway/training/questions/mark";
import { beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway({}, beforeEach);
let folder: string;
const load = () => loadContentPack(gateway().services, folder, { demo: false });
const lesson = 1011;

beforeEach(async () => {
  folder = await copyPack({ ...smallCatalogue(samplePdf()), ...trainingFiles() });
  await load();
});

const shown = async () => (await gateway().ok("lessonById", { id: lesson })).quiz;
const keyOf = async (type: string) => (await shown()).find((one) => one.type === type)?.key ?? "";
const answers = async (as: Member) => (await gateway().ok("lessonQuiz", { lesson }, as)).answers;
const answer = async (type: string, values: string[], as: Member) =>
  gateway().ok("answerQuiz", { lesson, question: await keyOf(type), answer: values }, as);

describe("the questions inside a lesson", () => {
  it("come without solutions, which no answer has before the question is answered", async () => {
    const me = await gateway().member();
    const quiz = await shown();
    expect(quiz.map(({ type, options }) => [type, options.map(({ letter }) => letter)])).toEqual([
      ["single", ["A", "B", "C"]],
      ["order", ["A", "B"]],
      ["output", []],
    ]);
    const whole = JSON.stringify([
      await gateway().ok("lessonById", { id: lesson }),
      await gateway().ok("courseById", { id: 101 }),
      await gateway().ok("lessonQuiz", { lesson }, me),
    ]);
    for (const told of ["一圈分三份", "先静止后旋转", "一行一个", '"B","A"'])
      expect(whole).not.toContain(told);
    expect(await answers(me)).toEqual([]);
  });

  it("are answered at once with what is right and why, and again as often as wanted", async () => {
    const me = await gateway().member();
    const wrong = await answer("single", ["A"], me);
    expect(wrong).toMatchObject({ right: false, tries: 1, answer: ["A"], solution: { answer: ["B"] } });
    expect(wrong.solution.why).toContain("一圈分三份");
    // The other solutions are still kept back.
    expect(JSON.stringify(await answers(me))).not.toContain("先静止后旋转");
    expect(await answer("single", ["B"], me)).toMatchObject({ right: true, tries: 2 });
    expect((await answers(me)).map(({ right }) => right)).toEqual([true]);
    expect(await answer("order", ["B", "A"], me)).toMatchObject({ right: true });
    expect(await answer("order", ["A", "B"], me)).toMatchObject({ right: false });
    expect(await answer("output", ["Id  \r\nIq\n\n"], me)).toMatchObject({ right: true });
    expect(await answer("output", ["Id Iq"], me)).toMatchObject({ right: false });
    const other = await gateway().member();
    expect(await answers(other)).toEqual([]);
  });

  it("refuse answers that they cannot have, beside the answer", async () => {
    const me = await gateway().member();
    for (const [type, values, message] of [
      ["single", [" "], "请先作答"],
      ["single", ["A", "B"], "答案与题目不符"],
      ["single", ["D"], "答案与题目不符"],
      ["order", ["A"], "每一项都要排进去"],
      ["order", ["A", "A"], "每一项都要排进去"],
    ] as const) {
      const { body } = await gateway().call(
        "answerQuiz",
        { lesson, question: await keyOf(type), answer: [...values] },
        me,
      );
      expect([type, values, JSON.stringify(body)]).toEqual([type, values, expect.stringContaining(message)]);
    }
    expect(await answers(me)).toEqual([]);
  });

  it("make the lesson the one that is studied, and finish nothing", async () => {
    const me = await gateway().member();
    await answer("single", ["B"], me);
    const { studies } = await gateway().ok("recentStudies", {}, me);
    expect(studies.map(({ lesson: last, lessonsDone }) => [last?.id, lessonsDone])).toEqual([[lesson, 0]]);
  });

  it("are closed to beginners of a course that was taken down, and open to who had begun", async () => {
    const [me, late] = [await gateway().member(), await gateway().member()];
    await answer("single", ["A"], me);
    const set = (delistedAt: Date | null) =>
      gateway().database.update(courses).set({ delistedAt }).where(eq(courses.id, 101));
    await set(new Date());
    expect(await answer("single", ["B"], me)).toMatchObject({ right: true });
    const question = await keyOf("single");
    await gateway().refused("answerQuiz", { lesson, question, answer: ["B"] }, "COURSE_ENDED", late);
    await set(null);
  });

  it("are in the member's own data with what they answered, without solutions", async () => {
    const me = await gateway().member();
    await answer("order", ["A", "B"], me);
    const record = await studyRecord(gateway().database, me.id);
    expect(record.quizAnswers).toMatchObject([{ lesson: "三个坐标系", answer: ["A", "B"], tries: 1 }]);
    expect(JSON.stringify(record)).not.toContain("先静止后旋转");
  });

  it("keep answers when a solution is put right, and lose them when the question is another one", async () => {
    const me = await gateway().member();
    await answer("single", ["A"], me);
    const before = await keyOf("single");
    await changePack(folder, { "courses/foc.md": replacing("180], answer: B", "180], answer: A") });
    await load();
    expect(await keyOf("single")).toBe(before);
    expect(await answers(me)).toMatchObject([{ answer: ["A"], right: true }]);
    await changePack(folder, {
      "courses/foc.md": replacing("options: [90, 120, 180]", "options: [60, 120]"),
    });
    await load();
    expect(await answers(me)).toEqual([]);
    await gateway().refused(
      "answerQuiz",
      { lesson, question: before, answer: ["A"] },
      "QUIZ_QUESTION_NOT_FOUND",
      me,
    );
  });
});

describe("an answer", () => {
  it.each([
    ["order", ["B", "A"], ["B", "A"], true],
    ["order", ["B", "A"], ["A", "B"], false],
    ["output", ["a\n  b"], ["a\n  b  \n"], true],
    ["output", ["a\n  b"], ["a\nb"], false],
    ["output", ["A"], ["a"], false],
    ["output", ["  *\n ***"], ["*\n ***"], true],
    ["output", ["*\n ***"], ["\n  *\n ***"], true],
    ["output", ["  *\n ***"], ["  *\n***"], false],
    ["output", ["1", "one"], ["one"], true],
    ["output", ["a\n\nb"], ["\na\n\nb"], true],
    ["blank", ["12 Mbit/s"], ["１２mbit/s"], true],
    ["multiple", ["A", "C"], ["C", "A"], true],
  ] as const)("of a question of type %s, %j, compared with %j, is right: %s", (type, right, given, is) => {
    expect(isRight({ type, answer: [...right] }, [...given])).toBe(is);
  });
});
