/** Exams and attempts at them (spec 7.2, Dev resources: exam by id). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, longId, numeric, page, previewSecret, timestamp } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { blankMax, optionsMax, questionsMax } from "../constants";
import { attemptRow, examRow, listPlace, questionType } from "../shapes";

const userRow = { group: "development", method: "POST", body: "json", access: "user" } as const;

/** One value of an answer: an option's letter, `true` or `false`, or a few words. */
const answerValue = z
  .string("请填写答案")
  .max(blankMax, `答案不能超过 ${blankMax} 个字`)
  .transform((value) => cleanText(value).trim());

const answers = z
  .array(
    z.object({
      /** The question's number in the attempt, from 1. */
      number: numeric(z.number("题号有误").int("题号有误").min(1, "题号有误").max(questionsMax, "题号有误")),
      /** An empty list removes the answer. */
      answer: z.array(answerValue).max(optionsMax, `最多选 ${optionsMax} 项`),
      /** The answer that the page showed before the change: refused when another page has changed it since. */
      was: z.array(answerValue).max(optionsMax, `最多选 ${optionsMax} 项`).optional(),
    }),
  )
  .max(questionsMax, `最多 ${questionsMax} 道题`);

const question = z.object({
  number: z.number(),
  type: questionType,
  html: words,
  /** For questions with one or several right options. */
  options: some(z.object({ letter: z.string(), html: z.string() })),
  points: count,
  /** The caller's answers so far. */
  answer: some(z.string()),
  /** The solution with its explanation; only when no further try can use it. */
  solution: z
    .object({ answer: some(z.string()), why: words, right: flag, points: count })
    .nullable()
    .default(null),
});

const attempt = attemptRow.extend({
  questions: some(question),
  answered: count,
  /** Right answers; 0 while the attempt runs. */
  right: count,
  /** Its questions show their solutions: the exam is passed, or no try is left. */
  solved: flag,
  /** Seconds until its end by the gateway's clock; 0 after the end. */
  secondsLeft: count,
  /** The gateway's clock, in milliseconds since 1970. */
  now: count,
  /** The public id of the earned certificate. */
  certificate: z.string().nullable().default(null),
});

export const examCalls = {
  examById: defineCall({
    ...userRow,
    summary:
      "An exam before an attempt: its rules without the questions, and how many people took and passed it. `preview` gives the rules that an editor saved last, to whoever has their secret; never the questions.",
    path: "/gateway/rest/training/exam",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: examRow.extend({
      takers: count,
      passed: count,
      delisted: flag,
      updatedAt: timestamp,
      preview: flag,
    }),
  }),
  startExam: defineCall({
    ...userRow,
    summary: "Starts an attempt with drawn questions, or answers with the running one.",
    path: "/gateway/rest/training/start-exam",
    limit: "submit",
    effect: "private",
    request: z.object({ exam: id }),
    response: attempt,
  }),
  examAttempt: defineCall({
    ...userRow,
    summary: "One of the caller's attempts; with solutions once the exam is passed or no try is left.",
    path: "/gateway/rest/training/attempt",
    effect: "private",
    request: z.object({ attempt: longId }),
    response: attempt,
  }),
  saveAnswer: defineCall({
    ...userRow,
    summary:
      "Stores answers of a running attempt at once; an older answer that arrives late changes nothing.",
    path: "/gateway/rest/training/save-answer",
    limit: "examAnswer",
    effect: "private",
    request: z.object({
      attempt: longId,
      answers: answers.min(1, "没有要保存的答案"),
      /** When it was answered, as in saveLessonPosition. */
      at: numeric(z.number("时间有误").int("时间有误").min(0, "时间有误").max(1e14, "时间有误")).optional(),
    }),
    response: z.object({ answered: count, secondsLeft: count, now: count }),
  }),
  submitExam: defineCall({
    ...userRow,
    summary:
      "Hands in an attempt, with answers that were not saved before, and marks it; a second call changes nothing.",
    path: "/gateway/rest/training/submit-exam",
    limit: "submit",
    effect: "private",
    request: z.object({ attempt: longId, answers: answers.default([]) }),
    response: attempt,
  }),
  examAttempts: defineCall({
    ...userRow,
    summary:
      "The caller's attempts, latest first: the transcript of grades; with `exam` only those of one exam.",
    path: "/gateway/rest/training/attempts",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ exam: id.optional(), page: page.default(1) }),
    response: z.object({ attempts: z.array(attemptRow), ...listPlace }),
  }),
};

export type Attempt = z.infer<typeof attempt>;
export type AttemptQuestion = z.infer<typeof question>;
