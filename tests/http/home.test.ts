import { describe, expect, test } from "vitest";
import { structuredDataProblems, thingsOn } from "../support/structured-data";
import { sampleOf } from "../support/tier";
import { linkOn, phoneAgent, shells, signedIn, visitor } from "./support";

describe.each(shells)("in the $shell shell", ({ prefix, headers }) => {
  test("the home page shows its banners and blocks with their content", async () => {
    const page = await visitor(headers).get(`${prefix}/home`, { follow: false });
    expect(page.status).toBe(200);
    expect(page.$("h1").text()).toBe("青芯开发者社区");
    const headings = page
      .$("main h2")
      .toArray()
      .map((heading) => page.$(heading).text());
    expect(headings).toEqual(
      expect.arrayContaining(["新品与重点产品", "资讯", "技术论坛", "热门标签", "值得关注的人", "近期活动"]),
    );
    for (const pattern of [
      /\/products\/details\/\d+$/,
      /\/information\/details\/\d+$/,
      /\/eventActivities\/details\/\d+$/,
      /\/forum\/\d+$/,
      /\/tags\/\d+$/,
      /\/userhomepage\?uid=\d+$/,
    ])
      expect(linkOn(page, pattern).startsWith(`${prefix}/`)).toBe(true);
    expect(page.$("main img").length).toBeGreaterThan(5);
    expect(page.$('main img[fetchpriority="high"]').length).toBe(1);
  });

  test("news is listed by category and page, and each article opens", async () => {
    const browser = visitor(headers);
    const list = await browser.get(`${prefix}/information/index`);
    expect(list.$("main h3").length).toBe(20);
    const second = await browser.get(linkOn(list, /information\/index\?page=2$/));
    expect(second.$("main h3 a").first().attr("href")).not.toBe(list.$("main h3 a").first().attr("href"));
    const category = await browser.get(linkOn(list, /information\/index\?id=2$/));
    expect(category.$("h1").text()).toBe("社区活动");
    expect(category.$("title").text()).toBe("社区活动 - 资讯 - 青芯开发者社区");
    expect(
      new Set(
        category
          .$("main li .facts a")
          .toArray()
          .map((link) => category.$(link).text()),
      ),
    ).toEqual(new Set(["社区活动"]));
    const news = await browser.get(linkOn(list, /\/information\/details\/\d+$/));
    expect(news.$("h1").text()).toBe(list.$("main h3").first().text());
    expect(news.$("article time").attr("datetime")).toMatch(/Z$/);
    expect(news.$('meta[property="og:type"]').attr("content")).toBe("article");
    expect(news.$('link[type="application/atom+xml"]').attr("href")).toMatch(/^\/feeds\/news\/\d\.atom$/);
    const types = thingsOn(news).map((thing) => thing["@type"]);
    expect(types).toEqual(["NewsArticle", "BreadcrumbList"]);
    expect(await structuredDataProblems(thingsOn(news))).toEqual([]);
  });

  test.each([
    "/information/details/0",
    "/information/details/007",
    "/information/details/99999",
    "/information/details/abc",
    "/information/details/99999999999",
    "/information/index?id=99",
    "/information/index?id=x",
    "/information/nothing",
    "/home/other",
  ])("%s is a 404 page", async (path) => {
    const page = await visitor(headers).get(prefix + path, { follow: false });
    expect(page.status).toBe(404);
    expect(page.$("main").text()).toMatch(/不存在|没有这/);
  });

  test.each([
    ["/products/ws63", "/products/details/110101"],
    ["/docs", "/resources/index?id=21"],
    ["/docs?from2=1", "/resources/index?id=21"],
    ["/news", "/information/index"],
  ])("%s moved to %s, for good", async (from, to) => {
    const page = await visitor(headers).get(prefix + from, { follow: false });
    expect([page.status, page.headers.get("location")]).toEqual([301, prefix + to]);
  });

  test.each([
    ["/information", "/information/index"],
    ["/information/list?id=2", "/information/index?id=2"],
  ])("%s leads to %s", async (from, to) => {
    const page = await visitor(headers).get(prefix + from, { follow: false });
    expect([page.status, page.headers.get("location")]).toEqual([302, prefix + to]);
  });

  test("about us shows the operator's text", async () => {
    const page = await visitor(headers).get(`${prefix}/aboutUs`);
    expect([page.status, page.$("h1").text()]).toEqual([200, "关于我们"]);
    expect(page.$("main article").text()).toContain("面向芯片与硬件开发者的中文社区");
    expect(thingsOn(page).map((thing) => thing["@type"])).toContain("Organization");
  });

  test("administrators see the preview; others are sent to the start page", async () => {
    for (const browser of [
      visitor(headers),
      await signedIn("member", headers),
      await signedIn("moderator", headers),
    ]) {
      const page = await browser.get(`${prefix}/home/preview`, { follow: false });
      expect([page.status, page.headers.get("location")?.replace(/^\/h5\/?/, "/")]).toEqual([302, "/"]);
    }
    const page = await (await signedIn("admin", headers)).get(`${prefix}/home/preview`);
    expect([page.status, page.$("h1").text()]).toEqual([200, "首页预览"]);
    expect(page.$("main").text()).toContain("近期活动");
  });

  test("the logo is that of the current area (spec 2.5)", async () => {
    const logos = await Promise.all(
      ["/home", "/forum/all", "/information/index", "/products/index", "/devCenter/index"].map(
        async (path) => {
          const page = await visitor(headers).get(prefix + path);
          return page.$(`header a[href="${prefix}/home"]:not(nav a) use`).first().attr("href")?.split("#")[1];
        },
      ),
    );
    expect(logos).toEqual(["circuit-board", "message", "news", "cpu", "tool"]);
  });

  test("menus, logo and footer link to no page that does not exist", async () => {
    const page = await visitor(headers).get(`${prefix}/aboutUs`);
    const links = page
      .$("header a, footer a")
      .toArray()
      .map((link) => page.$(link).attr("href") ?? "");
    expect(links).toContain(`${prefix}/home`);
    const own = links.filter((href) => href.startsWith("/") && !/^\/(login|gateway|feeds)/.test(href));
    expect(own.length).toBeGreaterThan(10);
    // The crawl follows them all; here they are a sample.
    for (const href of sampleOf([...new Set(own)], 10, (href) => href)) {
      const target = await visitor(headers).get(href);
      expect([200, 401], href).toContain(target.status);
    }
  });
});

