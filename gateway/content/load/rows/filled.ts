import type { ContentBody } from "contract/content/kinds/bodies";

/** An object without its empty fields, as a form sends it. */
export const filled = (fields: Record<string, unknown>): ContentBody =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== "" && !isEmptyList(value),
    ),
  );
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
