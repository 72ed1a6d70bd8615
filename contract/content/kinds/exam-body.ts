import { z } from "zod";
import {
  examWaitDefault,
  examWaitMax,
  type QuestionType,
  questionsMax,
  questionTypes,
} from "../../training/constants";
import { coded, line, packId } from "../fields";
import { examWords } from "./exam-words";
import {
  answersOf,
  answerWords,
  formQuestionSays,
  inOrder,
  questionFields,
  questionOptions,
  wrongInQuestion,
} from "./question-body";

/** The schema of an exam; its fields check a pack's exams too (gateway/content/pack/schemas/training.ts). */

const whole = (min: number, max: number, says: { min: string; max: string }) =>
  z.number("应为整数").int("应为整数").min(min, says.min).max(max, says.max);

/** The minutes of an exam, of a lesson and of a live session. */
export const plannedMinutes = whole(1, 600, { min: "至少 1 分钟", max: "最多 600 分钟" });

/** What a question of a pack's bank and one of the browser's have in common. */
export const bankFields = {
  type: coded("type", questionTypes.map(({ code }) => code) as [QuestionType, ...QuestionType[]]),
  text: questionFields.text,
  points: whole(1, 100, { min: "应为正整数", max: "最多 100" }).default(1),
  why: questionFields.why,
};

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

/** What contradicts itself between an exam's rules and its bank. */
export function wrongDraw(
  { draw, questions }: { draw?: number | undefined; questions: unknown[] },
  must = `超过 ${questionsMax} 道题时要写 draw`,
): string | null {
  if (draw !== undefined && draw > questions.length) return `题目只有 ${questions.length} 道`;
  return draw === undefined && questions.length > questionsMax ? must : null;
}

const typedAnswers = answersOf(answerWords);
const typedQuestion = z.strictObject({
  ...bankFields,
  options: questionOptions.default([]),
  answer: typedAnswers.min(1, "没有答案"),
});
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
