import type { SignupField } from "contract/activities/shapes";

/**
 * The form names of an activity's fields. A field's key may have hyphens, but a form name has underscores: `a_school`,
 * and `m_tracks` for several choices. A file's field has its id in `a_`, its name in `n_`, and the file in `f_`.
 */
const formName = (prefix: string, key: string) => `${prefix}_${key.replaceAll("-", "_")}`;

export const fieldName = ({ key, type, many }: Pick<SignupField, "key" | "type" | "many">): string =>
  formName(type === "choice" && many ? "m" : "a", key);
export const fileInput = (key: string): string => formName("f", key);
export const fileNameField = (key: string): string => formName("n", key);
export const fileRemoval = (key: string): string => formName("x", key);

export type Answers = Record<string, string | string[]>;

const textsOf = (form: FormData, name: string) =>
  form.getAll(name).filter((value): value is string => typeof value === "string" && value !== "");

/** The answers in a form, by the keys of their fields. */
export function answersIn(form: FormData): Answers {
  const answers: Answers = {};
  for (const name of new Set(form.keys())) {
    const [, prefix, key = ""] = /^([am])_([a-z]\w*)$/.exec(name) ?? [];
    if (!prefix) continue;
    const texts = textsOf(form, name);
    answers[key.replaceAll("_", "-")] = prefix === "m" ? texts : (texts.at(-1) ?? "");
  }
  return answers;
}

/** Moves messages from `answers.{key}` to the names of the form's fields. */
export function besideAnswers(fields: Record<string, string[]>, form: FormData): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => {
      const [, key] = /^answers\.(.+)$/.exec(field) ?? [];
      if (!key) return [field, messages];
      const name = [formName("a", key), formName("m", key)].find((one) => form.has(one));
      return [name ?? field, messages];
    }),
  );
}

/** The answers as values of the form's fields. */
export const answerValues = (
  fields: Pick<SignupField, "key" | "type" | "many">[],
  answers: Answers,
): Record<string, string | string[] | undefined> =>
  Object.fromEntries(fields.map((field) => [fieldName(field), answers[field.key]]));
