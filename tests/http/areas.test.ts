import { describe, expect, test } from "vitest";
import { shellsOf, signedIn, someTopic, visitor } from "./support";

/** Areas with a frame: a screen of each whose call fails, and the frame's menu that stays. */
const failing = [
  { area: "moderation", as: "admin", path: "/moderator/batch?id=999999999", menu: "论坛管理的页面" },
  {
    area: "the personal centre",
    as: "member",
    path: "/personalCenter/msg?with=999999999",
    menu: "个人中心的页面",
  },
  { area: "training", as: "member", path: "/trainingClass/details/999999999", menu: "培训课堂的页面" },
  { area: "organising", as: "admin", path: "/activity/manage/1/signups/99999999", menu: "活动管理的页面" },
] as const;

describe.each(shellsOf(import.meta.url))("areas in $shell", ({ prefix, headers }) => {
  test.each(failing)("a screen of $area that fails keeps the frame around it", async ({ as, path, menu }) => {
    const browser = await signedIn(as, headers);
    const page = await browser.get(prefix + path);
    expect(page.status).toBe(404);
    expect(page.$("title").text()).not.toBe("");
    expect(page.$(`nav[aria-label="${menu}"] a`).length).toBeGreaterThan(1);
  });

  test("a visitor who must sign in first sees no frame", async () => {
    const page = await visitor(headers).get(`${prefix}/forum/myfollow`);
    expect(page.status).toBe(401);
    expect(page.$('aside[aria-label="论坛导览"]').length).toBe(0);
  });

  test("a topic's dialog loads without the topic's data", async () => {
    const browser = await signedIn("member", headers);
    const page = await browser.get(await someTopic(browser, prefix));
    const { pathname } = page.url;
    const topic = `${prefix === "" ? "desktop" : "h5"}:/hsforum/:thread`;
    const ask = async (routes: string[]) =>
      (await browser.get(`${pathname}.data?invite=1&_routes=${encodeURIComponent(routes.join(","))}`)).text;
    expect(await ask([topic])).toContain('"floors"');
    const dialog = await ask([`${topic}#dialogs`]);
    expect(dialog).toContain('"dialog"');
    expect(dialog).not.toContain('"floors"');
  });

  test("a screen's data loads without its frame's data", async () => {
    const browser = await signedIn("admin", headers);
    const shell = prefix === "" ? "desktop" : "h5";
    const ask = async (routes: string[]) =>
      (await browser.get(`${prefix}/moderator/overview.data?_routes=${encodeURIComponent(routes.join(","))}`))
        .text;
    const area = `${shell}:moderator`;
    const screen = `${shell}:/moderator/overview`;
    expect(await ask([area, screen])).toContain('"waiting"');
    expect(await ask([screen])).not.toContain('"waiting"');
  });
});
