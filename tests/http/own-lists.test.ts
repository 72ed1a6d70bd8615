import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** The part numbers, documents and topics of a list's page. */
const namesOn = (page: Page) =>
  page
    .$("form section[aria-label] li a[href*='/details/'], form section[aria-label] li a[href*='/hsforum/']")
    .toArray()
    .map((link) => page.$(link).text());

/** The list of a new member with one part in it, added from the part's own page. */
async function withPart(browser: PlainBrowser, prefix: string): Promise<Page> {
  const product = await browser.get(`${prefix}/products/details/110101`);
  const add = await browser.get(linkOn(product, /\/lists\/add\?kind=product&ids=110101$/));
  return browser.submit(
    add,
    { intent: "add" },
    { list: "new", name: "网关板", quantity: "10", note: "主控" },
  );
}

describe.each(shells)("own lists, $shell", ({ prefix, headers }) => {
  test("a member adds a part, an order number, a document, a topic and a tray from their pages", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    expect(list.url.pathname).toMatch(new RegExp(`^${prefix}/personalCenter/lists/\\d+$`));
    expect([list.$("h1").text(), list.text.includes("已加入清单「网关板」")]).toEqual(["网关板", true]);
    const product = await browser.get(`${prefix}/products/details/110101`);
    const order = product.$("#order a[href*='/lists/add']").first();
    const number = new URL(order.attr("href") ?? "", "http://portal").searchParams.get("number") ?? "";
    const add = async (address: string) => browser.submit(await browser.get(address), { intent: "add" });
    await add(order.attr("href") ?? "");
    const resource = await browser.get(`${prefix}/resources/details/2101001`);
    await add(linkOn(resource, /\/lists\/add\?kind=resource/));
    const topic = await browser.get(linkOn(await browser.get(`${prefix}/forum/digest`), /thread-\d{1,2}-/));
    await add(linkOn(topic, /\/lists\/add\?kind=topic/));
    const tray = await browser.get(`${prefix}/products/index?id=11&compare=110101,110102`);
    const whole = await add(linkOn(tray, /\/lists\/add\?kind=product&ids=110101-110102/));
    expect(namesOn(whole)).toHaveLength(5);
    expect(namesOn(whole)).toContain(number);
    expect(whole.$("input[name^=quantity]").first().attr("value")).toBe("11");
    const all = await browser.get(`${prefix}/personalCenter/lists`);
    expect(all.text).toContain("3 个型号，1 份文档，1 个主题");
    expect(all.$("nav [aria-current]").text()).toContain("我的清单");
  });

  test("quantities and notes are saved at once; a wrong one is shown by its field with everything typed", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const [quantity, note] = ["quantity", "note"].map(
      (name) => list.$(`input[name^=${name}]`).first().attr("name") ?? "",
    ) as [string, string];
    const wrong = await browser.submit(list, { intent: "save" }, { [quantity]: "很多", [note]: "贴片" });
    expect([wrong.status, wrong.$(`[name=${quantity}]`).attr("value")]).toEqual([400, "很多"]);
    expect(wrong.$(`#item-${quantity}-problem`).text()).toContain("数量要填 1 到 1000000 的整数");
    expect(wrong.$(`[name=${note}]`).attr("value")).toBe("贴片");
    const saved = await browser.submit(wrong, { intent: "save" }, { [quantity]: "200", [note]: "贴片" });
    expect([saved.status, saved.text.includes("数量和备注已保存")]).toEqual([200, true]);
    expect(saved.$(`[name=${quantity}]`).attr("value")).toBe("200");
    const asked = await browser.submit(saved, { intent: "leave" }, { [quantity]: "300" });
    expect(asked.url.search).toMatch(/^\?remove=\d+$/);
    expect(asked.$("[role=alert]").text()).toContain("数量 300，备注“贴片”会一起移除");
    const empty = await browser.submit(asked, { intent: "remove" });
    expect(empty.text).toContain("清单还是空的");
  });

  test("a form that stands open takes back nothing that was added or written since", async () => {
    const { browser } = await newMember(headers);
    const open = await withPart(browser, prefix);
    const [quantity, note] = ["quantity", "note"].map(
      (name) => open.$(`input[name^=${name}]`).first().attr("name") ?? "",
    ) as [string, string];
    const values = (page: Page) => [quantity, note].map((name) => page.$(`[name=${name}]`).attr("value"));
    const more = await browser.submit(open, { intent: "lines" }, { lines: "WS63V100 5" });
    expect(values(more)).toEqual(["15", "主控"]);
    // Another tab, which shows the list as it was.
    const noted = await browser.submit(open, { intent: "save" }, { [note]: "贴片" });
    expect(values(noted)).toEqual(["15", "贴片"]);
    const counted = await browser.submit(open, { intent: "save" }, { [quantity]: "20" });
    expect(values(counted)).toEqual(["20", "贴片"]);
    expect(values(await browser.submit(open, { intent: "leave" }))).toEqual(["20", "贴片"]);
    // Nor does a form that came back with a mistake: what it showed at first counts.
    const wrong = await browser.submit(open, { intent: "save" }, { [note]: "长".repeat(201) });
    expect([wrong.status, values(wrong)]).toEqual([400, ["10", "长".repeat(201)]]);
    const right = await browser.submit(wrong, { intent: "save" }, { [note]: "B 面" });
    expect(values(right)).toEqual(["20", "B 面"]);
  });

  test("a form that is posted again says that it was posted before", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const add = await browser.get(`${prefix}/lists/add?kind=product&ids=110102`);
    expect((await browser.submit(add, { intent: "add" })).text).toContain("已加入清单「网关板」");
    await browser.submit(list, { intent: "lines" }, { lines: "Hi3861V100" });
    const words = "刚才已经加过了，没有再加一次";
    expect((await browser.submit(add, { intent: "add" })).text).toContain(words);
    expect((await browser.submit(list, { intent: "lines" }, { lines: "Hi3861V100" })).text).toContain(words);
    const full = await browser.submit(
      await browser.get(`${prefix}/lists/add?kind=product&ids=110101`),
      { intent: "add" },
      { quantity: "1000000" },
    );
    expect(full.text).toContain("有 1 个型号的数量到了上限 1000000，超出的没有加");
  });

  test("pasted lines are added together, or come back with a message for each that names no part", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const text = "WS63V100-Q40 5\nHi3861V10O 2";
    const wrong = await browser.submit(list, { intent: "lines" }, { lines: text });
    expect([wrong.status, wrong.$("textarea[name=lines]").text()]).toEqual([422, text]);
    expect(wrong.$("#lines-lines-problem").text()).toContain("第 2 行“Hi3861V10O”没有认出来");
    expect(namesOn(wrong)).toHaveLength(1);
    const right = await browser.submit(wrong, { intent: "lines" }, { lines: "WS63V100-Q40 5\nHi3861V100 2" });
    expect([right.status, right.text.includes("加入了 2 个型号")]).toEqual([200, true]);
    expect(namesOn(right)).toContain("WS63V100-Q40");
    expect(linkOn(right, /\/products\/compare\?/)).toContain("compare=110101");
  });

  test("is exported with quantities and notes, for its owner only", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const [csv, xlsx] = [linkOn(list, /table\.csv$/), linkOn(list, /table\.xlsx$/)];
    const table = await browser.get(csv);
    expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(table.headers.get("cache-control")).toBe("no-store");
    expect(table.html.split("\r\n")[1]).toMatch(/^型号,WS63V100,WS63V100,10,.+,主控,http/);
    const cookie = await browser.jar.getCookieString(browser.origin);
    const book = await fetch(new URL(xlsx, browser.origin), { headers: { ...headers, cookie } });
    expect(book.headers.get("content-type")).toContain("spreadsheetml.sheet");
    const sheet = unzipSync(new Uint8Array(await book.arrayBuffer()))["xl/worksheets/sheet1.xml"];
    expect(strFromU8(sheet ?? new Uint8Array()).match(/<row /g)?.length).toBe(2);
    const { browser: other } = await newMember(headers);
    for (const path of [csv, xlsx, list.url.pathname]) expect((await other.get(path)).status).toBe(404);
    const led = await visitor(headers).get(csv, { follow: false });
    expect([led.status, led.headers.get("location")]).toEqual([
      302,
      expect.stringContaining("/login?redirect="),
    ]);
  });

  test("is read by visitors at its address until it is turned off, and is not for search engines", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const shared = await browser.submit(list, { intent: "share" });
    const { pathname } = new URL(linkOn(shared, /\/lists\/shared\//), browser.origin);
    const page = await visitor(headers).get(prefix + pathname);
    expect([page.status, page.$("h1").text()]).toEqual([200, "网关板"]);
    expect(page.$("tbody tr").text()).toContain("主控");
    expect(page.$('meta[name="robots"]').attr("content")).toBe("noindex");
    expect(page.$("main form").length).toBe(0);
    await browser.submit(shared, { intent: "unshare" });
    expect((await visitor(headers).get(prefix + pathname)).status).toBe(404);
  });

  test("is renamed, hears of chosen kinds, and is deleted after a question", async () => {
    const { browser } = await newMember(headers);
    const list = await withPart(browser, prefix);
    const nameless = await browser.submit(list, { intent: "settings" }, { name: " " });
    expect([nameless.status, nameless.$("#settings-name-problem, #settings-name-error").text()]).toEqual([
      400,
      expect.stringContaining("请填清单名称"),
    ]);
    const saved = await browser.submit(list, { intent: "settings" }, { name: "网关板 V2", told: ["eol"] });
    expect(saved.$("h1").text()).toBe("网关板 V2");
    expect(
      saved
        .$("input[name=told][checked]")
        .toArray()
        .map((box) => saved.$(box).attr("value")),
    ).toEqual(["eol"]);
    const asked = await browser.submit(saved, { intent: "delete" });
    expect(asked.$("[role=alert]").text()).toContain("删除清单「网关板 V2」？");
    const gone = await browser.submit(asked, { button: "确认删除" });
    expect([gone.url.pathname, gone.text.includes("清单已删除")]).toEqual([
      `${prefix}/personalCenter/lists`,
      true,
    ]);
    expect((await browser.get(list.url.pathname)).status).toBe(404);
  });

  test("a search and a filtered class are kept under a name, opened by it, and removed", async () => {
    const { browser } = await newMember(headers);
    const found = await browser.get(`${prefix}/search?q=Wi-Fi&type=topics`);
    const form = await browser.get(linkOn(found, /\/lists\/keep\?address=/));
    expect(form.$("input[name=name]").attr("value")).toBe("Wi-Fi");
    const unnamed = await browser.submit(form, { intent: "keep" }, { name: "" });
    expect([unnamed.status, unnamed.text.includes("请填名称")]).toEqual([400, true]);
    await browser.submit(form, { intent: "keep" }, { name: "找 Wi-Fi" });
    const filtered = await browser.get(`${prefix}/products/index?id=11&state=production`);
    const second = await browser.get(linkOn(filtered, /\/lists\/keep\?address=/));
    const kept = await browser.submit(second, { intent: "keep" }, { name: "量产的连接芯片" });
    const links = kept.$("section[aria-labelledby=searches] li a").toArray();
    expect(links.map((link) => [kept.$(link).text(), kept.$(link).attr("href")])).toEqual([
      ["量产的连接芯片", `${prefix}/products/index?id=11&state=production`],
      ["找 Wi-Fi", `${prefix}/search?q=Wi-Fi&type=topics`],
    ]);
    const fewer = await browser.submit(kept, { intent: "forget" });
    expect(fewer.$("section[aria-labelledby=searches] li").length).toBe(1);
  });

  test.each([
    ["/lists/add", 404],
    ["/lists/add?kind=video&ids=1", 404],
    ["/lists/add?kind=product&ids=1,2", 404],
    ["/lists/add?kind=product&ids=999999", 404],
    ["/lists/add?kind=product&ids=110101&number=NONE", 422],
    ["/lists/keep?address=https://evil.example/", 404],
    ["/lists/keep?address=//evil.example/search?q=1", 404],
    ["/lists/shared/AAAAAAAAAAAAAAAAAAAAAA", 404],
    ["/lists/shared/short", 404],
    ["/personalCenter/lists/abc", 404],
    ["/personalCenter/lists/999999999", 404],
    ["/lists/999999999/table.csv", 404],
  ])("%s answers %i", async (path, status) => {
    const { browser } = await newMember(headers);
    expect((await browser.get(prefix + path)).status).toBe(status);
  });

  test.each([
    [2_000, 200],
    [3_000, 422],
  ])("an address of more than %i characters, to be kept, answers %i", async (length, status) => {
    const { browser } = await newMember(headers);
    const address = encodeURIComponent(`/search?q=${"x".repeat(length)}`);
    expect((await browser.get(`${prefix}/lists/keep?address=${address}`)).status).toBe(status);
  });

  test("a visitor signs in first, and then chooses the list", async () => {
    const page = await visitor(headers).get(`${prefix}/lists/add?kind=product&ids=110101`);
    expect([page.status, page.$("dialog[open]").length]).toEqual([401, 1]);
  });
});
