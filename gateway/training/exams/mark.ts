import type { KeptQuestion } from "../../database/schema";

/** Normalises what is typed into a blank: width, case and spaces make no difference. */
const normalized = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** Whether an answer is right: all right letters and no other, or one of the accepted spellings. */
export function isRight({ type, answer }: Pick<KeptQuestion, "type" | "answer">, chosen: string[]): boolean {
  if (chosen.length === 0) return false;
  if (type === "blank")
    return chosen.length === 1 && answer.some((right) => normalized(right) === normalized(chosen[0] ?? ""));
  const letters = [...new Set(chosen)];
  return letters.length === answer.length && letters.every((letter) => answer.includes(letter));
}

/** Whether a question can have this answer; an empty answer clears the previous one. */
export function isPossible(
  { type, options }: Pick<KeptQuestion, "type" | "options">,
  chosen: string[],
): boolean {
  if (chosen.length === 0) return true;
  if (type === "blank") return chosen.length === 1;
  if (type === "judge") return chosen.length === 1 && ["true", "false"].includes(chosen[0] ?? "");
  if (type === "single" && chosen.length > 1) return false;
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
