import { cleanText, id } from "contract/base/fields";
import { z } from "zod";

/** An id among what a list is narrowed by: a form sends its empty fields too. What is no number is no page: 404. */
export const chosenId = z.preprocess((value) => (value === "" ? undefined : value), id.optional());

/** What somebody typed or chose; empty where nothing was. */
export const typedText = z
  .string()
  .default("")
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim());

/** So much of what was typed is shown again. */
const shownMax = 200;

/**
 * Checks the texts of a list's address by the schemas that its call has for them. What was typed stays as it is, with a
 * message for each text that cannot be looked for.
 */
export function checkTexts<Name extends string, Query extends Record<Name, string>>(
  query: Query,
  schemas: Record<Name, z.ZodType>,
): { query: Query; problems: Partial<Record<Name, string>> } {
  const problems: Partial<Record<Name, string>> = {};
  const shown = { ...query };
  for (const name of Object.keys(schemas) as Name[]) {
    const text = query[name];
    const checked = text === "" ? null : schemas[name].safeParse(text);
    if (checked?.success === false) problems[name] = checked.error.issues[0]?.message ?? "填写的内容有误";
    shown[name] = text.slice(0, shownMax) as Query[Name];
  }
  return { query: shown, problems };
}
