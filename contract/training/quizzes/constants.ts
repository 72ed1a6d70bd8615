import { questionTypes } from "../constants";

/** The most questions inside a lesson, and the most characters of what a program prints. */
export const quizMax = 20;
export const outputMax = 1_000;

/** The types of questions inside a lesson: those of exams, an order of things, and what a program prints. */
export const quizTypes = [
  ...questionTypes,
  { code: "order", name: "排序题" },
  { code: "output", name: "写输出" },
] as const;
export type QuizType = (typeof quizTypes)[number]["code"];
