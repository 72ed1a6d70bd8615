import { questionsMax } from "contract/training/constants";

/** The field of a question: its number in the attempt. */
export const fieldOf = (number: number): string => `q${number}`;

/** The answers to a question in a form; none where nothing was chosen or typed. */
export const answerIn = (form: FormData, number: number): string[] =>
  form
    .getAll(fieldOf(number))
    .filter((value): value is string => typeof value === "string" && value.trim() !== "");

/** What a page showed of each question before anything was changed on it, by its number. */
export type Shown = Record<string, string[]>;

/** Reads the field `was` of a form; null where it has none, as from a script that sends what was changed alone. */
export function shownIn(was: unknown): Shown | null {
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

/** Whether two answers are one: chosen letters have no order, and spaces around words say nothing. */
export const isSame = (one: string[], other: string[]): boolean => {
  const folded = (answer: string[]) => JSON.stringify(answer.map((value) => value.trim()).sort());
  return folded(one) === folded(other);
};

/**
 * The answers of a form that were changed on its page: of the questions that `asked` names, since one of which nothing
 * is chosen sends nothing, those that `was` shows otherwise. A page that was left open elsewhere takes back nothing.
 */
export function answersIn(form: FormData): { number: number; answer: string[]; was?: string[] }[] {
  const asked = String(form.get("asked") ?? "")
    .split(" ")
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 1 && number <= questionsMax);
  const before = shownIn(form.get("was"));
  return [...new Set(asked)].flatMap((number) => {
    const answer = answerIn(form, number);
    if (!before) return [{ number, answer }];
    const was = before[number] ?? [];
    return isSame(answer, was) ? [] : [{ number, answer, was }];
  });
}
