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

  test("a week's plan is set, followed and given up by a plain form", async () => {
    const { browser } = await newMember(headers);
    const address = `${prefix}/personalCenter/study`;
    const page = await browser.get(address);
    expect(page.$("#plan-title ~ p").length).toBe(0);
    for (const days of ["0", "8", "x"]) {
      const wrong = await browser.submit(page, { intent: "plan" }, { days });
      expect([wrong.status, wrong.$('#plan [aria-invalid="true"]').attr("name")]).toEqual([400, "days"]);
    }
    const planned = await browser.submit(page, { intent: "plan" }, { days: "2" });
    expect(planned.text).toContain("每周 2 天，已保存");
    expect(planned.$('select[name="days"] option[selected]').attr("value")).toBe("2");
    const before = planned.$("#plan-title ~ p").text();
    await browser.submit(
      await browser.get(`${prefix}/trainingClass/lessons/10102`),
      { intent: "position" },
      { position: "0:41" },
    );
    const after = (await browser.get(address)).$("#plan-title ~ p").text();
    expect([before.includes("0"), after === before]).toEqual([true, false]);
    expect((await browser.get(`${prefix}/home`)).$("main a:has(b:contains('继续学习'))").text()).toContain(
      after,
    );
    const none = await browser.submit(await browser.get(address), { intent: "plan" }, { days: "" });
    expect(none.text).toContain("不再有每周计划");
    expect(none.$("#plan-title ~ p").length).toBe(0);
  });
});

test("a lesson's poster is asked for before its code, with priority", async () => {
  const page = await visitor().get("/trainingClass/lessons/10101");
  const [first = ""] = (page.headers.get("link") ?? "").split(", ");
  expect(first).toBe(`<${page.$("video").attr("poster")}>; rel=preload; as=image; fetchpriority=high`);
});
