import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const floorsOf = ({ $ }: Page) =>
  $("section[id^=post-]")
    .toArray()
    .map((element) => Number($(element).attr("aria-label")?.replace(" 楼", "")));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

let tid: number;
/** Floors 2 to 45; every third is the asker's. Three people write, because one may not write that much in a minute. */
beforeAll(async () => {
  const writers = [(await newMember()).browser, await signedIn("member"), await signedIn("moderator")];
  const [asker] = writers;
  if (!asker) throw new Error("nobody asks");
  const topic = await publishTopic(asker, "", "![图](https://example.com/a.png)");
  tid = tidOf(topic);
  const forms = await Promise.all(writers.map((browser) => browser.get(topic.url)));
  for (let floor = 2; floor <= 45; floor += 1) {
    const [browser, form] = [writers[floor % 3], forms[floor % 3]];
    if (browser && form)
      forms[floor % 3] = await browser.submit(form, { intent: "reply" }, { content: `这是第 ${floor} 楼` });
  }
});

describe.each(shells)("reading a topic, $shell", ({ prefix, headers }) => {
  const open = (page = 1, query = "") =>
    visitor(headers).get(`${prefix}/hsforum/thread-${tid}-${page}-1.html${query}`);

  test("the newest order shows floor 1, then the floors downwards, page by page", async () => {
    let page = await visitor(headers).get(linkOn(await open(), /order=new/));
    expect(page.$("nav[aria-label=楼层] [aria-current]").text()).toBe("全部最新");
    const seen = floorsOf(page);
    for (let turn = 0; turn < 2; turn += 1) {
      page = await visitor(headers).get(page.$("[rel=next]").attr("href") ?? "");
      seen.push(...floorsOf(page));
    }
    expect(seen).toEqual([1, ...range(2, 45).reverse()]);
    expect(page.$("[rel=next]").length).toBe(0);
  });

  test("the author's floors alone are shown, page by page and back", async () => {
    const first = await visitor(headers).get(linkOn(await open(), /only=author/));
    const written = [1, ...range(2, 45).filter((floor) => floor % 3 === 0)];
    expect(floorsOf(first)).toEqual(written);
    expect(first.$("nav[aria-label=分页]").length).toBe(0);
    const later = await visitor(headers).get(`${first.url}&since=${written[3]}`);
    expect(floorsOf(later)).toEqual(written.slice(3));
    expect(floorsOf(await visitor(headers).get(later.$("[rel=prev]").attr("href") ?? ""))).toEqual(written);
    const newest = await visitor(headers).get(linkOn(first, /order=new/));
    expect(newest.url.search).toContain("only=author");
    expect(floorsOf(newest)).toEqual([...written].reverse().slice(0, 20));
    expect(
      floorsOf(await visitor(headers).get(linkOn(first, new RegExp(`thread-${tid}-1-1.html#floors$`)))),
    ).toEqual(range(1, 20));
  });

  test("a floor is opened by its number, in either order; a number beyond the last opens the last", async () => {
    const page = await open();
    for (const [order, floor, expected] of [
      ["", "23", 23],
      ["?order=new", " ４４ ", 44],
      ["", "999999", 45],
    ] as const) {
      const from = order ? await open(1, order) : page;
      const led = await visitor(headers).submit(from, { button: "去" }, { floor }, { follow: false });
      expect(led.status).toBe(302);
      const address = new URL(led.headers.get("location") ?? "", led.url);
      const there = await visitor(headers).get(address);
      expect(there.$(address.hash).attr("aria-label")).toBe(`${expected} 楼`);
      expect(there.url.searchParams.get("order")).toBe(order ? "new" : null);
    }
  });

  test("an invalid floor number shows an error beside it, and is kept", async () => {
    for (const floor of ["abc", "", "0"]) {
      const told = await visitor(headers).submit(await open(), { button: "去" }, { floor });
      expect(told.status).toBe(400);
      expect(told.$("nav[aria-label=楼层] [role=alert]").text()).toBe("请输入楼层号");
      expect(told.$("input[name=floor]").attr("value")).toBe(floor);
    }
  });

  test("a permalink marks its floor, on its page", async () => {
    const last = await open(3);
    const pid = last.$("section[id^=post-]").last().attr("id")?.replace("post-", "");
    const page = await open(1, `?pid=${pid}`);
    expect(page.$(`#post-${pid}`).attr("data-named")).toBe("true");
    expect(page.$("[data-named]").length).toBe(1);
  });

  test("the topic's address is shown as text, and pictures link to themselves", async () => {
    const page = await open(2);
    const link = page.$("#share input").attr("value") ?? "";
    expect(link).toBe(`${page.url.origin}/hsforum/thread-${tid}-1-1.html`);
    expect((await visitor().get(link)).status).toBe(200);
    expect((await open()).$('a.zoom[href="https://example.com/a.png"] img').length).toBe(1);
  });

  test("similar topics are listed beside it", async () => {
    const related = (await open()).$('aside h2:contains("相关帖子") + ul a');
    expect(related.length).toBeGreaterThan(0);
    expect(related.toArray().some((element) => element.attribs.href?.includes(`thread-${tid}-`))).toBe(false);
    const there = await visitor(headers).get(related.first().attr("href") ?? "");
    expect(there.$("h1").text()).toContain(related.first().text());
  });
});
