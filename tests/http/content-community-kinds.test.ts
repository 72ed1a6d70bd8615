import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

describe.each(shells)("policies, tags and lecturers in the browser, %s", (_shell, prefix, mark, headers) => {
  const list = (kind: string) => `${prefix}/moderator/content/${kind}`;
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);

  test("a policy gets a new version, and the text of the one in force cannot change", async () => {
    const admin = await signedIn("admin", headers);
    const rows = await admin.get(list("policies"));
    expect(rows.$(`a[href$="/moderator/content/policies/legalNotices"]`).length).toBe(1);
    const form = await admin.get(`${list("policies")}/legalNotices`);
    expect(form.$('[name=withdrawTime], [value="withdraw"]').length).toBe(0);
    const version = form.$("[name=version]").attr("value") ?? "";
    const content = `${form.$("[name=content]").text()}\n\n新写的一段${mark}。`;
    const refused = await press(admin, form, "publish", { content });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`版本 ${version} 已经施行过`);
    expect(refused.$("[name=version]").attr("aria-invalid")).toBe("true");
    expect(refused.$("[name=content]").text()).toContain(`新写的一段${mark}`);
    const preview = await press(admin, refused, "preview");
    expect([preview.$("article").text(), preview.text]).toEqual([
      expect.stringContaining(`新写的一段${mark}`),
      expect.stringContaining("预览：这是最新保存的一版"),
    ]);
    const address = preview.url.pathname + preview.url.search;
    expect((await visitor(headers).get(address)).$('meta[name="robots"]').attr("content")).toBe("noindex");
    const here = await admin.get(`${list("policies")}/legalNotices`);
    const published = await press(admin, here, "publish", { version: `${version}.1` });
    expect(published.text).toContain("已发布");
    const plain = new URL(preview.url);
    plain.searchParams.delete("preview");
    expect((await visitor(headers).get(plain)).text).toContain(`新写的一段${mark}`);
    // The earlier one is brought back, as it was.
    const history = await admin.get(`${list("policies")}/legalNotices/versions`);
    const restored = await press(admin, history, "restore:1");
    await press(admin, restored, "publish");
    expect((await visitor(headers).get(plain)).text).not.toContain(`新写的一段${mark}`);
  });

  test("a new policy is chosen by its name", async () => {
    const admin = await signedIn("admin", headers);
    const form = await admin.get(`${list("policies")}/new`);
    expect(form.$("[name=key] option").text()).toContain("隐私政策");
    const none = await press(admin, form, "save", { title: "没有选" });
    expect([none.status, none.$("[name=key]").attr("aria-invalid")]).toEqual([400, "true"]);
    const taken = await press(admin, none, "save", { key: "legalNotices" });
    expect([taken.status, taken.text.includes("这个编号已经用过了")]).toEqual([409, true]);
    expect(taken.$("[name=title]").attr("value")).toBe("没有选");
  });

  test("a tag is put on the map in a new group, and leaves it", async () => {
    const admin = await signedIn("admin", headers);
    const title = `总线${mark}${Date.now() % 1_000_000}`;
    const form = await admin.get(`${list("tags")}/new`);
    expect(form.$(`datalist#${form.$("[name=group]").attr("list")} option`).length).toBeGreaterThan(2);
    const early = await press(admin, form, "publish", { title });
    expect([early.status, early.$("[name=group]").attr("aria-invalid")]).toEqual([422, "true"]);
    const preview = await press(admin, early, "preview", { summary: "说明", group: `分组${mark}` });
    expect([preview.$("h1").text(), preview.text]).toEqual([
      `#${title}`,
      expect.stringContaining("预览：这是最新保存的一版"),
    ]);
    const key = preview.url.pathname.slice(preview.url.pathname.lastIndexOf("/") + 1);
    const map = `${prefix}/tags`;
    expect((await visitor(headers).get(map)).text).not.toContain(title);
    const published = await press(admin, await admin.get(`${list("tags")}/${key}`), "publish");
    expect(published.text).toContain("在标签地图上");
    expect((await visitor(headers).get(map)).text).toContain(`分组${mark}`);
    const doubled = await press(admin, await admin.get(`${list("tags")}/new`), "save", { title });
    expect([doubled.status, doubled.text.includes(`编号 ${key}`)]).toEqual([400, true]);
    const off = await press(admin, published, "withdraw");
    expect(off.text).toContain("不在标签地图上");
    expect((await visitor(headers).get(map)).text).not.toContain(title);
  });

  test("a lecturer is written, previewed, published and withdrawn", async () => {
    const admin = await signedIn("admin", headers);
    const name = `新讲师${mark}`;
    const form = await admin.get(`${list("lecturers")}/new`);
    const wrong = await press(admin, form, "save", { title: name, account: "不是数字" });
    expect([wrong.status, wrong.$("[name=account]").attr("value")]).toEqual([400, "不是数字"]);
    const preview = await press(admin, wrong, "preview", { account: "", intro: "讲射频的人" });
    expect([preview.$("h1").text(), preview.text]).toEqual([name, expect.stringContaining("讲射频的人")]);
    const page = preview.url.pathname;
    expect((await visitor(headers).get(page)).status).toBe(404);
    const key = page.slice(page.lastIndexOf("/") + 1);
    const published = await press(admin, await admin.get(`${list("lecturers")}/${key}`), "publish");
    expect(published.text).toContain("已发布第 1 版");
    expect((await visitor(headers).get(page)).$("h1").text()).toBe(name);
    await press(admin, published, "withdraw");
    expect((await visitor(headers).get(page)).text).toContain("已不在讲师列表里");
  });
});
