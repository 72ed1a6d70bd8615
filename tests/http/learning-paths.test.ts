import { describe, expect, test } from "vitest";
import { newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)("learning paths, $shell", ({ prefix, headers }) => {
  const address = `${prefix}/trainingClass?path=2`;

  test("stand on the training page, and have a page with their courses in order", async () => {
    const browser = visitor(headers);
    const all = await browser.get(`${prefix}/trainingClass`);
    expect(all.$("section[aria-labelledby=paths] li").length).toBe(3);
    expect(all.$(`section[aria-labelledby=paths] a[href="${address}"]`).text()).toContain("Linux");
    const page = await browser.get(address);
    expect([page.status, page.$("h1").text()]).toEqual([200, "嵌入式 Linux 驱动工程师"]);
    expect(page.$("title").text()).toContain("学习路径");
    const titles = page.$("#steps ~ ol h3").toArray();
    expect(titles.map((one) => page.$(one).text()).slice(0, 2)).toEqual([
      "嵌入式 Linux 启动流程",
      "设备树入门",
    ]);
    expect(page.$("#steps ~ ol li").eq(1).text()).toContain("先学：《嵌入式 Linux 启动流程》");
    expect(page.text).toContain("从第一门开始");
    // Nobody's progress is in a page that visitors share.
    expect(page.text).not.toContain("已学完 ");
    expect((await browser.get(`${prefix}/trainingClass?path=999`)).status).toBe(404);
    const wrong = await browser.get(`${prefix}/trainingClass?path=abc`);
    expect([wrong.status, wrong.text.includes("没有这个课程分类或学习路径")]).toEqual([404, true]);
  });

  test("say how far a member is; a certificate is refused before the end, in the page", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(address);
    expect(page.text).toContain("已学完 0 / 6 门");
    // The page has no form yet: another one has the session's token.
    const other = await browser.get(`${prefix}/trainingClass/lessons/10101`);
    const posted = new URLSearchParams({
      csrf: other.$("[name=csrf]").first().attr("value") ?? "",
      intent: "claim",
    });
    const refused = await browser.post(page.url, posted);
    expect([refused.status, refused.text.includes("还有课程没有学完")]).toEqual([409, true]);
    expect(refused.$("h1").text()).toBe("嵌入式 Linux 驱动工程师");
  });
});
