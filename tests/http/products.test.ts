import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { linkOn, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** The demo's 连接芯片: chips and modules with numbers, choices and parts. */
const list = "/products/index?id=11";

const names = (page: Page) =>
  page
    .$('main table tbody th a[href*="/products/details/"]')
    .toArray()
    .map((element) => page.$(element).text());
const total = (page: Page) => Number(page.$('section[aria-label="产品列表"] p strong').first().text());
const field = (page: Page, name: string) => page.$(`form#product-filter [name="${name}"]`);

describe.each(shells)("the product centre, $shell", ({ prefix, headers }) => {
  test("a visitor goes from all classes down to a product, and back by the breadcrumb", async () => {
    const overview = await visitor(headers).get(`${prefix}/products/index`);
    expect(overview.$("h1").text()).toBe("产品中心");
    const classPage = await visitor(headers).get(linkOn(overview, /\/products\/index\?id=\d+$/));
    expect(classPage.status).toBe(200);
    expect(names(classPage).length).toBeGreaterThan(3);
    const first = classPage.$("main table tbody th a").first().attr("href") ?? "";
    const details = await visitor(headers).get(first);
    expect(details.status).toBe(200);
    expect(details.$("h1").text()).toContain(names(classPage)[0] ?? "?");
    expect(details.$('nav[aria-label="所在位置"] a').last().attr("href")).toMatch(
      /\/products\/index\?id=\d+$/,
    );
    expect(details.$('nav[aria-label="本页内容"] a').length).toBeGreaterThan(3);
    for (const anchor of details.$('nav[aria-label="本页内容"] a').toArray())
      expect(details.$(details.$(anchor).attr("href") ?? "").length).toBe(1);
  });

  test("filters with a plain form: quantities with units, choices with counts, an address to bookmark", async () => {
    const browser = visitor(headers);
    const page = await browser.get(prefix + list);
    const box = field(page, "state").first();
    const count = Number(box.closest("label").find("small").text());
    const ticked = await browser.submit(
      page,
      { form: "form#product-filter" },
      { state: box.attr("value") ?? "" },
    );
    expect(total(ticked)).toBe(count);
    // Empty fields are not in the address.
    expect(ticked.url.search).toBe(`?id=11&state=${box.attr("value")}`);
    const [less, plain] = ["300 mA", "300"].map((typed) => new URLSearchParams({ "p.txCurrent.max": typed }));
    const small = await browser.get(`${prefix}${list}&${less}`);
    expect(total(small)).toBeGreaterThan(0);
    expect(total(small)).toBeLessThan(total(page));
    expect(names(small)).toEqual(names(await browser.get(`${prefix}${list}&${plain}`)));
    expect(field(small, "p.txCurrent.max").attr("value")).toBe("300");
  });

  test("shows each error by its field with 400, keeps what was typed, and filters by the valid fields", async () => {
    const bad = new URLSearchParams({ "p.txCurrent.max": "很大", state: "production", "p.nothing": "1" });
    const page = await visitor(headers).get(`${prefix}${list}&${bad}`);
    expect(page.status).toBe(400);
    const wrong = field(page, "p.txCurrent.max");
    expect([wrong.attr("value"), wrong.attr("aria-invalid")]).toEqual(["很大", "true"]);
    expect(page.$(`[id="${wrong.attr("aria-describedby")}"]`).text()).toContain("请填数值");
    expect(page.$('[role="alert"]').text()).toContain("这个分类没有这个条件：p.nothing");
    expect(page.$('input[name="state"][value="production"]').attr("checked")).toBeDefined();
    expect(names(page).length).toBeGreaterThan(0);
  });

  test("an empty list links to other lists", async () => {
    const none = new URLSearchParams({ "p.txCurrent.max": "1 uA", state: "production" });
    const page = await visitor(headers).get(`${prefix}${list}&${none}`);
    expect(total(page)).toBe(0);
    const way = page.$('main a.button:contains("去掉")').first();
    const number = Number(/：(\d+) 个/.exec(way.text())?.[1]);
    expect(total(await visitor(headers).get(way.attr("href") ?? ""))).toBe(number);
  });

  test("compares the ticked products, marks differences, and offers to replace one by a fifth", async () => {
    const page = await visitor(headers).get(prefix + list);
    const ids = page
      .$('input[name="compare"]')
      .toArray()
      .map((element) => page.$(element).attr("value") ?? "");
    const address = (some: string[]) =>
      `${prefix}/products/compare?${some.map((id) => `compare=${id}`).join("&")}`;
    const two = await visitor(headers).get(address(ids.slice(0, 2)));
    expect(two.status).toBe(200);
    expect(two.$("thead th").length).toBe(3);
    const differing = two.$("tr[data-differs]");
    expect(differing.length).toBeGreaterThan(0);
    for (const row of differing.toArray()) {
      const values = two
        .$(row)
        .find("td")
        .toArray()
        .map((cell) => two.$(cell).text());
      expect(new Set(values).size).toBeGreaterThan(1);
    }
    const five = await visitor(headers).get(address(ids.slice(0, 5)));
    expect([five.status, five.$("thead th").length]).toEqual([400, 5]);
    expect(five.$('[role="alert"]').text()).toContain("最多对比 4 个");
    const exchange = five.$('a[aria-label^="用 "]');
    expect(exchange.length).toBe(4);
    const other = await visitor(headers).get(exchange.eq(1).attr("href") ?? "");
    const links = other.$("thead th a[href*='/products/details/']").toArray();
    expect(other.status).toBe(200);
    expect(links.map((link) => other.$(link).attr("href")?.split("/").at(-1))).toEqual([
      ...[ids[0], ids[4]],
      ...[ids[2], ids[3]],
    ]);
  });

  test.each([
    ["/products/index?id=abc", 404],
    ["/products/index?id=999999", 404],
    ["/products/details/1", 404],
    ["/products/details/x", 404],
    ["/products/notices/none", 404],
    ["/products/notices/PCN-1900-001", 404],
    ["/products/compare?compare=999999", 404],
    ["/products/index?id=11&order=p.none", 400],
    ["/products/index?id=11&page=999", 200],
  ])("%s answers %i", async (path, status) => {
    expect((await visitor(headers).get(prefix + path, { follow: false })).status).toBe(status);
  });
});

describe("a product's page", () => {
  test("has its datasheet in one click, its parts, its notices, and a link to ask a question", async () => {
    const details = await visitor().get("/products/details/110104");
    expect(details.$('[role="note"]').text()).toMatch(/停产|最后/);
    const notice = await visitor().get(linkOn(details, /\/products\/notices\/[A-Z]/));
    expect([notice.status, notice.$("h1").length]).toEqual([200, 1]);
    expect(notice.$('main a[href="/products/details/110104"]').length).toBe(1);
    const page = await visitor().get("/products/details/110101");
    expect(page.$("#order tbody tr").length).toBeGreaterThan(0);
    const sheet = page.$('main header a[href^="/gateway/media/"]').first().attr("href") ?? "";
    const pdf = await visitor().get(sheet);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const ask = new URL(linkOn(page, /^\/posting\?/), "http://portal");
    expect(ask.searchParams.get("title")).toMatch(/^关于 .+：$/);
    const data = JSON.parse(page.$("#structured-data").text()) as { "@graph": { "@type": string }[] };
    expect(data["@graph"].map((thing) => thing["@type"])).toEqual(
      expect.arrayContaining(["Product", "BreadcrumbList"]),
    );
    expect(page.$('link[rel="canonical"]').attr("href")).toMatch(/\/products\/details\/110101$/);
  });

  test("is followed with a plain form", async () => {
    const { browser } = await newMember();
    const page = await browser.get("/products/details/110101");
    const after = await browser.submit(page, { intent: "follow" });
    expect(after.$("form#follow-product-110101").text()).toContain("已关注");
  });

  test("has a feed, and its class has a table for spreadsheets", async () => {
    const page = await visitor().get("/products/details/110101");
    const feed = await visitor().get(page.$('link[type="application/atom+xml"]').attr("href") ?? "");
    expect([feed.status, feed.headers.get("content-type")]).toEqual([
      200,
      "application/atom+xml; charset=utf-8",
    ]);
    expect(feed.html.match(/<entry>/g)?.length).toBeGreaterThan(0);
    const filtered = await visitor().get(`${list}&state=production&order=name`);
    const table = await visitor().get(linkOn(filtered, /table\.csv/));
    expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(table.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''.+\.csv$/);
    const lines = table.html.trimEnd().split("\r\n");
    expect(lines[0]).toContain("编号,名称,简介,状态,封装");
    expect(lines.length - 1).toBe(total(filtered));
    expect((await visitor().get("/products/table.csv?id=x")).status).toBe(404);
    expect((await visitor().get("/products/table.csv?id=11&state=none")).status).toBe(400);
  });
});
