import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const typedIn = (page: Page, control: string) => page.$(`[name=${control}]`).first().attr("value") ?? "";
const invalidIn = (page: Page) =>
  page
    .$('[aria-invalid="true"]')
    .map((_, control) => page.$(control).attr("name"))
    .get();

describe.each(shells)(
  "videos and what there is once, edited without JavaScript, %s",
  (_shell, prefix, mark, headers) => {
    const list = (kind: string) => `${prefix}/moderator/content/${kind}`;
    const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
      browser.submit(page, { intent }, values);

    test("a video is chosen from those that stand, previewed, published and withdrawn", async () => {
      const admin = await signedIn("admin", headers);
      const form = await admin.get(`${list("videos")}/new`);
      const file = form.$("[name=video] option").eq(1).attr("value") ?? "";
      expect(file).toMatch(/^[0-9a-f]{32}\.(?:webm|mp4)$/);
      const wrong = await press(admin, form, "publish", { title: `新视频${mark}`, video: file });
      expect([wrong.status, invalidIn(wrong)]).toEqual([422, ["date"]]);
      const preview = await press(admin, wrong, "preview", { date: "2026-03-01" });
      expect([preview.$("h1").text(), preview.text]).toEqual([
        `新视频${mark}`,
        expect.stringContaining("预览：这是最新保存的一版"),
      ]);
      const path = preview.url.pathname;
      const other = visitor(headers);
      expect((await other.get(path)).status).toBe(404);
      const held = await other.get(path + preview.url.search);
      expect([
        held.$("video source").attr("src")?.includes(file),
        held.$('meta[name="robots"]').attr("content"),
      ]).toEqual([true, "noindex"]);
      const published = await press(admin, await admin.get(`${list("videos")}/${last(path)}`), "publish");
      expect(published.text).toMatch(/已发布第 \d 版/);
      expect(typedIn(published, "poster_0_name")).toMatch(/^[0-9a-f]{32}\./);
      expect((await other.get(path)).$("h1").text()).toBe(`新视频${mark}`);
      await press(admin, published, "withdraw");
      expect((await other.get(path)).text).toContain("这个视频已下架");
    });

    test("the university pages are previewed and published, and cannot be taken down", async () => {
      const admin = await signedIn("admin", headers);
      const other = visitor(headers);
      const rows = await admin.get(list("talents"));
      expect(rows.$(`a[href$="/moderator/content/talents/talents"]`).length).toBe(1);
      const form = await admin.get(`${list("talents")}/talents`);
      expect(form.$('[name=withdrawTime], [value="withdraw"]').length).toBe(0);
      const wrong = await press(admin, form, "save", { title: `高校${mark}`, works: "没有这个标签" });
      expect([wrong.status, invalidIn(wrong), typedIn(wrong, "title")]).toEqual([
        400,
        ["works"],
        `高校${mark}`,
      ]);
      const preview = await press(admin, wrong, "preview", { works: typedIn(form, "works") });
      expect([preview.$("h1").text(), preview.text.includes("预览：这是最新保存的一版")]).toEqual([
        `高校${mark}`,
        true,
      ]);
      const path = preview.url.pathname;
      expect((await other.get(path + preview.url.search)).$("h1").text()).toBe(`高校${mark}`);
      expect((await other.get(path)).$("h1").text()).toBe("高校人才");
      await press(admin, await admin.get(`${list("talents")}/talents`), "publish");
      expect((await other.get(path)).$("h1").text()).toBe(`高校${mark}`);
      const history = await admin.get(`${list("talents")}/talents/versions`);
      await press(admin, await press(admin, history, "restore:1"), "publish");
      expect((await other.get(path)).$("h1").text()).toBe("高校人才");
    });

    test("the home page is arranged, previewed and published; its picture is uploaded in the form", async () => {
      const admin = await signedIn("admin", headers);
      const other = visitor(headers);
      const form = await admin.get(`${list("home")}/home`);
      const title = typedIn(form, "blocks_0_title");
      const moved = await press(admin, form, "down:blocks:0", { blocks_0_title: `改过的${mark}` });
      expect(typedIn(moved, "blocks_1_title")).toBe(`改过的${mark}`);
      const empty = await press(admin, moved, "add:banners");
      const count = Number(typedIn(empty, "banners"));
      const row = `banners_${count - 1}`;
      const wrong = await press(admin, empty, "publish", {
        [`${row}_title`]: "没有图",
        [`${row}_link`]: "/forum",
      });
      expect([wrong.status, wrong.text.includes("要有一张图片")]).toEqual([422, true]);
      const without = await press(admin, wrong, `remove:banners:${count - 1}`);
      const preview = await press(admin, without, "preview");
      expect([preview.$("h1").text(), preview.text.includes(`改过的${mark}`)]).toEqual(["首页预览", true]);
      const home = `${prefix}/home`;
      expect((await other.get(home)).text).not.toContain(`改过的${mark}`);
      await press(admin, await admin.get(`${list("home")}/home`), "publish");
      expect((await other.get(home)).text).toContain(`改过的${mark}`);
      const back = await press(admin, await admin.get(`${list("home")}/home`), "up:blocks:1");
      await press(admin, back, "publish", { blocks_0_title: title });
      expect((await other.get(home)).text).not.toContain(`改过的${mark}`);
    });

    test("an editor of the home page is offered no preview, which administrators alone open", async () => {
      const { browser: person, nickname } = await newMember(headers);
      const admin = await signedIn("admin", headers);
      const page = await admin.get(`${prefix}/moderator/roles`);
      const asked = await press(admin, page, "grant", {
        person: nickname,
        kinds: ["home"],
        reason: "负责首页",
      });
      await admin.submit(asked, { button: "确认任命" });
      const form = await person.get(`${list("home")}/home`);
      const offered = (shown: Page) =>
        ["save", "preview"].map((intent) => shown.$(`button[value="${intent}"]`).length);
      expect([form.status, offered(form)]).toEqual([200, [1, 0]]);
      expect(offered(await admin.get(`${list("home")}/home`))).toEqual([1, 1]);
    });

    test("the footer, moved addresses and choices are published, and mistakes stand beside them", async () => {
      const admin = await signedIn("admin", headers);
      const other = visitor(headers);
      const footer = await admin.get(`${list("navigation")}/navigation`);
      expect(footer.$('[value="preview"]').length).toBe(0);
      const before = typedIn(footer, "footer_0_name");
      const named = await press(admin, footer, "publish", { footer_0_name: `页脚${mark}` });
      expect(named.text).toMatch(/已发布第 \d 版/);
      expect((await other.get(`${prefix}/forum`)).text).toContain(`页脚${mark}`);
      await press(admin, named, "publish", { footer_0_name: before });

      const moved = await admin.get(`${list("redirects")}/redirects`);
      const all = moved.$("[name=redirects]").text().trim();
      const wrong = await press(admin, moved, "save", { redirects: `${all}\n/a${mark} | http://evil` });
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("现在的地址：应是以 / 开头")]);
      const line = `/moved-${mark === "甲" ? "a" : "b"}`;
      await press(admin, wrong, "publish", { redirects: `${all}\n${line} | /forum/all` });
      const led = await other.get(prefix + line);
      expect(led.url.pathname).toBe(`${prefix}/forum/all`);

      const choices = await admin.get(`${list("definitions")}/definitions`);
      const doubled = await press(admin, choices, "save", { education: "a | 甲\na | 乙" });
      expect([doubled.status, doubled.text.includes("代码 a 写了两次")]).toEqual([400, true]);
      expect(doubled.$("[name=education]").text().trim()).toBe("a | 甲\na | 乙");
      const education = choices.$("[name=education]").text().trim();
      const kept = await press(admin, doubled, "publish", { education });
      expect(kept.text).toMatch(/已发布第 \d 版/);
    });
  },
);
