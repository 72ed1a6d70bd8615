import type { QuizType } from "contract/training/quizzes/constants";
import type { AskedQuestion, KeptQuestion } from "../../database/schema";

/** Normalises what is typed into a blank: width, case and spaces make no difference. */
const normalized = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** What a program prints: spaces at the ends of lines, and all blanks around the whole, make no difference. */
const printed = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .trim();

type Marked = { type: QuizType } & Pick<AskedQuestion, "answer">;

/**
 * Whether an answer is right: all right letters and no other, all in their order, what is printed, or one of the
 * accepted spellings.
 */
export function isRight({ type, answer }: Marked, chosen: string[]): boolean {
  if (chosen.length === 0) return false;
  if (type === "order")
    return chosen.length === answer.length && chosen.every((letter, index) => letter === answer[index]);
  if (type === "output")
    return chosen.length === 1 && answer.some((right) => printed(right) === printed(chosen[0] ?? ""));
  if (type === "blank")
    return chosen.length === 1 && answer.some((right) => normalized(right) === normalized(chosen[0] ?? ""));
  const letters = [...new Set(chosen)];
  return letters.length === answer.length && letters.every((letter) => answer.includes(letter));
}

/** Whether a question can have this answer; an empty answer clears the previous one. */
export function isPossible(
  { type, options }: { type: QuizType } & Pick<AskedQuestion, "options">,
  chosen: string[],
): boolean {
  if (chosen.length === 0) return true;
  if (type === "blank" || type === "output") return chosen.length === 1;
  if (type === "judge") return chosen.length === 1 && ["true", "false"].includes(chosen[0] ?? "");
  if (type === "single" && chosen.length > 1) return false;
  if (type === "order" && (chosen.length !== options.length || new Set(chosen).size < chosen.length))
    return false;
  return chosen.every((letter) => options.some((option) => option.letter === letter));
}

/** The points of an attempt. @param answers the answers, by the question's number from 1 */
export function marksOf(questions: KeptQuestion[], answers: Map<number, string[]>, pass: number) {
  const total = questions.reduce((sum, { points }) => sum + points, 0);
  const points = questions.reduce(
    (sum, question, index) => sum + (isRight(question, answers.get(index + 1) ?? []) ? question.points : 0),
    0,
  );
  // Rounded down, so that rounding never lets anybody pass.
  const percent = total === 0 ? 0 : Math.floor((points * 100) / total);
  return { points, percent, passed: percent >= pass };
}
