import type { Attempt } from "contract/training/exams/calls";
import type { Question } from "~/forms/outcomes/question";
import { answersIn } from "./answers";

/** With less than this many seconds left, the sheet is handed in without a question. */
const minimumSeconds = 2;

/**
 * The question before a sheet with blanks is handed in. It lists the questions without an answer, in this form and in
 * the saved answers. null when none is blank or the time is over.
 */
export function blankQuestion(attempt: Attempt, form: FormData): Omit<Question, "intent" | "key"> | null {
  if (attempt.state !== "running" || attempt.secondsLeft < minimumSeconds) return null;
  const answers = new Map(answersIn(form).map(({ number, answer }) => [number, answer]));
  const blank = attempt.questions.filter(
    ({ number, answer }) => (answers.get(number) ?? answer).length === 0,
  );
  if (blank.length === 0) return null;
  return {
    title: `还有 ${blank.length} 题没答，现在交卷？`,
    says: [
      `没答的题：第 ${blank.map(({ number }) => number).join("、")} 题，交卷后按 0 分算。`,
      `共 ${attempt.questions.length} 题。交卷后马上评分，不能再改；这次考试就用掉了。`,
    ],
    button: "确认交卷",
  };
}
