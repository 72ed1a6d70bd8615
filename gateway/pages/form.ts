import { cleanText } from "contract/base/fields";
import type { Context } from "hono";

/**
 * Unless a page says otherwise, a value longer than this is cut: every field's own limit is lower, so it is
 * refused and still shown.
 */
const valueMax = 1_000;

/** A posted form. Never throws: what is not a form is an empty one. */
export interface PostedForm {
  /** The field's first value as it was sent, cut to a length that no field allows; empty when absent. */
  value(name: string): string;
  /** The value as it may be shown again. */
  clean(name: string): string;
  /** Whether a field came more than once. */
  repeated: boolean;
}

async function entriesOf(context: Context): Promise<[string, unknown][]> {
  const type = context.req.header("content-type") ?? "";
  try {
    if (type.startsWith("application/x-www-form-urlencoded"))
      return [...new URLSearchParams(await context.req.text())];
    if (type.startsWith("multipart/form-data")) return [...(await context.req.formData())];
  } catch {
    // A broken multipart body, for one.
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
