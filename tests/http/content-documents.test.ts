import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { png, samplePdf } from "../support/upload-files";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

const pdf = (mark: string, name: string) =>
  new File([samplePdf(), `% ${mark}\n%%EOF\n`], name, { type: "application/pdf" });

describe.each(shells)("documents uploaded without JavaScript, %s", (_shell, prefix, mark, headers) => {
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);
  const number = `PCN-${mark === "甲" ? "A" : "B"}${Date.now() % 100_000_000}`;

  test("a notice's document is uploaded, kept, replaced and removed; a refused one costs nothing that was typed", async () => {
    const admin = await signedIn("admin", headers);
    const other = visitor(headers);
    const list = `${prefix}/moderator/content/notices`;
    const empty = await admin.get(`${list}/new`);
    const typed = {
      key: number,
      title: `换了封装${mark}`,
      kind: "pcn",
      date: "2026-03-01",
      content: "说明。",
    };
    const none = await press(admin, empty, "attach:file", typed);
    expect([none.status, none.text.includes("请先选择文件")]).toEqual([400, true]);
    const picture = new File([new Uint8Array(await png())], "图.pdf", { type: "application/pdf" });
    const refused = await press(admin, none, "save", { file_file: picture });
    expect([refused.status, refused.$("[name=file_file]").attr("aria-invalid")]).toEqual([422, "true"]);
    for (const [field, value] of Object.entries(typed)) {
      const control = refused.$(`[name=${field}]`);
      expect([
        field,
        control.attr("value") ?? (control.find("[selected]").attr("value") || control.text().trim()),
      ]).toEqual([field, value]);
    }
    // Every button takes the file along: it stays in a form that comes back for another reason.
    const found = await press(admin, refused, "find", {
      file_file: pdf(`${mark}1`, "封装 变更.pdf"),
      productText: "WS63V100",
    });
    expect(found.$("[name=file] option").first().text()).toContain("封装 变更.pdf");
    const early = await press(admin, found, "publish", { content: "" });
    expect(early.status).toBe(422);
    const product = found.$("input[type=checkbox][name=products]").first().attr("value") ?? "";
    const published = await press(admin, early, "publish", { content: "说明。", products: product });
    expect(published.text).toMatch(/已发布第 \d 版/);
    const path = `${prefix}/products/notices/${number}`;
    const link = (page: Page) => page.$('a[href^="/gateway/media/"]');
    const read = await other.get(path);
    expect(link(read).text()).toContain("封装 变更.pdf");
    expect((await other.get(link(read).attr("href") ?? "")).status).toBe(200);

    const replaced = await press(admin, published, "attach:file", { file_file: pdf(`${mark}2`, "更正.pdf") });
    expect(replaced.$("[name=file] option").first().text()).toContain("更正.pdf");
    expect(link(await other.get(path)).text()).toContain("封装 变更.pdf");
    const second = await press(admin, replaced, "publish");
    expect(link(await other.get(path)).text()).toContain("更正.pdf");
    expect((await admin.get(`${list}/${number}/versions`)).$("ins").text()).toContain("更正");
    await press(admin, second, "publish", { file: "" });
    expect(link(await other.get(path)).length).toBe(0);
  });

  test("a product's certificates are uploaded in their rows", async () => {
    const admin = await signedIn("admin", headers);
    const list = `${prefix}/moderator/content/products`;
    let page = await press(admin, await admin.get(`${list}/new`), "add:certifications", {
      title: `有证书的${mark}`,
      summary: "一句话",
      class: "12",
      kind: "chip",
      state: "production",
      since: "2026-03-01",
    });
    page = await press(admin, page, "add:certifications", { certifications_0_name: "SRRC" });
    page = await press(admin, page, "attach:certifications_1_file", {
      certifications_1_name: "CE",
      certifications_1_file_file: pdf(`${mark}3`, "ce.pdf"),
    });
    expect(page.$("[name=certifications_1_file] option").first().text()).toContain("ce.pdf");
    expect(page.$("[name=certifications_0_name]").attr("value")).toBe("SRRC");
    page = await press(admin, page, "up:certifications:1");
    expect(page.$("[name=certifications_0_file] option").first().text()).toContain("ce.pdf");
    const wrong = await press(admin, page, "publish", {
      certifications_1_file_file: new File(["text"], "srrc.pdf"),
    });
    expect([wrong.status, wrong.$("[name=certifications_1_file_file]").attr("aria-invalid")]).toEqual([
      422,
      "true",
    ]);
    expect(wrong.$("[name=certifications_0_file] option").first().text()).toContain("ce.pdf");
    const published = await press(admin, wrong, "publish");
    expect(published.text).toContain("已发布第 1 版");
    const key = published.url.pathname.slice(published.url.pathname.lastIndexOf("/") + 1);
    const other = visitor(headers);
    const read = await other.get(`${prefix}/products/details/${key}`);
    const href = read.$("#certifications a").attr("href") ?? "";
    expect((await other.get(href)).status).toBe(200);
    // As it is stored: a certificate says the stored name alone.
    const again = await press(admin, await admin.get(`${list}/${key}`), "save");
    expect(again.text).toContain("已保存为第 1 版");
  });
});
