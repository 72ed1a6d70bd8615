import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";

/** A request that arrives at the collector. */
interface Arrived {
  code: string;
  data: Record<string, unknown>;
  batch: string;
  /** Whether it was sent as a beacon, which the browser sends even after the page is closed. */
  beacon: boolean;
}

async function listen(page: Page): Promise<{ events: Arrived[]; raw: string[] }> {
  const seen = { events: [] as Arrived[], raw: [] as string[] };
  page.context().on("request", (request) => {
    if (!request.url().includes("/analytics/")) return;
    const raw = request.postDataBuffer()?.toString("utf8") ?? "";
    const { header, body } = JSON.parse(raw);
    seen.raw.push(raw);
    const batch = JSON.parse(header).batchId;
    const beacon = request.resourceType() === "ping";
    for (const event of JSON.parse(body)) seen.events.push({ ...event, batch, beacon });
  });
  return seen;
}
const agree = (page: Page, baseURL: string | undefined, more: { name: string; value: string }[] = []) =>
  page
    .context()
    .addCookies(
      [{ name: "cookie_policy", value: "V1" }, ...more].map((cookie) => ({ ...cookie, url: baseURL ?? "" })),
    );
const keptHere = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /analytics/.test(key)),
  );
const codes = (events: Arrived[]) => events.map(({ code }) => code);
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });

test.describe("@scripted usage statistics", () => {
  const objections: [string, (page: Page, baseURL: string | undefined) => Promise<unknown>][] = [
    ["before consent", async () => undefined],
    ["after they were turned off", (page, base) => agree(page, base, [{ name: "analytics", value: "off" }])],
    [
      "with Do Not Track",
      async (page, base) => {
        await agree(page, base);
        await page.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { value: "1" }));
      },
    ],
    [
      "with Global Privacy Control",
      async (page, base) => {
        await agree(page, base);
        await page.addInitScript(() =>
          Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
        );
      },
    ],
  ];
  for (const [when, object] of objections)
    test(`load, record and store nothing ${when}`, async ({ page, baseURL }) => {
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (/\/(start|vitals)-/.test(request.url())) scripts.push(request.url());
      });
      const seen = await listen(page);
      await object(page, baseURL);
      await page.clock.install();
      await page.goto("/tags");
      await page.locator("h1").click();
      await page.clock.runFor(5_000);
      await hide(page);
      expect([seen.raw, scripts, await keptHere(page)]).toEqual([[], [], []]);
    });

  test("arrive after each page, without typed or private data", async ({ page, baseURL, isMobile }) => {
    const prefix = isMobile ? "/h5" : "";
    const seen = await listen(page);
    await agree(page, baseURL);
    await page.goto(`${prefix}/tags?order=new&utm_source=secret-query`);
    await expect.poll(() => codes(seen.events)).toContain("page_view");
    expect(seen.events[0]?.data).toMatchObject({ page: "tags", path: "/tags", history: [], source: "" });
    const link = page.locator("main a[href*='/tags/']").first();
    const name = ((await link.textContent()) ?? "").replace(/\s+/g, " ").trim();
    await link.click();
    await page.waitForURL(/\/tags\/\d+/);
    await expect.poll(() => seen.events.filter(({ code }) => code === "page_view").length).toBe(2);
    const [, second] = seen.events.filter(({ code }) => code === "page_view");
    expect(second?.data).toMatchObject({ page: "tag_detail", history: ["tags"] });
    expect(second?.data.source).toBeUndefined();
    const clicked = seen.events.find(({ code }) => code === "click");
    expect(clicked?.data).toMatchObject({ page: "tags", target: "a", shell: isMobile ? "h5" : "desktop" });
    expect(String(clicked?.data.text)).toContain(name.slice(0, 10));

    await page.goto(`${prefix}/search?q=secret-query`);
    const box = page
      .locator("main input[type=search], main input[name=q], input[name=q]")
      .locator("visible=true")
      .first();
    await box.click();
    await box.pressSequentially("secret-typed");
    await expect
      .poll(() => seen.events.some(({ data }) => data.page === "search"), { timeout: 30_000 })
      .toBe(true);
    await hide(page);
    await expect.poll(() => codes(seen.events)).toContain("vital");
    expect(seen.events.filter(({ code, data }) => code === "click" && data.page === "search")).toEqual([]);
    expect(seen.raw.join("\n")).not.toContain("secret");
  });

  test("lose nothing when the page is closed, neither sent nor waiting events", async ({
    page,
    baseURL,
    problems,
  }) => {
    problems.expect(/ERR_FAILED/);
    const seen = await listen(page);
    await agree(page, baseURL);
    let hold = true;
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await page.route("**/analytics/data-collection", async (route) => {
      // The first POST hangs until the page is closed; then its events are sent as a beacon too.
      if (hold && route.request().resourceType() !== "ping") {
        hold = false;
        await left;
        await route.abort();
      } else await route.continue();
    });
    await page.goto("/tags");
    await expect.poll(() => seen.raw.length).toBeGreaterThan(0);
    await page.locator("h1").click();
    await hide(page);
    leave();
    await expect.poll(() => codes(seen.events).filter((code) => code === "click")).not.toEqual([]);
    const views = seen.events.filter(({ code }) => code === "page_view");
    // However often it was sent, it counts as one batch.
    expect(new Set(views.map(({ batch }) => batch)).size).toBe(1);
    expect(views.length).toBeGreaterThan(1);
  });

  test("waiting events of every channel are sent as a beacon when the page is closed", async ({
    page,
    baseURL,
  }) => {
    const seen = await listen(page);
    await agree(page, baseURL);
    await page.goto("/tags");
    await expect.poll(() => codes(seen.events)).toContain("page_view");
    await page.locator("h1").evaluate((title) => title.setAttribute("data-ad", "banner-1"));
    await page.locator("h1").click();
    await hide(page);
    for (const code of ["click", "ad_click"])
      await expect
        .poll(() => seen.events.filter((event) => event.code === code).map(({ beacon }) => beacon), code)
        .toContain(true);
  });

  test("events that are too large for a beacon wait for the next page", async ({ page, baseURL }) => {
    const seen = await listen(page);
    await agree(page, baseURL);
    await page.addInitScript(() => {
      navigator.sendBeacon = () => false;
    });
    await page.goto("/tags");
    await expect.poll(() => keptHere(page)).toContain("analytics:anonymous");
    await page.locator("h1").click();
    await hide(page);
    expect((await keptHere(page)).filter((key) => key.startsWith("analytics:events:"))).not.toEqual([]);
    const before = seen.events.length;
    await page.goto("/aboutUs");
    await expect
      .poll(() =>
        seen.events.slice(before).some(({ code, data }) => code === "click" && data.page === "tags"),
      )
      .toBe(true);
  });

  test("stop when they are turned off, and leave no data in the browser", async ({
    page,
    baseURL,
    isMobile,
  }) => {
    await agree(page, baseURL);
    await page.goto(isMobile ? "/h5/protocol?cid=cookie-policy" : "/legalNotices/cookie-policy");
    await expect.poll(() => keptHere(page)).toContain("analytics:anonymous");
    await page.getByRole("button", { name: "关闭统计" }).click();
    await expect(page.getByText("已关闭：")).toBeVisible();
    await expect.poll(() => keptHere(page)).toEqual([]);
  });
});
