import type { SignupField } from "contract/activities/shapes";

/**
 * Fields of an activity in a form. Their keys have hyphens, which a form's names have not: `a_school`, and `m_tracks`
 * where several may be ticked. A file's field has its id in `a_`, its name in `n_`, and the file itself in `f_`.
 */
const named = (prefix: string, key: string) => `${prefix}_${key.replaceAll("-", "_")}`;

export const fieldName = ({ key, type, many }: Pick<SignupField, "key" | "type" | "many">): string =>
  named(type === "choice" && many ? "m" : "a", key);
export const fileInput = (key: string): string => named("f", key);
export const fileNameField = (key: string): string => named("n", key);
export const fileRemoval = (key: string): string => named("x", key);

export type Answers = Record<string, string | string[]>;

const textsOf = (form: FormData, name: string) =>
  form.getAll(name).filter((value): value is string => typeof value === "string" && value !== "");

/** The answers in a form, by the keys of their fields. */
export function answersIn(form: FormData): Answers {
  const answers: Answers = {};
  for (const name of new Set(form.keys())) {
    const [, prefix, rest = ""] = /^([am])_([a-z]\w*)$/.exec(name) ?? [];
    if (!prefix) continue;
    const texts = textsOf(form, name);
    answers[rest.replaceAll("_", "-")] = prefix === "m" ? texts : (texts.at(-1) ?? "");
  }
  return answers;
}

/** Messages by `answers.{key}` as messages by the fields of the form. */
export function besideAnswers(fields: Record<string, string[]>, form: FormData): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => {
      const [, key] = /^answers\.(.+)$/.exec(field) ?? [];
      if (!key) return [field, messages];
      const name = [named("a", key), named("m", key)].find((one) => form.has(one));
      return [name ?? field, messages];
    }),
  );
}

/** Answers as the values of a form's fields. */
export const answerValues = (
  fields: Pick<SignupField, "key" | "type" | "many">[],
  answers: Answers,
): Record<string, string | string[] | undefined> =>
  Object.fromEntries(fields.map((field) => [fieldName(field), answers[field.key]]));
