import { describe, expect, test } from "vitest";
import { newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)("with what a member goes on, $shell", ({ prefix, headers }) => {
  test("stands in one line on the home page and leads to the second, and not for others", async () => {
    const { browser } = await newMember(headers);
    const bar = "main a:has(b:contains('继续学习'))";
    expect((await browser.get(`${prefix}/home`)).$(bar).length).toBe(0);
    const lesson = await browser.get(`${prefix}/trainingClass/lessons/10102`);
    await browser.submit(lesson, { intent: "position" }, { position: "0:41" });
    const home = await browser.get(`${prefix}/home`);
    expect(home.$(bar).text()).toContain("调度与应答：250 微秒里发生了什么");
    expect(home.$(bar).text()).toContain("第 2 课，看到 0:41");
    const again = await browser.get(home.$(bar).attr("href") ?? "");
    expect(again.url.pathname).toBe(`${prefix}/trainingClass/lessons/10102`);
    expect(again.$("video source").first().attr("src")).toMatch(/#t=41$/);
    expect((await visitor(headers).get(`${prefix}/home`)).$(bar).length).toBe(0);
  });
});
