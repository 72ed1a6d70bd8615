import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { isSampled, isWhole } from "../../support/tier";

/** Findings that no screen may have; lesser findings are advice. */
const failing = ["serious", "critical"];
/**
 * The dark scheme changes the values of the colour tokens and nothing else (app/styles/tokens.css), and
 * tests/unit/contrast.test.ts checks each pair's contrast. So axe checks it in a whole run only.
 */
const schemes = isWhole ? (["light", "dark"] as const) : (["light"] as const);
/** The rules about colours. */
const aboutColour = ["color-contrast", "link-in-text-block"];

/**
 * Whether axe checks this address. One check costs two seconds of processor time, so `npm test` takes a fifth of the
 * addresses, chosen by the commit.
 */
export const isLookedAt = (path: string): boolean => isSampled(`axe ${path}`, 8);

/**
 * Checks the open page with axe, if this run's sample contains its address (`path`, without the shell): in the light
 * scheme and, in a whole run, the colours in the dark scheme. Serious and critical findings fail. The portal has no
 * frame of another origin, so axe runs in the page itself (`legacyMode`), without a blank page beside it, and describes
 * only failures (`resultTypes`).
 */
export async function expectAccessible(page: Page, path = addressOf(page)): Promise<void> {
  if (!isLookedAt(path)) return;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const runOnly = colorScheme === "dark" ? { runOnly: { type: "rule" as const, values: aboutColour } } : {};
    // Parsing axe costs a third of a check, so each document loads it once.
    const isThere = await page.evaluate(() => "axe" in window);
    const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
      .options({ resultTypes: ["violations"], ...runOnly })
      .setLegacyMode()
      .analyze();
    const found = violations
      .filter(({ impact }) => failing.includes(impact ?? ""))
      .map(
        ({ id, impact, nodes }) =>
          `${impact} ${id}: ${nodes.map((node) => `${node.target.join(" ")} — ${node.failureSummary}`).join("\n")}`,
      );
    expect(found, `axe on ${new URL(page.url()).pathname} (${colorScheme})`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** A page's address, the same in both shells and with any ids. */
function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname.replace(/^\/h5(?=\/|$)/, "")}${search}`.replace(/\d+/g, "N");
}
