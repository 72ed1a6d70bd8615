import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

/** A time of China to come, as a form has it. */
const inHours = (hours: number) => new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 16);

describe.each(shells)("content edited in the browser, %s", (_shell, prefix, mark, headers) => {
  const list = `${prefix}/moderator/content/news`;
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);

  /** What a newcomer types for a news item. */
  const typed = {
    title: `新人写的资讯${mark}`,
    summary: "一句话",
    date: "2026-01-01T09:30",
    content: "第一段。\n\n**重点**在这里。",
  };

  test("administrators alone open the screens", async () => {
    for (const browser of [visitor(headers), await signedIn("moderator", headers)])
      for (const path of [list, `${list}/new`, `${list}/1`, `${list}/1/versions`])
        expect((await browser.get(path)).url.pathname).not.toBe(path);
    const admin = await signedIn("admin", headers);
    for (const path of [`${prefix}/moderator/content/nothing`, `${list}/4711`, `${list}/4711/versions`])
      expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
  });

  test("a newcomer writes, previews, publishes, schedules, withdraws and restores a news item", async () => {
    const admin = await signedIn("admin", headers);
    const other = visitor(headers);
    const empty = await admin.get(`${list}/new`);
    const category = empty.$("[name=category] option").eq(1).attr("value") ?? "";
    // A draft needs a title alone.
    const nothing = await press(admin, empty, "save", { summary: "还没有标题" });
    expect([nothing.status, nothing.text.includes("请填写这一项")]).toEqual([400, true]);
    expect(nothing.$("[name=summary]").attr("value")).toBe("还没有标题");
    expect(nothing.text).toContain("还没有保存：有 1 处要改");
    const draft = await press(admin, nothing, "save", { title: typed.title, summary: "" });
    expect(draft.text).toContain("已保存为第 1 版");
    const here = draft.url.pathname;
    const key = here.slice(here.lastIndexOf("/") + 1);
    const page = `${prefix}/information/details/${key}`;
    // What is missing is said by its field, and what was typed stays.
    const early = await press(admin, draft, "publish", { summary: "先写摘要" });
    expect(early.status).toBe(422);
    expect(early.$("[name=content]").attr("aria-invalid")).toBe("true");
    expect(early.$("[name=summary]").attr("value")).toBe("先写摘要");
    expect(early.text).toMatch(/已保存为第 2 版，但还没有完成：有 \d 处要改/);
    expect((await other.get(page)).status).toBe(404);
    // What was typed is saved all the same, and the form goes on from there.
    expect((await press(admin, early, "save")).text).toContain("已保存为第 2 版");

    // Products are found by their name and ticked.
    const found = await press(admin, await admin.get(here), "find", { ...typed, productText: "WS63V100" });
    expect(found.text).toContain("已列在上面");
    expect(found.$('[value="find"]').attr("formaction")).toMatch(/#products$/);
    const unfound = await press(admin, found, "find", { productText: "没有这样的产品" });
    expect(unfound.text).toContain("还没发布的产品找不到");
    const product = found.$("input[type=checkbox][name=products]").first().attr("value") ?? "";
    const preview = await press(admin, found, "preview", { ...typed, category, products: product });
    expect(preview.url.pathname).toBe(page);
    expect(preview.text).toContain("预览：这是最新保存的一版");
    expect(preview.$("article strong").text()).toBe("重点");
    // Whoever holds the address sees it; without its secret nobody does.
    const held = await other.get(preview.url.pathname + preview.url.search);
    expect([held.status, held.$("h1").text()]).toEqual([200, typed.title]);
    expect(held.$('meta[name="robots"]').attr("content")).toBe("noindex");
    expect((await other.get(`${page}?preview=${"x".repeat(24)}`)).status).toBe(404);

    const published = await press(admin, await admin.get(here), "publish");
    expect(published.text).toMatch(/已发布第 \d 版/);
    expect((await other.get(page)).$("article strong").text()).toBe("重点");
    expect((await admin.get(`${list}?text=${encodeURIComponent(typed.title)}`)).text).toContain("已发布");

    const changed = { title: `${typed.title}（改）` };
    const past = await press(admin, published, "schedule", { ...changed, publishTime: "2020-01-01T00:00" });
    expect([past.status, past.text.includes("定时的时间要在现在之后")]).toEqual([422, true]);
    expect(past.$("[name=title]").attr("value")).toBe(changed.title);
    expect(past.$("details[open] [name=publishTime]").length).toBe(1);
    const none = await press(admin, published, "schedule", { ...changed, publishTime: "" });
    expect([none.status, none.text.includes("请填写时间")]).toEqual([400, true]);
    expect(none.$("details[open] [name=publishTime]").length).toBe(1);
    const scheduled = await press(admin, past, "schedule", { publishTime: inHours(2) });
    expect(scheduled.text).toMatch(/第 \d 版会在 .* 发布/);
    expect((await other.get(page)).$("h1").text()).toBe(typed.title);
    expect((await admin.get(`${list}?only=scheduled`)).text).toContain(changed.title);
    const cancelled = await press(admin, scheduled, "unschedule");
    expect(cancelled.text).toContain("已取消定时");

    const withdrawn = await press(admin, cancelled, "withdraw");
    expect(withdrawn.text).toContain("已下架，可以再发布");
    expect((await other.get(page)).text).toContain("这条资讯已下架");
    const history = await admin.get(`${here}/versions`);
    expect(history.$("ins").text()).toContain("（改）");
    const restored = await press(admin, history, "restore:3");
    expect(restored.text).toContain("已恢复第 3 版的内容");
    expect(restored.$("[name=title]").attr("value")).toBe(typed.title);
    await press(admin, restored, "publish");
    const again = await other.get(page);
    expect([again.$("h1").text(), again.text.includes("已下架")]).toEqual([typed.title, false]);
    const log = await admin.get(`${prefix}/moderator/log?action=withdrawContent`);
    expect(log.text).toContain(changed.title);
  });

  test("a new piece that may not be published yet is made once", async () => {
    const admin = await signedIn("admin", headers);
    const title = `还不能发布${mark}${Date.now()}`;
    const early = await press(admin, await admin.get(`${list}/new`), "publish", { title });
    expect(early.status).toBe(422);
    const saved = await press(admin, early, "save", { summary: "补上摘要" });
    expect(saved.text).toContain("已保存为第 2 版");
    const found = await admin.get(`${list}?text=${encodeURIComponent(title)}`);
    expect(found.text).toContain("共 1 条资讯");
    // A form that is posted twice, as by two presses, makes one piece too.
    const form = await admin.get(`${list}/new`);
    const both = [
      await press(admin, form, "save", { title: `两次${title}` }),
      await press(admin, form, "save", { title: `两次${title}` }),
    ];
    expect(both[1]?.url.pathname).toBe(both[0]?.url.pathname);
  });

  test("a notice without products is a draft, and says so when it is to be published", async () => {
    const admin = await signedIn("admin", headers);
    const notices = `${prefix}/moderator/content/notices`;
    const key = `SA-${mark === "甲" ? "A" : "B"}${Date.now()}`;
    const draft = await press(admin, await admin.get(`${notices}/new`), "save", { key, title: "只有标题" });
    expect(draft.text).toContain("已保存为第 1 版");
    expect(draft.$("#products").text()).toContain("还没有选");
    const early = await press(admin, draft, "publish");
    expect([early.status, early.$("#products").text()]).toEqual([
      422,
      expect.stringContaining("请填写这一项"),
    ]);
    const attached = await press(admin, draft, "save", { content: "[说明](/gateway/attachments/1/a.pdf)" });
    expect([attached.status, attached.$("[name=content]").attr("aria-invalid")]).toEqual([400, "true"]);
    expect(attached.text).toContain("这里只能放图片");
  });

  test("a cover that was removed stays removed in a form that comes back", async () => {
    const admin = await signedIn("admin", headers);
    const piece = await admin.get(`${prefix}/moderator/content/news/${mark === "甲" ? 1 : 2}`);
    expect(piece.$("[name=cover]:checked").attr("value")).toMatch(/^[0-9a-f]{32}/);
    const back = await press(admin, piece, "find", { cover: "", productText: "" });
    expect([back.status, back.$("[name=cover]:checked").attr("value")]).toEqual([400, ""]);
  });

  test("two editors at once compare what they wrote, and neither text is lost", async () => {
    const [admin, other] = [await signedIn("admin", headers), await signedIn("admin", headers)];
    const draft = await press(admin, await admin.get(`${list}/new`), "save", { title: `两个人${mark}` });
    const here = draft.url.pathname;
    const late = await other.get(here);
    await press(admin, draft, "save", { summary: "先保存的" });
    const conflict = await press(other, late, "save", { summary: "后保存的" });
    expect(conflict.status).toBe(409);
    expect(conflict.$("del").text()).toContain("先");
    expect(conflict.$("[name=summary]").attr("value")).toBe("后保存的");
    const theirs = await other.submit(conflict, { button: "改用另一份" });
    expect(theirs.text).toContain("你写的留在历史版本里，是第 3 版");
    expect(theirs.$("[name=summary]").attr("value")).toBe("先保存的");
    const stale = await press(admin, draft, "save", { summary: "又一次" });
    const mine = await admin.submit(stale, { button: "用我的覆盖" });
    expect(mine.$("[name=summary]").attr("value")).toBe("又一次");
    expect((await admin.get(`${here}/versions`)).$("button[value^=restore]").length).toBe(4);
  });

  test("a form that says nothing new adds no version, and one without an outcome does nothing", async () => {
    const admin = await signedIn("admin", headers);
    const here = `${prefix}/moderator/content/news/${mark === "甲" ? 21 : 22}`;
    const saved = await press(admin, await admin.get(here), "save");
    expect(saved.text).toContain("已保存为第 1 版");
    const undecided = await admin.submit(saved, { form: "#piece" }, { title: "没有说明" });
    expect([undecided.status, undecided.$("[name=title]").attr("value")]).toEqual([400, "没有说明"]);
  });
});
