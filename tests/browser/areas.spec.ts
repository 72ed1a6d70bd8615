import { expect, test } from "./support/fixtures";

/** The routes whose data a navigation asks for; null where it asks for all of them. */
const routesOf = (url: string) => new URL(url).searchParams.get("_routes")?.split(",") ?? null;

for (const { area, as, from, link, path } of [
  { area: "moderator", as: "admin", from: "/moderator/log", link: "回收站", path: "/moderator/recycle" },
  { area: "forum", as: "member", from: "/forum/all", link: "精华", path: "/forum/digest" },
] as const)
  test(`from screen to screen of the ${area} area its frame is not loaded again @scripted`, async ({
    page,
    prefix,
    signIn,
    visit,
  }) => {
    await signIn(as);
    await visit(from);
    const shell = prefix === "" ? "desktop" : "h5";
    const answer = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(".data"));
    await page.locator("#main").getByRole("link", { name: link, exact: true }).first().click();
    const routes = routesOf((await answer).url());
    expect(routes).toContain(`${shell}:${path}`);
    expect(routes).not.toContain(`${shell}:${area}`);
    await page.waitForURL(`**${path}`);
  });
