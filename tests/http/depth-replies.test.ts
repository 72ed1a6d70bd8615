import { expect, test } from "vitest";
import { linkOn, newMember, publishTopic } from "./support";

test("a reply beyond the first three beneath a floor can be answered and deleted", async () => {
  const { browser } = await newMember();
  let page = await browser.submit(await publishTopic(browser), { intent: "reply" }, { content: "二楼" });
  const second = page.$("[id^=post-]").filter((_, element) => page.$(element).text().includes("二楼"));
  const aim = second.find('a[href*="replyTo="]').first().attr("href") ?? "";
  for (const content of ["楼中一", "楼中二", "楼中三", "楼中四", "楼中五"])
    page = await browser.submit(await browser.get(aim), { intent: "reply" }, { content });

  const last = page.$("li[id^=post-]").last();
  expect(last.text()).toContain("楼中五");
  const form = await browser.get(last.find('a[href*="replyTo="]').attr("href") ?? "");
  expect(form.$("form input[name=parent]").attr("value")).toBe(last.attr("id")?.replace("post-", ""));
  const question = await browser.get(last.find('a[href*="remove="]').attr("href") ?? "");
  expect(question.$("dialog[open]").text()).toContain("确认删除");
  const deleted = await browser.submit(question, { intent: "delete" });
  expect(deleted.text).toContain("回复已删除");

  // An unknown reply id leaves the page unchanged.
  const address = linkOn(deleted, /replyTo=/).replace(/replyTo=\d+/, "replyTo=2000000000");
  expect((await browser.get(address)).$("form input[name=parent]").length).toBe(0);
});
