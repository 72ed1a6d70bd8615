import { type RunningPortal, startPortal } from "../support/running-portal";
import { expect, test as usual } from "./support/fixtures";

/** No request reaches it: the tests answer for it. */
const address = "https://monitor.example.com/agent.js";

/** A portal whose operator configured the monitor. */
const test = usual.extend<object, { monitored: RunningPortal }>({
  monitored: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal({ MONITOR_URL: address });
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  origin: ({ monitored }, use) => use(monitored.origin),
});

/** One worker for the file: each worker starts a portal of its own, which takes longer than a test. */
test.describe.configure({ mode: "default" });

/** The service that monitors what users experience (spec 9). */
test.describe("@scripted the configured monitor", () => {
  for (const fails of [false, true])
    test(
      fails ? "harms nobody when it fails" : "is loaded once, and only after consent",
      async ({ page, origin, visit, problems }) => {
        problems.expect(/request to another origin: https:\/\/monitor\.example\.com/);
        if (fails) problems.expect(/ERR_FAILED/);
        let requestCount = 0;
        await page.route(address, async (route) => {
          requestCount += 1;
          const headers = { "access-control-allow-origin": "*" };
          if (fails) await route.abort();
          else
            await route.fulfill({ headers, contentType: "text/javascript", body: "window.monitored = true" });
        });
        const views: string[] = [];
        page.on("request", (request) => {
          if (request.url().includes("/analytics/")) views.push(request.postData() ?? "");
        });
        await page.clock.install();
        await visit("/tags");
        await page.clock.runFor(3_000);
        expect(requestCount).toBe(0);

        await page.context().addCookies([{ name: "cookie_policy", value: "V1", url: origin }]);
        await visit("/tags");
        await expect.poll(() => requestCount).toBe(1);
        await expect.poll(() => page.evaluate(() => "monitored" in window)).toBe(!fails);
        await page.locator("main a[href*='/tags/']").first().click();
        await page.waitForURL(/\/tags\/\d+/);
        // The island continues: the second page's view arrives, and the script is not requested again.
        await expect.poll(() => views.some((view) => view.includes("tag_detail"))).toBe(true);
        expect(requestCount).toBe(1);
      },
    );
});
