import { cleanText } from "contract/base/fields";
import type { Context } from "hono";

/**
 * The default length at which a value is cut. Every field's own limit is lower, so a longer value is refused and still
 * shown.
 */
const valueMax = 1_000;

/** A posted form. Reading it never throws: an invalid body is an empty form. */
export interface PostedForm {
  /** The field's first value as sent, cut to a length above every field's limit; empty when absent. */
  value(name: string): string;
  /** The value, cleaned so that it can be shown again. */
  clean(name: string): string;
  /** Whether a field was sent more than once. */
  repeated: boolean;
}

async function entriesOf(context: Context): Promise<[string, unknown][]> {
  const type = context.req.header("content-type") ?? "";
  try {
    if (type.startsWith("application/x-www-form-urlencoded"))
      return [...new URLSearchParams(await context.req.text())];
    if (type.startsWith("multipart/form-data")) return [...(await context.req.formData())];
  } catch {
    // For example a broken multipart body.
  }
  return [];
}

export async function readForm(context: Context, maximum = valueMax): Promise<PostedForm> {
  const entries = await entriesOf(context);
  const values = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!values.has(name)) values.set(name, typeof value === "string" ? value.slice(0, maximum) : "");
  }
  const value = (name: string) => values.get(name) ?? "";
  return { value, clean: (name) => cleanText(value(name)), repeated: values.size < entries.length };
}
