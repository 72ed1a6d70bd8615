import { HtmlValidate } from "html-validate";
import type { Page } from "./plain-browser";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: { "no-trailing-whitespace": "off", "doctype-style": "off" },
});

/** The errors that html-validate finds in a page of the sign-in portal. */
export async function problemsOf(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(page.html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
