import { cleanText, id } from "contract/base/fields";
import { z } from "zod";

/** An id in a list's filter; empty form fields count as none. Anything else that is not a number is a 404. */
export const chosenId = z.preprocess((value) => (value === "" ? undefined : value), id.optional());

/** A text that somebody typed or chose; empty without one. */
export const typedText = z
  .string()
  .default("")
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim());

/** The most characters of a typed text that are shown again. */
const shownMax = 200;

/**
 * Checks a list's texts by its call's schemas. Keeps the typed texts (shortened), with a message for each text that
 * cannot be searched.
 */
export function checkTexts<Name extends string, Query extends Record<Name, string>>(
  query: Query,
  schemas: Record<Name, z.ZodType>,
): { query: Query; problems: Partial<Record<Name, string>> } {
  const problems: Partial<Record<Name, string>> = {};
  const shortened = { ...query };
  for (const name of Object.keys(schemas) as Name[]) {
    const text = query[name];
    const checked = text === "" ? null : schemas[name].safeParse(text);
    if (checked?.success === false) problems[name] = checked.error.issues[0]?.message ?? "填写的内容有误";
    shortened[name] = text.slice(0, shownMax) as Query[Name];
  }
  return { query: shortened, problems };
}
