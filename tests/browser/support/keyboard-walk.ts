import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** The focused element, and whether the walk has seen it before. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const seen = element.hasAttribute("data-walked");
    element.setAttribute("data-walked", "");
    return {
      seen,
      inMain: element.closest("main") !== null,
      posts: element.form?.method === "post",
      type: element.tagName === "INPUT" ? element.type : element.tagName.toLowerCase(),
    };
  });

const typed = new Set(["text", "number", "search", "date"]);
/** Fields in which Enter presses a form's first button. */
const entered = new Set([...typed, "checkbox", "radio", "select"]);
/** More Tab stops than any of the screens has. */
const stopsMost = 400;

/**
 * Goes through a page's main part with Tab; types and presses Enter in each field of a form that decides. Resolves to
 * the number of those fields.
 */
export async function walk(page: Page): Promise<number> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // Skips header and menus by the first link of every page.
  await tabTo(page, page.getByRole("link", { name: "跳到正文" }));
  await page.keyboard.press("Enter");
  let fields = 0;
  let begun = false;
  for (let stop = 0; stop < stopsMost; stop += 1) {
    await page.keyboard.press("Tab");
    const { seen, inMain, posts, type } = await focused(page);
    if (seen || (begun && !inMain)) break;
    begun ||= inMain;
    // A text area takes Tab itself, until Escape.
    if (type === "textarea") await page.keyboard.press("Escape");
    if (!posts) continue;
    if (typed.has(type)) await page.keyboard.insertText(type === "number" ? "3" : "试一试");
    if (!entered.has(type)) continue;
    fields += 1;
    await page.keyboard.press("Enter");
  }
  return fields;
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toHaveCount(1);
  for (let presses = 0; presses < stopsMost; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab did not reach ${control}`);
}
