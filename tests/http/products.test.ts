import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { linkOn, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** The demo's 连接芯片: chips and modules with numbers, choices and parts. */
const list = "/products/index?id=11";

const names = (page: Page) =>
  page
    .$("main [data-part]")
    .toArray()
    .map((element) => page.$(element).text());
const total = (page: Page) => Number(page.$('section[aria-label="产品列表"] p strong').first().text());
const field = (page: Page, name: string) => page.$(`form#product-filter [name="${name}"]`);

describe.each(shells)("the product centre, $shell", ({ prefix, headers }) => {
  test("a visitor goes from all classes down to a product, and back by the breadcrumb", async () => {
    const overview = await visitor(headers).get(`${prefix}/products/index`);
    expect(overview.$("h1").text()).toBe("产品中心");
    expect(overview.$("section[aria-labelledby=new-products] li").length).toBe(6);
    expect(linkOn(overview, /\/products\/notices\/[A-Z]+-\d/)).toContain(prefix);
    const search = overview.$('main form[role="search"]');
    const found = await visitor(headers).get(`${search.attr("action")}?q=WS63V100`);
    expect(linkOn(found, /\/products\/details\/110101$/)).toContain(prefix);
    const classPage = await visitor(headers).get(linkOn(overview, /\/products\/index\?id=\d+$/));
    expect(classPage.status).toBe(200);
    expect(names(classPage).length).toBeGreaterThan(3);
    const first = classPage.$("main [data-part]").first().attr("href") ?? "";
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

  test("shows chosen columns, and keeps them for the class on request", async () => {
    const browser = visitor(headers);
    const page = await browser.get(`${prefix}${list}&state=production`);
    const chosen = await browser.submit(page, { button: "显示" }, { columns: ["core", "sleep"] });
    expect(chosen.url.search).toContain("columns=core,sleep");
    expect(chosen.url.search).toContain("state=production");
    const titlesOf = (shown: Page) => shown.$("main").find("thead th, dt").text();
    expect(titlesOf(chosen)).toContain("深睡电流");
    expect(titlesOf(chosen)).not.toContain("发射电流");
    const kept = await browser.submit(page, { button: "显示并记住" }, { columns: ["flash"] });
    expect([kept.status, kept.url.searchParams.get("columns")]).toEqual([200, "flash"]);
    expect((await browser.get(prefix + list)).url.searchParams.get("columns")).toBe("flash");
    // Others, and other classes, have their own.
    expect((await visitor(headers).get(prefix + list)).url.search).toBe("?id=11");
    expect((await browser.get(`${prefix}/products/index?id=14`)).url.search).toBe("?id=14");
    const own = await browser.submit(kept, { button: "恢复默认" }, {});
    expect(own.url.searchParams.get("columns")).toBeNull();
    const strange = await browser.get(`${prefix}${list}&columns=flash,nothing`);
    expect([strange.status, names(strange).length > 0]).toEqual([400, true]);
    expect(strange.$("details [role='alert']").text()).toContain("没有这一列：nothing");
    // What is right of it is shown; too many are refused at their field with what was ticked, and are not kept.
    expect(titlesOf(strange)).toContain("Flash");
    expect(titlesOf(strange)).not.toContain("深睡电流");
    const keys = page
      .$('details input[name="columns"]')
      .toArray()
      .map((box) => page.$(box).attr("value") ?? "");
    const many = [...keys, ...Array.from({ length: 13 }, (_, at) => `more${at}`)].slice(0, 13);
    const crowded = await browser.submit(page, { button: "显示并记住" }, { columns: many });
    expect([crowded.status, crowded.url.searchParams.get("columns")]).toEqual([400, many.join(",")]);
    expect(crowded.$("details [role='alert']").text()).toContain("最多 12 列");
    expect(crowded.$('details input[name="columns"][checked]').length).toBe(
      many.filter((key) => keys.includes(key)).length,
    );
    expect((await browser.get(prefix + list)).url.search).toBe("?id=11");
    // A kept column that a load has taken away is left out without a word.
    const cookie = "product_columns=11-gone.sleep_14-gone";
    const stale = await visitor({ ...headers, cookie }).get(prefix + list);
    expect([stale.status, stale.url.searchParams.get("columns")]).toEqual([200, "sleep"]);
    const other = await visitor({ ...headers, cookie }).get(`${prefix}/products/index?id=14`);
    expect([other.status, other.url.search]).toEqual([200, "?id=14"]);
  });

  test("has a tray that follows to other lists, by plain forms and links", async () => {
    const browser = visitor(headers);
    const page = await browser.get(`${prefix}${list}&order=name`);
    const [one = "", other = ""] = page
      .$('input[name="compare"][type="checkbox"]')
      .toArray()
      .map((box) => page.$(box).attr("value") ?? "");
    const nothing = await browser.submit(page, { button: "对比所选" }, {});
    expect(nothing.$('[role="status"]').text()).toContain("先勾选要对比的产品");
    const filled = await browser.submit(page, { button: "放进对比栏" }, { compare: [one, other] });
    expect(filled.url.search).toContain(`compare=${one},${other}`);
    expect(filled.$('ul[aria-label="对比栏"] li').length).toBe(2);
    expect(filled.$('input[name="compare"][checked]').length).toBe(2);
    // The tray is in the links to other classes and in the form of the filters.
    const child = await browser.get(filled.$('nav[aria-label="下级分类"] a').last().attr("href") ?? "");
    expect(child.$('ul[aria-label="对比栏"] li').length).toBe(2);
    const narrowed = await browser.submit(filled, { form: "form#product-filter" }, { state: "production" });
    expect(narrowed.url.search).toContain(`compare=${one},${other}`);
    const none = await browser.get(`${filled.url.pathname}${filled.url.search}&p.txCurrent.max=1+uA`);
    expect([total(none), none.$('ul[aria-label="对比栏"] li').length]).toEqual([0, 2]);
    const fewer = await browser.get(filled.$('a[aria-label^="从对比栏去掉"]').first().attr("href") ?? "");
    expect(fewer.url.search).toContain(`compare=${other}`);
    const compared = await browser.submit(child, { button: "对比所选" }, {});
    expect(compared.url.pathname).toBe(`${prefix}/products/compare`);
    expect(compared.$("thead th").length).toBe(3);
  });

  test("a comparison takes a typed number, leaves out what is equal, and pins a reference", async () => {
    const browser = visitor(headers);
    const page = await browser.get(`${prefix}/products/compare?compare=110101`);
    const add = { form: 'form:has([name="add"])' };
    const two = await browser.submit(page, add, { add: "Hi3861V100-Q32" });
    expect([two.status, two.$("thead th").length]).toEqual([200, 3]);
    // Another maker's number, with a mistake in it.
    const three = await browser.submit(two, add, { add: "XG3061-L4B" });
    expect(three.$("thead th a[href$='/products/details/140101']").length).toBe(1);
    const wrong = await browser.submit(two, add, { add: "QQ99999" });
    expect([wrong.status, wrong.$('[name="add"]').attr("value")]).toEqual([400, "QQ99999"]);
    expect(wrong.$("#compare-add-problem").text()).toContain("没有型号“QQ99999”");
    expect(wrong.$("thead th").length).toBe(3);
    const several = await browser.submit(two, add, { add: "Hi38" });
    expect([several.status, several.$("#compare-add-problem a").length > 1]).toEqual([400, true]);
    const rowsOf = (shown: Page) => shown.$("tbody tr").length;
    const differing = await browser.get(linkOn(two, /only=differences/));
    expect(rowsOf(differing)).toBe(two.$("tr[data-differs]").length + 2);
    const alone = await browser.get(`${prefix}/products/compare?compare=110101&only=differences`);
    expect(rowsOf(alone)).toBeGreaterThan(5);
    const pinned = await browser.get(linkOn(differing, /pin=110102/));
    expect(pinned.url.searchParams.get("only")).toBe("differences");
    expect(pinned.$("thead th[data-pin] a").first().text()).toBe("Hi3861V100");
    expect(pinned.$("td[data-off]").length).toBe(two.$("tr[data-differs]").length);
    expect(two.$("tbody tr").first().text()).toContain("数据手册");
    expect(two.$('tbody a[aria-label*="订购 WS63V100-Q40"]').length).toBeGreaterThan(0);
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
    ["/products/index?id=11&order=-p.core", 200],
    ["/products/compare?add=nothing9999", 400],
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

  test("draws a package whose pins are all in the table, each leading to its row; of others shows the picture", async () => {
    const page = await visitor().get("/products/details/110101");
    const pins = page.$('#pinout svg a[href^="#pin-"]').toArray();
    expect(pins.length).toBe(40);
    for (const pin of pins) {
      const row = page.$(`[id="${page.$(pin).attr("href")?.slice(1)}"]`);
      expect(row.find("code").text()).not.toBe("");
      expect(page.$(pin).find("title").text()).toContain(row.find("code").text());
    }
    expect(page.$("#pinout img").length).toBe(0);
    const other = await visitor().get("/products/details/110102");
    expect([other.$("#pinout svg").length, other.$("#pinout img").length]).toEqual([0, 1]);
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
    const book = await fetch(new URL(linkOn(filtered, /table\.xlsx/), filtered.url));
    expect(book.headers.get("content-type")).toContain("spreadsheetml.sheet");
    const sheet = unzipSync(new Uint8Array(await book.arrayBuffer()))["xl/worksheets/sheet1.xml"];
    expect(strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length).toBe(lines.length);
    const kept = { headers: { "if-none-match": book.headers.get("etag") ?? "" } };
    expect((await fetch(book.url, kept)).status).toBe(304);
    expect(book.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''.+\.xlsx$/);
    for (const kind of ["csv", "xlsx"])
      expect((await visitor().get(`/products/table.${kind}?id=x`)).status).toBe(404);
    expect((await visitor().get("/products/table.xlsx?id=11&state=none")).status).toBe(400);
    expect((await visitor().get("/products/table.csv?id=11&state=none")).status).toBe(400);
  });
});
