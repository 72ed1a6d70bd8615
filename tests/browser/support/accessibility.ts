import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { isWhole } from "../../support/tier";

/** What may not be found on any screen; lesser findings are advice. */
const failing = ["serious", "critical"];
/**
 * The dark scheme is other values of the colour tokens and nothing else (app/styles/tokens.css), which the contrast of
 * each pair shows too (tests/unit/contrast.test.ts): axe looks at it in a whole run.
 */
const schemes = isWhole ? (["light", "dark"] as const) : (["light"] as const);
/** The rules that look at colours. */
const aboutColour = ["color-contrast", "link-in-text-block"];

/**
 * Looks at the page as it stands with axe, in the light and, in a whole run, for its colours in the dark scheme. Serious and
 * critical findings fail. No frame of ours is of another origin: in one go on the page itself (`legacyMode`)
 * axe needs no blank page beside it to put its findings together, and nothing but what fails is described
 * (`resultTypes`).
 */
export async function expectAccessible(page: Page): Promise<void> {
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
