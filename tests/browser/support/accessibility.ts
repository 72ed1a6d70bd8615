import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What may not be found on any screen; lesser findings are advice. */
const failing = ["serious", "critical"];

/** Looks at the page as it stands with axe, in the light and in the dark scheme. Serious and critical findings fail. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
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
