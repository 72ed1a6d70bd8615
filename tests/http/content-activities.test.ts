import { minuteOf } from "contract/base/time";
import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const inHours = (hours: number) => minuteOf(new Date(Date.now() + hours * 3_600_000)).replace(" ", "T");
const typedIn = (page: Page, control: string) => page.$(`[name=${control}]`).first().attr("value") ?? "";

/** The controls at which a form says that something is wrong. */
const invalidIn = (page: Page) =>
  page
    .$('[aria-invalid="true"]')
    .map((_, control) => page.$(control).attr("name"))
    .get();

describe.each(shells)("an activity edited without JavaScript, %s", (_shell, prefix, mark, headers) => {
  const list = `${prefix}/moderator/content/activities`;
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);

  test("is written, previewed, published, signed up for, changed, closed, copied and withdrawn", async () => {
    const admin = await signedIn("admin", headers);
    const other = visitor(headers);
    const empty = await admin.get(`${list}/new`);
    expect(empty.status).toBe(200);
    let page = await press(admin, empty, "add:categories", {
      title: `新活动${mark}`,
      kind: "salon",
      starts: inHours(240),
      ends: inHours(248),
      signUpStarts: inHours(-24),
      place: "深圳",
      content: "来**聊聊**。",
    });
    page = await press(admin, page, "add:fields", { categories_0_name: "现场", categories_0_seats: "多少" });
    const wrong = await press(admin, page, "save", {
      signUpEnds: inHours(999),
      fields_0_label: "方向",
      fields_0_type: "choice",
      fields_0_choices: "射频\n电源",
    });
    expect([wrong.status, invalidIn(wrong)]).toEqual([400, ["categories_0_seats"]]);
    expect(wrong.$("[name=fields_0_choices]").text().trim()).toBe("射频\n电源");
    const early = await press(admin, wrong, "publish", { categories_0_seats: "1" });
    expect([early.status, invalidIn(early)]).toEqual([422, ["signUpEnds"]]);
    expect(early.text).toContain("不能晚于活动结束");
    const preview = await press(admin, early, "preview", { signUpEnds: inHours(200) });
    expect([preview.$("h1").text(), preview.text]).toEqual([
      `新活动${mark}`,
      expect.stringContaining("预览：这是最新保存的一版"),
    ]);
    expect(preview.$('meta[name="robots"]').attr("content")).toBe("noindex");
    expect(preview.$('a[href*="activityRegister"]').length).toBe(0);
    const path = preview.url.pathname;
    const key = last(path);
    expect((await other.get(path + preview.url.search)).html).toContain("<strong>聊聊</strong>");
    expect((await other.get(path)).status).toBe(404);

    const form = await admin.get(`${list}/${key}`);
    // A choice has its code from now on, by which answers find it.
    expect(form.$("[name=fields_0_choices]").text().trim()).toMatch(
      /^o[0-9a-f]{8} \| 射频\no[0-9a-f]{8} \| 电源$/,
    );
    expect(typedIn(form, "categories_0_key")).toMatch(/^c[0-9a-f]{8}$/);
    const published = await press(admin, form, "publish");
    expect(published.text).toMatch(/已发布第 \d 版/);
    expect((await other.get(path)).text).toContain("余 1 / 1");

    // Whoever organises it closes and opens it, and sets its seats.
    const tasks = `${prefix}/activity/manage/${key}/tasks`;
    const closed = await press(admin, await admin.get(tasks), "close");
    expect(closed.text).toContain("报名已截止");
    expect((await other.get(path)).text).toContain("报名截止");
    const late = await press(admin, closed, "deadline", { until: inHours(999) });
    expect([late.status, invalidIn(late), typedIn(late, "until")]).toEqual([400, ["until"], inHours(999)]);
    const none = await press(admin, late, "deadline", { until: "" });
    expect([none.status, none.text.includes("请填写时间")]).toEqual([400, true]);
    const open = await press(admin, none, "deadline", { until: inHours(100) });
    expect(open.text).toContain("报名截止已改为");

    // What people did stops what would break it, and says so beside the control.
    const walkedIn = await press(admin, open, "walkIn", {
      category: typedIn(form, "categories_0_key"),
      name: "李路过",
      phone: "",
    });
    expect(walkedIn.text).toContain("李路过 已登记并签到");
    const removed = await press(admin, await admin.get(`${list}/${key}`), "remove:categories:0");
    const added = await press(admin, removed, "add:categories");
    const stopped = await press(admin, added, "publish", {
      categories_0_name: "另一个",
      categories_0_seats: "3",
    });
    expect([stopped.status, stopped.text.includes("组别“现场”有 1 人报名，不能移除")]).toEqual([422, true]);

    // The next one begins with what this one says.
    const restored = await press(admin, await admin.get(`${list}/${key}/versions`), "restore:1");
    const copy = await press(admin, restored, "copy");
    expect(copy.text).toContain("已复制为新的草稿");
    expect([typedIn(copy, "title"), typedIn(copy, "starts"), typedIn(copy, "place")]).toEqual([
      `新活动${mark}（副本）`,
      "",
      "深圳",
    ]);
    expect(last(copy.url.pathname)).not.toBe(key);
    const half = await press(admin, copy, "publish");
    expect([half.status, invalidIn(half)]).toEqual([422, ["starts", "ends", "signUpStarts", "signUpEnds"]]);

    await press(admin, await admin.get(`${list}/${key}`), "withdraw");
    expect((await other.get(path)).text).toContain("这个活动已撤下");
  });

  test("one of the pack is copied and stays the pack's, unless the form says something else", async () => {
    const admin = await signedIn("admin", headers);
    const source = `${list}/${mark === "甲" ? "11" : "3"}`;
    const form = await admin.get(source);
    const copy = await press(admin, form, "copy");
    expect(copy.text).toContain("已复制为新的草稿");
    expect([typedIn(copy, "title"), typedIn(copy, "summary")]).toEqual([
      `${typedIn(form, "title")}（副本）`,
      typedIn(form, "summary"),
    ]);
    const again = await admin.get(source);
    expect(typedIn(again, "base")).toBe("0");
    const changed = await press(admin, again, "copy", { summary: "明年的摘要" });
    expect([typedIn(changed, "title"), typedIn(changed, "summary")]).toEqual([
      typedIn(copy, "title"),
      "明年的摘要",
    ]);
    expect(typedIn(await admin.get(source), "base")).toBe("2");
  });

  test("those of the pack are saved as they stand, and then say nothing new", async () => {
    const admin = await signedIn("admin", headers);
    for (const key of mark === "甲" ? ["1", "12"] : ["10", "2"]) {
      const form = await admin.get(`${list}/${key}`);
      expect([key, form.status]).toEqual([key, 200]);
      const saved = await press(admin, form, "save");
      expect([key, saved.text.includes("已保存为第 1 版")]).toEqual([key, true]);
    }
  });
});
