import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { zip } from "../support/upload-files";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

describe.each(shells)("a resource edited in the browser, %s", (_shell, prefix, mark, headers) => {
  const list = `${prefix}/moderator/content/resources`;
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);
  const archive = (version: string) =>
    zip([{ name: `sdk-${version}/README.md`, content: Buffer.from(`${mark} ${version} ${Date.now()}`) }]);
  /** The file at the first of these links, as anybody gets it. */
  const bytesAt = async (page: Page, link: string) => {
    const answer = await fetch(new URL(page.$(link).first().attr("href") ?? "", page.url));
    return Buffer.from(await answer.arrayBuffer());
  };
  const named = (content: Buffer, name: string) =>
    new File([new Uint8Array(content)], name, { type: "application/zip" });

  test("an SDK with two versions is made without JavaScript: uploaded, previewed, published, withdrawn, restored", async () => {
    const admin = await signedIn("admin", headers);
    const other = visitor(headers);
    const empty = await admin.get(`${list}/new`);
    const level =
      empty
        .$("[name=level] option")
        .filter((_, option) => empty.$(option).text().includes("SDK"))
        .last()
        .attr("value") ?? "";
    const [first, second] = [archive("1.0.0"), archive("1.1.0")];
    let page = await press(admin, empty, "add:versions", {
      title: `新的 SDK ${mark}`,
      summary: "驱动与例程",
      level,
      language: "zh",
      access: "open",
      licence: "Apache-2.0",
    });
    expect(page.$("[name=versions_0_state] option[selected]").attr("value")).toBe("current");
    // A refused file costs nothing that was typed, and its row is open.
    const refused = await press(admin, page, "save", {
      versions_0_version: "1.0.0",
      versions_0_date: "2026-01-15",
      versions_0_changes: "第一版。",
      versions_0_file_file: new File(["text"], "sdk.zip"),
    });
    expect([refused.status, refused.$("[name=versions_0_file_file]").attr("aria-invalid")]).toEqual([
      422,
      "true",
    ]);
    expect(refused.$("[name=title]").attr("value")).toBe(`新的 SDK ${mark}`);
    expect(refused.$("[name=versions_0_changes]").text().trim()).toBe("第一版。");
    expect(refused.$("details[open] [name=versions_0_version]").attr("value")).toBe("1.0.0");
    // So does one that is too large, which the form says beforehand: a form of more than 25 MB is not read at all.
    expect(refused.text).toContain("一次选的文件合计不超过 20 MB");
    const large = await press(admin, refused, "save", {
      versions_0_file_file: new File([new Uint8Array(20 * 1024 * 1024 + 1)], "sdk.zip"),
    });
    expect(large.text).toContain("文件不能超过 20 MB");
    expect(large.$("[name=versions_0_changes]").text().trim()).toBe("第一版。");
    page = await press(admin, refused, "attach:versions_0_file", {
      versions_0_file_file: named(first, "新 SDK 1.0.0.zip"),
    });
    expect(page.$("[name=versions_0_file] option").first().text()).toContain("新 SDK 1.0.0.zip");
    // A new version is the first, and the button goes there.
    expect(page.$('[value="add:versions"]').attr("formaction")).toMatch(/#versions_0$/);
    // A version that names nothing to download is no version.
    page = await press(admin, page, "add:versions", {});
    expect(page.$("[name=versions_1_version]").attr("value")).toBe("1.0.0");
    const wrong = await press(admin, page, "save", {
      versions_0_version: "1.1.0",
      versions_0_date: "2026-03-15",
      versions_0_tools: "999999999",
      versions_0_systems: "Ubuntu 22.04\nWindows 11",
      versions_0_products: "110101",
    });
    expect(wrong.status).toBe(400);
    for (const field of ["versions_0_tools", "versions_0_file"])
      expect([field, wrong.$(`[name=${field}]`).length]).toEqual([field, 1]);
    expect(wrong.text).toContain("请上传文件，或者填站外地址");
    const draft = await press(admin, wrong, "save", {
      versions_0_tools: "",
      versions_0_changes: "- 新增 **低功耗** 例程",
      versions_0_file_file: named(second, "新 SDK 1.1.0.zip"),
      content: "## 怎么用\n\n解开后看 README。",
    });
    expect(draft.text).toContain("已保存为第 1 版");
    const key = draft.url.pathname.slice(draft.url.pathname.lastIndexOf("/") + 1);
    const path = `${prefix}/resources/details/${key}`;
    expect((await other.get(path)).status).toBe(404);
    const found = await press(admin, draft, "find", { productText: "WS63V100" });
    const product = found.$("input[type=checkbox][name=products]").first().attr("value") ?? "";
    const preview = await press(admin, found, "preview", { products: product });
    expect(preview.url.pathname).toBe(path);
    expect(preview.text).toContain("预览：这是最新保存的一版");
    expect(preview.$('meta[name="robots"]').attr("content")).toBe("noindex");
    const held = await other.get(preview.url.pathname + preview.url.search);
    expect([held.status, held.$("h1").text()]).toEqual([200, `新的 SDK ${mark}`]);
    expect(await bytesAt(held, 'a[href^="/gateway/media/"]')).toEqual(second);
    expect((await other.get(`${path}?draft=${"x".repeat(24)}`)).status).toBe(404);

    const published = await press(admin, await admin.get(`${list}/${key}`), "publish");
    expect(published.text).toMatch(/已发布第 \d 版/);
    const read = await other.get(path);
    expect(
      read
        .$("ol h3")
        .map((_, head) => read.$(head).text().split(" ")[0])
        .get(),
    ).toEqual(["1.1.0", "1.0.0"]);
    for (const words of [
      createHash("sha256").update(second).digest("hex"),
      createHash("sha256").update(first).digest("hex"),
      "Ubuntu 22.04",
      "新 SDK 1.1.0.zip",
      "看压缩包里有什么",
    ])
      expect(read.text).toContain(words);
    expect(read.$("strong").text()).toContain("低功耗");
    expect(await bytesAt(read, 'a[href^="/gateway/downloads/"]')).toEqual(second);
    expect((await other.get(`${prefix}/resources/index?prodId=${product}`)).text).toContain(
      `新的 SDK ${mark}`,
    );

    // Saved as it stands, it says nothing new; its versions are folded.
    const again = await press(admin, await admin.get(`${list}/${key}`), "save");
    expect(again.text).toMatch(/已保存为第 2 版/);
    expect(again.$("#versions details").length).toBe(2);
    expect(again.$("#versions details[open]").length).toBe(0);
    expect(again.$("#versions summary").first().text()).toBe("1.1.0 · 2026-03-15");

    await press(admin, again, "withdraw");
    expect((await other.get(path)).text).toContain("这个资源已下架");
    expect((await other.get(`${prefix}/resources/index?prodId=${product}&page=1`)).text).not.toContain(
      `新的 SDK ${mark}`,
    );
    const history = await admin.get(`${list}/${key}/versions?version=1`);
    expect(history.text).toContain("1.1.0");
    const restored = await press(admin, history, "restore:1");
    await press(admin, restored, "publish");
    expect((await other.get(path)).text).not.toContain("这个资源已下架");
  });

  test("a resource of the pack can be saved as it stands, and then says nothing new", async () => {
    const admin = await signedIn("admin", headers);
    // A data sheet, and one with versions that name products, tools and systems.
    for (const id of mark === "甲" ? [2101001, 2201053] : [2101002, 2201054]) {
      const piece = await admin.get(`${list}/${id}`);
      expect([id, piece.status]).toEqual([id, 200]);
      const saved = await press(admin, piece, "save");
      expect([id, saved.text.includes("已保存为第 1 版")]).toEqual([id, true]);
    }
  });
});
