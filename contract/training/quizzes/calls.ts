/** Questions inside lessons, which members try themselves at. */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, timestamp } from "../../base/fields";
import { optionsMax } from "../constants";
import { outputMax } from "./constants";

const userRow = { group: "development", method: "POST", body: "json", access: "user" } as const;

/** The key of a question, as the lesson has it. */
export const questionKey = z.string("没有这道题").regex(/^[0-9a-f]{16}$/, "没有这道题");

/** One value of an answer: an option's letter, `true` or `false`, a few words, or what a program prints. */
const answerValue = z
  .string("请先作答")
  .max(outputMax, `答案不能超过 ${outputMax} 个字`)
  // Not trimmed: what a program prints may begin with spaces.
  .transform((value) => cleanText(value));

export const quizAnswer = z.array(answerValue).max(optionsMax, `最多选 ${optionsMax} 项`);

/** An answer with the solution, which nobody gets before they have answered. */
const answered = z.object({
  /** The key of the question. */
  question: z.string(),
  answer: some(z.string()),
  right: flag,
  solution: z.object({ answer: some(z.string()), why: words }),
  /** How often it was answered. */
  tries: count,
  answeredAt: timestamp,
});

export const quizCalls = {
  lessonQuiz: defineCall({
    ...userRow,
    summary:
      "The caller's latest answers to the questions inside a lesson, each with its solution; questions that are not answered are left out.",
    path: "/gateway/rest/training/lesson-quiz",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ lesson: id }),
    response: z.object({ answers: some(answered) }),
  }),
  answerQuiz: defineCall({
    ...userRow,
    summary:
      "Answers a question inside a lesson, as often as wanted; the latest answer is kept, and answered with the solution.",
    path: "/gateway/rest/training/answer-quiz",
    limit: "examAnswer",
    effect: "private",
    request: z.object({ lesson: id, question: questionKey, answer: quizAnswer }),
    response: answered,
  }),
};

export type QuizAnswer = z.infer<typeof answered>;
