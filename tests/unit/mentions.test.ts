import { renderMarkdown } from "gateway/text/markdown";
import { mentionsIn, possibleMentions } from "gateway/text/mentions";
import { describe, expect, it } from "vitest";

const people = new Map([
  ["张三", 3],
  ["张三丰", 4],
  ["bob", 5],
  ["bob stone", 6],
  ["a_b_c", 7],
]);
const link = (uid: number, name: string) => `<a href="/userhomepage?uid=${uid}" class="mention">@${name}</a>`;
const render = (text: string) => {
  const known = new Map([...people].filter(([name]) => possibleMentions(text).includes(name)));
  return renderMarkdown(text, { mentions: known }).replace(
    /<a class="mention" (href="[^"]*")>/g,
    '<a $1 class="mention">',
  );
};

describe("a mention", () => {
  it.each([
    ["请教@张三，谢谢", `请教${link(3, "张三")}，谢谢`],
    ["@张三丰老师", `${link(4, "张三丰")}老师`],
    ["@ＢＯＢ：看看", `${link(5, "ＢＯＢ")}：看看`],
    ["@bob stone 和 @bob", `${link(6, "bob stone")} 和 ${link(5, "bob")}`],
    ["**@张三**", `<strong>${link(3, "张三")}</strong>`],
    ["@a_b_c 好", `${link(7, "a_b_c")} 好`],
    ["@张三@bob", `${link(3, "张三")}${link(5, "bob")}`],
  ])("%s", (text, html) => {
    expect(render(text)).toBe(`<p>${html}</p>`);
  });

  it.each([
    "@李四",
    "@bobby",
    "me@bob.example 与 x@bob",
    "`@张三`",
    "    @张三",
    "```c\n// @张三\n```",
    "[问 @张三](https://a.example)",
    "@ 张三",
    "![@张三](https://a.example/x.png)",
  ])("is none in %j", (text) => {
    expect(mentionsIn(render(text))).toEqual([]);
  });

  it("is found again in the rendered text; a person's own link to the same page is no mention", () => {
    expect(mentionsIn(render("@张三 @bob @张三 [x](/userhomepage?uid=9)"))).toEqual([3, 5]);
  });

  it("counts twenty people a text at most", () => {
    const many = new Map(Array.from({ length: 30 }, (_, index) => [`人${index}号`, index + 1]));
    const text = [...many.keys()].map((name) => `@${name} @人0号`).join("\n");
    expect(mentionsIn(renderMarkdown(text, { mentions: many }))).toHaveLength(20);
  });

  it("is found quickly in a text of signs", () => {
    expect(possibleMentions("@芯片".repeat(10_000)).length).toBeLessThan(5_000);
  });
});
