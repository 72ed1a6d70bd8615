import { expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";

const { gateway, pieceOf, call, saved, publish, fresh, fieldsOf } = startCommunityEditing();

const whole = (quiz: Body[]): Body => ({
  title: "有练习的课",
  summary: "一句话",
  class: 1,
  level: 1,
  from: "2026-01-01 09:00",
  chapters: [{ title: "第一章", lessons: [{ title: "第一课", minutes: 1, text: "讲义。", quiz }] }],
});

const good: Body[] = [
  { type: "judge", text: "对不对", answer: ["对"], why: "因为**甲**" },
  { type: "order", text: "排一排", options: ["先", "后", "中"], answer: ["a", "c", "b"] },
  { type: "output", text: "打印什么", answer: ["on 0\n  off"], why: "因为乙" },
];

interface Chapters {
  lessons: { id: number; quiz: Body[] }[];
}
const lessonIn = async (key: string) =>
  ((await pieceOf("courses", key)).body.chapters as unknown as Chapters[])[0]?.lessons[0];

it("a course's questions are written in the browser, previewed without solutions, published and answered", async () => {
  const made = await fresh("courses", whole(good));
  const { key } = made.body as { key: string };
  const { preview } = await pieceOf("courses", key);
  const lesson = await lessonIn(key);
  const id = lesson?.id ?? 0;
  const shown = await gateway().ok("lessonById", { id, preview });
  expect(shown.quiz.map(({ type, options }) => [type, options.length])).toEqual([
    ["judge", 0],
    ["order", 3],
    ["output", 0],
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/因为|on 0/);
  await publish("courses", key, 1);
  const [judge, order, output] = (await gateway().ok("lessonById", { id })).quiz;
  const me = await gateway().member();
  const answer = (question: string, ...values: string[]) =>
    gateway().ok("answerQuiz", { lesson: id, question, answer: values }, me);
  expect(await answer(judge?.key ?? "", "true")).toMatchObject({
    right: true,
    solution: { answer: ["true"], why: expect.stringContaining("<strong>甲</strong>") },
  });
  expect(await answer(order?.key ?? "", "A", "C", "B")).toMatchObject({ right: true });
  expect(await answer(output?.key ?? "", "on 0\n  off\n")).toMatchObject({ right: true });

  // As the form has it again, and with the questions in another order: answers stay with what they answer.
  const body = (await lessonIn(key))?.quiz ?? [];
  expect(body[0]).toMatchObject({ type: "judge", answer: ["对"], why: "因为**甲**" });
  expect(body[1]).toMatchObject({ answer: ["A", "C", "B"] });
  const version = await saved("courses", key, {
    ...whole([]),
    chapters: [
      {
        title: "第一章",
        lessons: [{ id, title: "第一课", minutes: 1, text: "讲义。", quiz: [...body].reverse() }],
      },
    ],
  });
  await publish("courses", key, version);
  const { answers } = await gateway().ok("lessonQuiz", { lesson: id }, me);
  expect(answers.map(({ question, right }) => [question, right])).toEqual([
    [output?.key, true],
    [order?.key, true],
    [judge?.key, true],
  ]);
});

it("blanks around what a program prints and unseen characters make no difference, before and after a save", async () => {
  const quiz = [
    { type: "output", text: "打印什么", answer: ["  *\n ***\n", "\n\tend"] },
    { type: "blank", text: "填空", answer: ["PB\u200b2"] },
  ];
  const made = await fresh("courses", whole(quiz));
  const { key } = made.body as { key: string };
  const lesson = await lessonIn(key);
  const kept = [{ answer: ["*\n ***", "end"] }, { answer: ["PB2"] }];
  expect(lesson?.quiz).toMatchObject(kept);
  const chapters = [{ title: "第一章", lessons: [{ ...lesson }] }];
  await publish("courses", key, await saved("courses", key, { ...whole([]), chapters }));
  expect((await lessonIn(key))?.quiz).toMatchObject(kept);
  const id = lesson?.id ?? 0;
  const [output, blank] = (await gateway().ok("lessonById", { id })).quiz;
  const me = await gateway().member();
  const isRight = async (question: string | undefined, answer: string) =>
    (await gateway().ok("answerQuiz", { lesson: id, question: question ?? "", answer: [answer] }, me)).right;
  for (const [typed, right] of [
    ["  *\n ***", true],
    ["*\n ***\n", true],
    ["*\n***", false],
    ["  end", true],
  ] as const)
    expect([typed, await isRight(output?.key, typed)]).toEqual([typed, right]);
  expect([await isRight(blank?.key, "PB2"), await isRight(blank?.key, "PB\u200b2")]).toEqual([true, true]);
});

it("what contradicts itself in a question is said at its control when the course is published", async () => {
  const quiz = "chapters_0_lessons_0_quiz";
  const made = await fresh(
    "courses",
    whole([
      { type: "single", text: "一", options: ["甲", "乙"], answer: ["C"] },
      { type: "order", text: "二", options: ["甲", "乙"], answer: ["A"] },
      { type: "output", text: "三", options: ["甲"], answer: ["1"] },
      { type: "judge", text: "四", answer: ["也许"] },
      { type: "blank", text: "五", answer: ["长".repeat(201)] },
      { type: "multiple", text: "六", options: ["甲", "乙"] },
      { type: "judge", text: "四", answer: ["对"] },
    ]),
  );
  const { key } = made.body as { key: string };
  const early = await call("publishContent", { kind: "courses", key, version: 1 });
  expect(fieldsOf(early)).toMatchObject({
    [`${quiz}_0_answer`]: [expect.stringContaining("没有选项 C")],
    [`${quiz}_1_answer`]: [expect.stringContaining("全部字母")],
    [`${quiz}_2_options`]: [expect.stringContaining("只有选择题")],
    [`${quiz}_3_answer`]: [expect.stringContaining("对")],
    [`${quiz}_4_answer`]: [expect.stringContaining("一行")],
    [`${quiz}_5_answer`]: ["没有答案"],
  });
  const twice = await fresh(
    "courses",
    whole([
      { type: "judge", text: "四", answer: ["错"] },
      { type: "judge", text: "四", answer: ["对"] },
    ]),
  );
  const second = (twice.body as { key: string }).key;
  const again = await call("publishContent", { kind: "courses", key: second, version: 1 });
  expect(fieldsOf(again)).toMatchObject({ [`${quiz}_1_text`]: ["这道题写了两次"] });
});

it("the accepted answers are among the characters that a course may have", async () => {
  const answer = Array.from({ length: 16 }, (_, at) => `${at}${"x".repeat(990)}`);
  const quiz = (lesson: number) =>
    Array.from({ length: 20 }, (_, at) => ({ type: "output", text: `第 ${lesson} 课第 ${at} 题`, answer }));
  const lessons = [1, 2].map((at) => ({ title: `第 ${at} 课`, minutes: 1, text: "讲义。", quiz: quiz(at) }));
  const made = await fresh("courses", { ...whole([]), chapters: [{ title: "第一章", lessons }] });
  expect(fieldsOf(made)).toMatchObject({ chapters: [expect.stringContaining("60 万个字符")] });
});

it("a course has a limit of questions in all", async () => {
  const lesson = (at: number) => ({
    title: `第 ${at} 课`,
    minutes: 1,
    text: "讲义。",
    quiz: Array.from({ length: 20 }, (_, index) => ({
      type: "judge",
      text: `第 ${index} 题`,
      answer: ["对"],
    })),
  });
  const lessons = Array.from({ length: 11 }, (_, at) => lesson(at));
  const made = await fresh("courses", { ...whole([]), chapters: [{ title: "第一章", lessons }] });
  expect(fieldsOf(made)).toMatchObject({ chapters: [expect.stringContaining("合计最多 200 题")] });
});
