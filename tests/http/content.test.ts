import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** Follows the page's own refresh until nothing is under way. */
async function settled(get: () => Promise<Page>): Promise<Page> {
  for (let tries = 0; tries < 300; tries += 1) {
    const page = await get();
    if (page.$('meta[http-equiv="refresh"]').length === 0) return page;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the job did not end");
}

describe.each(shells)("loading content in the $shell shell", ({ prefix, headers }) => {
  const address = `${prefix}/moderator/content`;

  test("nobody but administrators gets there", async () => {
    for (const browser of [visitor(headers), await signedIn("member", headers)]) {
      const page = await browser.get(address);
      expect(page.url.pathname).not.toBe(address);
    }
  });

  test("a check is a press; the page looks again by itself, then says what was found", async () => {
    const browser = await signedIn("admin", headers);
    const page = await browser.get(address);
    expect([page.status, page.$("h1").text()]).toEqual([200, "内容装载"]);
    const pressed = await browser.submit(page, { intent: "check" });
    expect(pressed.url.pathname).toBe(address);
    const done = await settled(() => browser.get(address));
    expect(done.text).toContain("没有写错的地方");
    // The demo's pack was loaded at the start: a second load would change no row.
    expect(done.text).toContain("内容已是最新");
    expect(done.text).toContain("最近的装载");
  }, 90_000);
});
