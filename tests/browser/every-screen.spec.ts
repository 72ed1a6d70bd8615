import type { Page } from "@playwright/test";
import { screens } from "../../app/navigation/screens";
import { ownScreens, screenAddress } from "../support/screen-addresses";
import { expect, test } from "./support/fixtures";

// The narrowest usual phone, with the server's HTML: other tests cover what scripts add.
test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

const visited = screens.filter(
  ({ title, path, only }) => title !== "" && only !== "desktop" && !ownScreens.includes(path),
);

/** The number of pixels by which the page is wider than its window, and the element that reaches furthest. */
const excess = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const widest = [...document.querySelectorAll("main *")].toSorted(
      (one, other) => other.getBoundingClientRect().right - one.getBoundingClientRect().right,
    )[0];
    return `${scrollWidth - clientWidth} px: ${widest?.localName}.${widest?.className}`;
  });

/** Links within a sentence that only their colour sets apart from it (WCAG 1.4.1). */
const unmarkedLinks = (page: Page) =>
  page.evaluate(() => {
    const isWord = (node: Node) =>
      node.nodeType === Node.TEXT_NODE && /[\p{L}\d]{2}/u.test(node.textContent ?? "");
    return [...document.querySelectorAll<HTMLElement>("main a")]
      .filter((link) => {
        const own = getComputedStyle(link);
        const parent = getComputedStyle(link.parentElement as Element);
        const isMarked = own.textDecorationLine !== "none" || own.fontWeight !== parent.fontWeight;
        const isPlain =
          own.display === "inline" && own.borderBottomWidth === "0px" && own.color !== parent.color;
        return isPlain && !isMarked && [...(link.parentElement?.childNodes ?? [])].some(isWord);
      })
      .map((link) => `${link.parentElement?.textContent} [${link.textContent}]`);
  });

for (const [who, of] of [
  ["member", visited.filter(({ access }) => access !== "forumAdmin")],
  ["admin", visited.filter(({ access }) => access === "forumAdmin")],
] as const)
  test(`no screen of h5 is wider than a phone of 360 px or marks links by colour alone, for a ${who}`, async ({
    page,
    origin,
    signIn,
  }) => {
    await signIn(who);
    const wider: string[] = [];
    const unmarked: string[] = [];
    for (const screen of of) {
      const address = screenAddress(screen, "h5", 1);
      await page.goto(origin + address);
      await expect(page.locator("body[data-page-code]")).toHaveCount(1);
      const found = await excess(page);
      if (found) wider.push(`${address} ${found}`);
      unmarked.push(...(await unmarkedLinks(page)).map((link) => `${address} ${link}`));
    }
    expect(of.length).toBeGreaterThan(10);
    expect(wider).toEqual([]);
    expect(unmarked).toEqual([]);
  });
