import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);
const address = "/trainingClass/lessons/10101";

/** The intents of the forms of a lesson's questions, in their order: each names its question. */
const intentsOn = (page: Page) =>
  page
    .$("button[name=intent][value^='answer:']")
    .toArray()
    .map((button) => page.$(button).attr("value") ?? "");
const partOf = (page: Page, intent: string) => page.$(`#quiz-${intent.slice("answer:".length)}`);
const told = [
  "接收器管理资源，决定谁在什么时候说话；",
  "20 MHz 起、可聚合的是",
  "接入层把比特送上空口，服务层",
];

describe.each(shells)("the questions inside a lesson, $shell", ({ prefix, headers }) => {
  test("are answered by form posts: right or wrong, the solution and why, and counted", async () => {
    const { browser } = await newMember(headers);
    const lesson = await browser.get(prefix + address);
    const [single = "", multiple = "", , order = ""] = intentsOn(lesson);
    expect(intentsOn(lesson)).toHaveLength(5);
    expect(lesson.$("#quiz").text()).toContain("已答对 0 / 5");
    expect(lesson.$("section:has(#quiz)").text()).toContain("每题单独提交");
    for (const words of told) expect(lesson.html).not.toContain(words);
    const wrong = await browser.submit(lesson, { intent: single }, { answer: "A" });
    expect([wrong.status, wrong.url.pathname, wrong.$("#quiz").text()]).toEqual([
      200,
      prefix + address,
      expect.stringContaining("已答对 0 / 5"),
    ]);
    const result = partOf(wrong, single).find("[role=status]").text();
    for (const words of ["还不对", "你的答案A", "正确答案C", told[0] ?? ""]) expect(result).toContain(words);
    expect(partOf(wrong, single).find("input[checked]").attr("value")).toBe("A");
    // The others keep theirs.
    expect(wrong.html).not.toContain(told[1]);
    const right = await browser.submit(wrong, { intent: single }, { answer: "C" });
    expect(right.$("#quiz").text()).toContain("已答对 1 / 5");
    expect(partOf(right, single).find("[role=status]").text()).toContain("答对了");
    const several = await browser.submit(right, { intent: multiple }, { answer: ["A", "B", "D"] });
    expect(several.$("#quiz").text()).toContain("已答对 2 / 5");
    const placed = await browser.submit(several, { intent: order }, { answer: ["B", "C", "A"] });
    expect(placed.$("#quiz").text()).toContain("已答对 3 / 5");
    expect(partOf(placed, order).find("[role=status]").text()).toContain("B → C → A");
    expect((await browser.get(prefix + address)).$("#quiz").text()).toContain("已答对 3 / 5");
  });

  test("say beside a question what its answer lacks, and keep what was chosen", async () => {
    const { browser } = await newMember(headers);
    const lesson = await browser.get(prefix + address);
    const [single = "", , , order = "", blank = ""] = intentsOn(lesson);
    const nothing = await browser.submit(lesson, { intent: single });
    expect([nothing.status, partOf(nothing, single).text()]).toEqual([
      400,
      expect.stringContaining("请先作答"),
    ]);
    expect(nothing.text.match(/请先作答/g)).toHaveLength(1);
    const twice = await browser.submit(lesson, { intent: order }, { answer: ["B", "B", ""] });
    expect([twice.status, partOf(twice, order).text()]).toEqual([
      422,
      expect.stringContaining("每一项都要排进去，而且只排一次"),
    ]);
    const chosen = partOf(twice, order).find("option[selected]").toArray();
    expect(chosen.map((option) => twice.$(option).attr("value"))).toEqual(["B", "B", ""]);
    const long = "长".repeat(1_001);
    const much = await browser.submit(lesson, { intent: blank }, { answer: long });
    expect([much.status, partOf(much, blank).find("input[name=answer]").attr("value")]).toEqual([400, long]);
    expect(partOf(much, blank).text()).toContain("答案不能超过 1000 个字");
    expect((await browser.get(prefix + address)).$("#quiz").text()).toContain("已答对 0 / 5");
  });

  test("that have changed meanwhile, or never were, are refused with a sentence", async () => {
    const { browser } = await newMember(headers);
    const lesson = await browser.get(prefix + address);
    const [single = ""] = intentsOn(lesson);
    lesson.$(`button[value="${single}"]`).attr("value", `answer:${"f".repeat(16)}`);
    const gone = await browser.submit(lesson, { intent: `answer:${"f".repeat(16)}` }, { answer: "A" });
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("没有这道题")]);
  });

  test("are announced to visitors, who sign in for them, and have no code on their pages", async () => {
    const page = await visitor(headers).get(prefix + address);
    expect(page.text).toContain("随堂练习 5 题，登录后作答");
    expect(intentsOn(page)).toEqual([]);
    for (const words of told) expect(page.html).not.toContain(words);
  });
});
