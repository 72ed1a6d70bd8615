import { load } from "cheerio";

/** Intents that Enter may submit in a form with several buttons: the purpose for which the person opened the form. */
const purposes = new Set([
  ...["publish", "save", "suggest", "find", "signup", "change", "profile", "next", "step"],
  ...["identity-verify", "new-change"],
  // The sign-in portal's intent.
  "submit",
]);

const post = /<form\b[^>]*\bmethod="post"[^>]*>[\s\S]*?<\/form>/gi;
const button = /<button\b[^>]*type="submit"/gi;

/**
 * The forms of a page in which Enter submits a decision that the person did not choose. Such a form has several
 * outcomes, or one that destroys or gives a reason, and a field in which Enter presses the first button; and its first
 * button neither does nothing (NoDefaultButton) nor submits the form's purpose (EnterButton).
 * @param html the whole page
 * @returns one line for each such form, with the button that Enter presses
 */
export function formsThatDecide(html: string): string[] {
  return [...html.matchAll(post)].flatMap(([source]) => {
    // Nearly all forms of nearly all pages have one button, and are not parsed.
    const few = (source.match(button)?.length ?? 0) < 2;
    if (few && !/data-danger|name="reason"/.test(source)) return [];
    const $ = load(source);
    const form = $("form").first();
    const buttons = form.find("button:not([type=button]):not([type=reset]), input[type=submit]").toArray();
    const [first] = buttons.map((each) => $(each));
    if (!first || first.attr("formmethod") === "dialog") return [];
    const fields = form.find(
      "input:not([type=hidden]):not([type=file]):not([type=submit]):not([type=button]), select",
    );
    if (fields.length === 0) return [];
    const outcomes = new Set(
      buttons.map(
        (each) => `${$(each).attr("name")}=${$(each).attr("value")} ${$(each).attr("formaction") ?? ""}`,
      ),
    );
    const dangerous =
      form.find("[data-danger]").length > 0 || form.find("input[name=reason]:not([type=radio])").length > 0;
    if (outcomes.size < 2 && !dangerous) return [];
    const intent = first.attr("value") ?? "";
    if (!dangerous && first.attr("aria-hidden") === "true" && purposes.has(intent)) return [];
    return [
      `Enter presses ${intent || first.text()} of a form whose buttons are ${[...outcomes].join(", ")}`,
    ];
  });
}
