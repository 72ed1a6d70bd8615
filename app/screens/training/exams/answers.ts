import { questionsMax } from "contract/training/limits";

/** The field of a question: its number in the attempt. */
export const fieldOf = (number: number): string => `q${number}`;

/** The answers to a question in a form; none where nothing was chosen or typed. */
export const answerIn = (form: FormData, number: number): string[] =>
  form
    .getAll(fieldOf(number))
    .filter((value): value is string => typeof value === "string" && value.trim() !== "");

/**
 * All answers of a form: those of the questions that `asked` names, in its words, since a question of which nothing
 * is chosen sends nothing.
 */
export function answersIn(form: FormData): { number: number; answer: string[] }[] {
  const asked = String(form.get("asked") ?? "")
    .split(" ")
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 1 && number <= questionsMax);
  return [...new Set(asked)].map((number) => ({ number, answer: answerIn(form, number) }));
}