test("the mega panels and the drawer show the trees of products and resources", async () => {
  const desktop = await visitor().get("/forum/all");
  for (const part of ["products", "resources"]) {
    const panel = desktop.$(`#navigation-${part}`);
    expect(panel.find("section > a").length).toBeGreaterThan(1);
    expect(panel.find(`a[href^="/${part}/index?id="]`).length).toBeGreaterThan(5);
  }
  expect(desktop.$('#navigation-products a[href^="/products/details/"]').length).toBeGreaterThan(3);
  const phone = await visitor({ "user-agent": phoneAgent }).get("/h5/forum/all");
  const drawer = phone.$('nav[aria-label="侧边菜单"]');
  // The side menu's own addresses (spec 2.1) lead to the pages of the same class.
  const classes = drawer.find('a[href^="/h5/product/info?id="]');
  expect(classes.length).toBeGreaterThan(5);
  const href = classes.first().attr("href") ?? "";
  const page = await visitor({ "user-agent": phoneAgent }).get(href);
  expect([page.status, page.url.pathname + page.url.search]).toEqual([
    200,
    href.replace("/product/info", "/products/index"),
  ]);
  expect(drawer.find('a[href^="/h5/resources/index?id="]').length).toBeGreaterThan(3);
});

test("the news feed has the newest articles with their texts", async () => {
  const page = await visitor({ "user-agent": "a feed reader/1.0" }).get("/feeds/news.atom");
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "application/atom+xml; charset=utf-8",
  ]);
  expect(page.html.match(/<entry>/g)?.length).toBe(30);
  expect((await visitor().get("/feeds/news/99.atom")).status).toBe(404);
});
