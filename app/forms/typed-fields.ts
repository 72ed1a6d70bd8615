import { confirmFields } from "./confirming";

const own = new Set<string>(["csrf", "intent", ...Object.values(confirmFields)]);

/**
 * The text fields among a form's entries, in order, without its token and button, and without passwords, which no page
 * may contain.
 */
export const typedFields = (entries: Iterable<[string, unknown]>): [name: string, value: string][] =>
  [...entries].flatMap(([name, value]) =>
    own.has(name) || /password/i.test(name) || typeof value !== "string" ? [] : [[name, value]],
  );
