import { createHash } from "node:crypto";
import type { QuizType } from "contract/training/quizzes/constants";
import type { AskedQuestion, LessonQuestion, QuestionSource } from "../../../database/schema";
import type { Places } from "../files/places";

/** Questions of exams and of lessons, as packs and the browser's editor have them. */

/** A question inside a lesson, without its rendered texts. */
export interface QuizItem {
  type: QuizType;
  answer: string[];
  source: QuestionSource;
}

const judged: Record<string, string> = { true: "对", false: "错" };
/** Whether a statement is right, as an editor writes it and as a question stores it. */
const judgedWord = (stored: string): string => judged[stored] ?? stored;
export const judgedCode = (typed: string): string =>
  Object.keys(judged).find((code) => judged[code] === typed) ?? typed;

/** An answer as an editor writes it, and as a question stores it. */
export const typedAnswer = ({ type, answer }: Pick<QuizItem, "type" | "answer">): string[] =>
  type === "judge" ? answer.map(judgedWord) : answer;
export const storedAnswer = ({ type, answer }: Pick<QuizItem, "type" | "answer">): string[] =>
  type === "judge" ? answer.map(judgedCode) : answer;

/** The texts of a question, in the order in which they are rendered. */
export const questionTexts = ({ text, options, why }: QuestionSource): string[] => [text, ...options, why];

/** A question's texts as the browser's editor has them. */
export const placedQuestion = ({ text, options, why }: QuestionSource, places: Places): QuestionSource => ({
  text: places.placed(text).trim(),
  options: options.map((option) => places.placed(option).trim()),
  why: places.placed(why).trim(),
});

/** The rendered texts of a question. @param html begins with its texts, which are taken off */
export function shownQuestion(
  { options }: Pick<QuestionSource, "options">,
  html: string[],
): Pick<AskedQuestion, "html" | "options" | "why"> {
  const text = html.shift() ?? "";
  const choices = options.map((_, index) => ({
    letter: "ABCDEFGH"[index] ?? "",
    html: html.shift() ?? "",
  }));
  return { html: text, options: choices, why: html.shift() ?? "" };
}

/** A hash of what is asked. The right answer is no part of it: pages show the hash before anybody has answered. */
const keyOf = ({ type, source: { text, options } }: QuizItem) =>
  createHash("sha256")
    .update(JSON.stringify([type, text, options]))
    .digest("hex")
    .slice(0, 16);

/** The questions of a lesson as it stores them. @param html the texts of all, in their order */
export const lessonQuestions = (quiz: QuizItem[], html: string[]): LessonQuestion[] =>
  quiz.map((item) => ({
    key: keyOf(item),
    type: item.type,
    ...shownQuestion(item.source, html),
    answer: item.answer,
    source: item.source,
  }));
