import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { isSampled, isWhole } from "../../support/tier";

/** What may not be found on any screen; lesser findings are advice. */
const failing = ["serious", "critical"];
/**
 * The dark scheme is other values of the colour tokens and nothing else (app/styles/tokens.css), which the contrast of
 * each pair shows too (tests/unit/contrast.test.ts): axe looks at it in a whole run.
 */
const schemes = isWhole ? (["light", "dark"] as const) : (["light"] as const);
/** The rules that look at colours. */
const aboutColour = ["color-contrast", "link-in-text-block"];

/** A look costs two seconds of the processor: `npm test` takes a third of the addresses, chosen by the commit. */
export const isLookedAt = (path: string): boolean => isSampled(`axe ${path}`, 3);

/**
 * Looks at the page as it stands with axe, where its address (`path`, without the shell) is among those that this run looks at; in the light and, in a whole run, for its colours in the dark scheme. Serious and
 * critical findings fail. No frame of ours is of another origin: in one go on the page itself (`legacyMode`)
 * axe needs no blank page beside it to put its findings together, and nothing but what fails is described
 * (`resultTypes`).
 */
export async function expectAccessible(page: Page, path = addressOf(page)): Promise<void> {
  if (!isLookedAt(path)) return;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const runOnly = colorScheme === "dark" ? { runOnly: { type: "rule" as const, values: aboutColour } } : {};
    // To read axe itself costs a third of a look: once a document is enough.
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

/** A page's address, the same in both shells and whatever ids a run gave. */
function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname.replace(/^\/h5(?=\/|$)/, "")}${search}`.replace(/\d+/g, "N");
}
