import { questionsMax } from "contract/training/constants";

/** The name of a question's form field, made of its number in the attempt. */
export const fieldOf = (number: number): string => `q${number}`;

/** The answers to a question in a form; empty when nothing was chosen or typed. */
export const answerIn = (form: FormData, number: number): string[] =>
  form
    .getAll(fieldOf(number))
    .filter((value): value is string => typeof value === "string" && value.trim() !== "");

/** The answer that the page showed for each question before the reader changed anything, by the question's number. */
export type ShownAnswers = Record<string, string[]>;

/** Reads the field `was` of a form; null without it: a script that sends only changed answers leaves it out. */
export function shownIn(was: unknown): ShownAnswers | null {
  if (typeof was !== "string") return null;
  try {
    const read: unknown = JSON.parse(was);
    if (typeof read !== "object" || read === null) return null;
    return Object.fromEntries(
      Object.entries(read).map(([number, answer]) => [number, [answer].flat().map(String)]),
    );
  } catch {
    return null;
  }
}

/** Whether two answers are equal. The order of chosen letters and spaces around a text do not matter. */
export const isSame = (one: string[], other: string[]): boolean => {
  const keyOf = (answer: string[]) => JSON.stringify(answer.map((value) => value.trim()).sort());
  return keyOf(one) === keyOf(other);
};

/**
 * The answers that the reader changed on the form's page. `asked` lists all questions, because a question without a
 * choice sends no field. Answers that equal those in `was` are left out, so that an old page in another tab cannot
 * overwrite newer answers.
 */
export function answersIn(form: FormData): { number: number; answer: string[]; was?: string[] }[] {
  const numbers = String(form.get("asked") ?? "")
    .split(" ")
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 1 && number <= questionsMax);
  const before = shownIn(form.get("was"));
  return [...new Set(numbers)].flatMap((number) => {
    const answer = answerIn(form, number);
    if (!before) return [{ number, answer }];
    const was = before[number] ?? [];
    return isSame(answer, was) ? [] : [{ number, answer, was }];
  });
}
