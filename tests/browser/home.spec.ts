import { expect, test } from "./support/fixtures";

// A script stores the page, so this needs JavaScript.
test("@scripted Back restores the home page and the place on it without a request", async ({
  page,
  visit,
  prefix,
}) => {
  await visit("/home");
  const news = page.locator('main a[href*="/information/details/"]').last();
  await news.scrollIntoViewIfNeeded();
  const [place, title] = [await page.evaluate(() => window.scrollY), await news.textContent()];
  expect(place).toBeGreaterThan(200);
  await news.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\.data|\/home/.test(request.url())) requests.push(request.url());
  });
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${prefix}/home$`));
  await expect(page.locator('main a[href*="/information/details/"]').last()).toHaveText(title ?? "");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  expect(requests).toEqual([]);
  // A link to the open page requests it again.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator(`header a[href="${prefix}/home"]`).locator("visible=true").first().click();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
});
