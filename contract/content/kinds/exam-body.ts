import { z } from "zod";
import { withoutControls } from "../../base/fields";
import {
  blankMax,
  examWaitDefault,
  examWaitMax,
  optionsMax,
  type QuestionType,
  questionsMax,
  questionTypes,
} from "../../training/constants";
import { coded, line, packId, tagText } from "../fields";
import { examWords } from "./exam-words";

/** The schema of an exam; its fields check a pack's exams too (gateway/content/pack/schemas/training.ts). */

const { columns } = examWords.questions;
const whole = (min: number, max: number, says: { min: string; max: string }) =>
  z.number("应为整数").int("应为整数").min(min, says.min).max(max, says.max);
const text = (max: number) => z.string().max(max, `不能超过 ${max} 个字符`).transform(withoutControls);

/** The minutes of an exam, of a lesson and of a live session. */
export const plannedMinutes = whole(1, 600, { min: "至少 1 分钟", max: "最多 600 分钟" });

/** One right letter, or one accepted spelling. */
export const answerWords = z.preprocess(tagText, line(blankMax));

/** What a question of a pack and one of the browser have in common. */
export const questionFields = {
  type: coded("type", questionTypes.map(({ code }) => code) as [QuestionType, ...QuestionType[]]),
  text: text(columns.text.max).pipe(z.string().min(1, "不能为空")),
  points: whole(1, 100, { min: "应为正整数", max: "最多 100" }).default(1),
  why: text(columns.why.max).default(""),
};
export const questionOptions = z
  .array(
    // The letters follow from the order, so no option may be left out as empty.
    z.preprocess(
      tagText,
      text(1_000).refine((value) => value.trim() !== "", "选项不能为空"),
    ),
  )
  .max(optionsMax, `最多 ${optionsMax} 项`);

/** What an exam of a pack and one of the browser have in common. */
export const examFields = {
  course: packId,
  title: line(examWords.title.max),
  summary: line(examWords.summary.max).optional(),
  minutes: plannedMinutes,
  draw: whole(1, questionsMax, { min: "应为正整数", max: `最多 ${questionsMax} 道` }).optional(),
  pass: whole(1, 100, { min: "至少 1", max: "最多 100" }),
  attempts: whole(0, 100, { min: "0 表示不限", max: "最多 100" }).default(0),
  wait: whole(0, examWaitMax, { min: "0 表示不用等", max: `最多 ${examWaitMax} 分钟，一周` }).default(
    examWaitDefault,
  ),
};

/** What is wrong with a question, in the words of a pack's file and in those of the form. */
export const packQuestionSays = {
  noOptions: "只有选择题写 options",
  judge: "判断题的答案写 true 或 false",
  judged: ["true", "false"],
};
const formQuestionSays: typeof packQuestionSays = {
  noOptions: "只有选择题有选项",
  judge: "判断题的答案写“对”或“错”",
  judged: ["对", "错"],
};

const letters = "ABCDEFGH";
export const isChoosing = (type: QuestionType) => type === "single" || type === "multiple";

/** What contradicts itself in a question: its type, its options and its answer. */
export function wrongInQuestion(
  { type, options, answer }: { type: QuestionType; options: string[]; answer: string[] },
  says: typeof packQuestionSays,
): [field: "options" | "answer", message: string][] {
  const wrong: [field: "options" | "answer", message: string][] = [];
  const choosing = isChoosing(type);
  if (choosing && options.length < 2) wrong.push(["options", "选择题至少要有两项"]);
  if (!choosing && options.length > 0) wrong.push(["options", says.noOptions]);
  if (type === "judge" && (answer.length !== 1 || !says.judged.includes(answer[0] ?? "")))
    wrong.push(["answer", says.judge]);
  if (type === "single" && answer.length !== 1) wrong.push(["answer", "单选题只有一个答案"]);
  if (!choosing) return wrong;
  const there = letters.slice(0, options.length);
  const missing = answer.find((letter) => letter.length !== 1 || !there.includes(letter));
  if (missing !== undefined) wrong.push(["answer", `没有选项 ${missing}，答案写选项的字母`]);
  if (new Set(answer).size < answer.length) wrong.push(["answer", "同一个字母写了两次"]);
  return wrong;
}

/** What contradicts itself between an exam's rules and its bank. */
export function wrongDraw(
  { draw, questions }: { draw?: number | undefined; questions: unknown[] },
  must = `超过 ${questionsMax} 道题时要写 draw`,
): string | null {
  if (draw !== undefined && draw > questions.length) return `题目只有 ${questions.length} 道`;
  return draw === undefined && questions.length > questionsMax ? must : null;
}

const typedAnswers = z.array(answerWords).max(columns.answer.max, `最多 ${columns.answer.max} 个`);
const typedQuestion = z.strictObject({
  ...questionFields,
  options: questionOptions.default([]),
  answer: typedAnswers.min(1, "没有答案"),
});
/** Letters are written large, each once in the alphabet's order, as readers see them. */
const inOrder = <Question extends { type: QuestionType; answer: string[] }>(question: Question): Question =>
  isChoosing(question.type)
    ? { ...question, answer: question.answer.map((letter) => letter.toUpperCase()).sort() }
    : question;

const questionShape = typedQuestion.transform(inOrder).superRefine((question, context) => {
  for (const [field, message] of wrongInQuestion(question, formQuestionSays))
    context.addIssue({ code: "custom", path: [field], message });
});

/** The most characters of all questions together, so that an exam is no larger than a call may be. */
const bankMaximum = 600_000;
const isSmall = (questions: { text?: string; why?: string; options?: string[] }[]) =>
  questions.reduce(
    (sum, { text: asked = "", why = "", options = [] }) =>
      sum + asked.length + why.length + options.join("").length,
    0,
  ) <= bankMaximum;
const tooLong = `题目合计不能超过 ${bankMaximum / 10_000} 万个字符`;
const { max } = examWords.questions;

const examBase = z.strictObject({
  ...examFields,
  questions: z.array(questionShape).min(1, "没有题目").max(max, `最多 ${max} 道`).refine(isSmall, tooLong),
});
export const examShape = examBase.superRefine((exam, context) => {
  const message = wrongDraw(exam, `超过 ${questionsMax} 道题时要写每次抽几道`);
  if (message !== null) context.addIssue({ code: "custom", path: ["draw"], message });
});
/** A draft may have no question yet, and questions without an answer. */
export const examDraft = examBase
  .partial()
  .required({ title: true })
  .extend({
    questions: z
      .array(typedQuestion.extend({ answer: typedAnswers.default([]) }).transform(inOrder))
      .max(max, `最多 ${max} 道`)
      .refine(isSmall, tooLong)
      .default([]),
  });
export type ExamBody = z.output<typeof examShape>;
