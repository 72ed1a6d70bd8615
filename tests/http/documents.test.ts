import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);
const text = "补充订货型号";
const search = (more: Record<string, string> = {}) =>
  `/search?${new URLSearchParams({ q: text, type: "documents", ...more })}`;

describe.each(shells)("documents are searched inside, $shell", ({ prefix, headers }) => {
  test("the search answers with the page and the sentence, and opens the file there", async () => {
    const browser = visitor(headers);
    const page = await browser.get(prefix + search());
    expect(page.status).toBe(200);
    expect(page.$('nav[aria-label="搜索范围"] [aria-current="page"]').text()).toBe("文档内容");
    const first = page.$('main ol[aria-label="搜索结果"] > li').first();
    expect(first.find("h2 a").attr("href")).toMatch(new RegExp(`^${prefix}/resources/details/\\d+$`));
    expect(first.text()).toMatch(/版本 1\.2/);
    expect(first.find("mark").text()).toContain("订货型号");
    const link = first.find('a[href*="#page="]');
    expect(link.text()).toMatch(/^第 \d+ 页$/);
    const address = link.attr("href") ?? "";
    expect(address).toMatch(
      /^\/gateway\/media\/[0-9a-f]{32}\.pdf\/[^?]+\?Expires=\d+&Signature=.+#page=\d+$/,
    );
    const file = await fetch(new URL(address, page.url));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(file.headers.get("content-disposition")).toMatch(/^inline/);
    const narrowed = await browser.get(prefix + search({ year: "1991" }));
    expect(narrowed.text).toContain("没有结果");
    const all = await browser.get(`${prefix}/search?${new URLSearchParams({ q: text })}`);
    expect(all.$('ol[aria-label="文档内容结果"] > li').length).toBeGreaterThan(0);
  });

  test("a resource's page finds within its document, by a form with an address", async () => {
    const browser = visitor(headers);
    const results = await browser.get(prefix + search());
    const path = results.$('main ol[aria-label="搜索结果"] > li h2 a').first().attr("href") ?? "";
    const page = await browser.get(path);
    const form = page.$("#find form");
    expect([form.attr("method"), form.attr("action")]).toEqual(["get", `${path}#find`]);
    const version = form.find('[name="in"] option[selected]').attr("value");
    const found = await browser.get(
      `${path}?${new URLSearchParams({ find: text, ...(version ? { in: version } : {}) })}`,
    );
    expect(found.status).toBe(200);
    expect(found.$("#find [role=status]").text()).toMatch(/有 \d+ 页/);
    expect(found.$('#find [name="find"]').attr("value")).toBe(text);
    expect(found.$("#find ol a").first().attr("href")).toMatch(/^\/gateway\/media\/.+#page=\d+$/);
    expect(found.$("#find ol mark").text()).toContain("订货型号");
    const id = page.$('[id^="version-"]').first().attr("id")?.replace("version-", "") ?? "";
    expect(id).toMatch(/^\d+$/);
    const read = await browser.get(`${path}?${new URLSearchParams({ read: id, at: "2" })}`);
    expect(read.status).toBe(200);
    // Without JavaScript the file itself opens at the page.
    expect(read.$('section a[href$="#page=2"]').first().attr("href")).toMatch(
      /^\/gateway\/media\/.+#page=2$/,
    );
    expect(read.$('#find input[name="read"]').attr("value")).toBe(id);
    expect((await browser.get(`${path}?read=999999`)).status).toBe(404);
    const none = await browser.get(`${path}?find=${encodeURIComponent("量子纠缠")}`);
    expect(none.$("#find [role=status]").text()).toContain("没有找到");
  });

  test("says by the field what cannot be looked for, and keeps it", async () => {
    const browser = visitor(headers);
    const results = await browser.get(prefix + search());
    const path = results.$('main ol[aria-label="搜索结果"] > li h2 a').first().attr("href") ?? "";
    const long = "长".repeat(101);
    const page = await browser.get(`${path}?find=${encodeURIComponent(long)}`);
    expect(page.status).toBe(400);
    expect(page.$("#find-problem").text()).toBe("查找内容不能超过 100 个字");
    expect(page.$('#find [name="find"]').attr("value")).toBe(long);
    expect(page.$('#find [name="find"]').attr("aria-describedby")).toBe("find-problem");
    for (const other of ["?in=999999", "?in=x&foundPage=0", "?find=%E2%80%AE"])
      expect([other, (await browser.get(path + other)).status]).toEqual([other, 200]);
  });
});

describe.each(shells)("two versions of a document are compared, $shell", ({ prefix, headers }) => {
  const path = `${prefix}/resources/changes/2101018`;

  test("from the resource's page, by a form with an address", async () => {
    const browser = visitor(headers);
    const resource = await browser.get(`${prefix}/resources/details/2101018`);
    expect(resource.$('#versions-title ~ p a:contains("比较版本")').attr("href")).toBe(path);
    const page = await browser.get(path);
    expect([page.status, page.$("h1").text()]).toEqual([200, "比较版本"]);
    const form = page.$('main form[method="get"]:has([name="base"])');
    const [from, to] = ["base", "to"].map((name) => form.find(`[name="${name}"] option[selected]`));
    expect([from?.text(), to?.text()]).toEqual(["1.0", "1.2"]);
    expect(page.$('main [role="status"]').text()).toMatch(/^从 1\.0 到 1\.2，\d+ 页的文字有改动。$/);
    expect(page.$("main section :is(ins, del)").length).toBeGreaterThan(0);
    // Without JavaScript a page of the file itself opens.
    const link = page.$('main section a[href*="#page="]').first();
    expect(link.attr("href")).toMatch(/^\/gateway\/media\/.+#page=\d+$/);
    const query = new URLSearchParams({ base: to?.attr("value") ?? "", to: from?.attr("value") ?? "" });
    const back = await browser.get(`${path}?${query}`);
    expect(back.$('main [role="status"]').text()).toMatch(/^从 1\.2 到 1\.0/);
  });

  test("says by the field that a version is no other, and knows no foreign ones", async () => {
    const browser = visitor(headers);
    const page = await browser.get(path);
    const id = page.$('[name="to"] option[selected]').attr("value") ?? "";
    const same = await browser.get(`${path}?base=${id}&to=${id}`);
    expect([same.status, same.$("#to-problem").text()]).toEqual([400, "请选择两个不同的版本"]);
    expect(same.$('[name="base"] option[selected]').attr("value")).toBe(id);
    expect(same.$('[name="to"]').attr("aria-describedby")).toBe("to-problem");
    for (const [query, status] of [
      ["?base=999999", 404],
      ["?to=x", 404],
      [`?base=${id}`, 200],
      ["?base=&to=&page=0", 200],
      ["?page=99", 200],
    ] as const)
      expect([query, (await browser.get(path + query)).status]).toEqual([query, status]);
    const only = await browser.get(`${prefix}/resources/changes/2102070`);
    expect([only.status, only.$("main").text()]).toEqual([200, expect.stringContaining("没有两份")]);
  });
});

describe.each(shells)("a page of a document is quoted in a new topic, $shell", ({ prefix, headers }) => {
  const contentOf = (page: Page) => page.$('textarea[name="content"]').text();

  test("with the document's name and a link to the page", async () => {
    const { browser } = await newMember(headers);
    const resource = await browser.get(`${prefix}/resources/details/2101018`);
    const version = resource.$('[id^="version-"]').first().attr("id")?.replace("version-", "") ?? "";
    const quoted = await browser.get(`${prefix}/posting?quote=2101018&version=${version}&at=2`);
    expect(quoted.status).toBe(200);
    expect(contentOf(quoted)).toMatch(
      new RegExp(
        `^\\s*> \\[SS626V100 数据手册 1\\.2 第 2 页\\]\\(/resources/details/2101018\\?read=${version}&at=2\\)`,
      ),
    );
    expect(quoted.$("[data-quote-missing]").length).toBe(0);
  });

  test("is said to be missing where nobody has it, and the form stays", async () => {
    const { browser } = await newMember(headers);
    for (const query of ["quote=999999&version=1", "quote=2101018&version=999999", "notice=ERR-1999-001"]) {
      const page = await browser.get(`${prefix}/posting?${query}&at=2`);
      expect([query, page.status, contentOf(page).trim()]).toEqual([query, 200, ""]);
      expect(page.$("[data-quote-missing]").text()).toContain("要引用的文档不存在");
    }
    const plain = await browser.get(`${prefix}/posting`);
    expect(plain.$("[data-quote-missing]").length).toBe(0);
  });
});
