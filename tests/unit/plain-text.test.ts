import { cutText, excerpt, hasVisibleContent, isVisible, plainText } from "contract/base/plain-text";
import { renderMarkdown } from "gateway/text/markdown";
import { describe, expect, it } from "vitest";

describe("the words of a rendered text", () => {
  it.each([
    ["# 标题\n\n正文 **粗** `a < b`", "标题 正文 粗 a < b"],
    ["H[sub]2[/sub]O", "H2O"],
    ['![a > "b"](/gateway/files/x.png) 后', "[图片] 后"],
    ["```c\nint a;\nint b;\n```", "int a; int b;"],
    ["&copy; &amp;lt; <div>", "© &lt; <div>"],
    ["|a|b|\n|-|-|\n|1|2|", "a b 1 2"],
  ])("of %j", (source, text) => {
    expect(plainText(renderMarkdown(source))).toBe(text);
  });

  it("are read from a text that is cut anywhere", () => {
    const html = renderMarkdown('前 [链接](https://example.com "a > b") ![图](/gateway/files/x.png) 后');
    for (let end = 0; end <= html.length; end += 1)
      expect(plainText(html.slice(0, end))).not.toMatch(/[<>"]|href/);
  });

  it("are cut between characters, with an ellipsis", () => {
    expect(excerpt("<p>👍👍👍👍</p>", 3)).toBe("👍👍👍…");
    expect(excerpt("<p>短</p>", 3)).toBe("短");
  });
});

describe("whether a text has visible content", () => {
  it.each([
    "<!-- -->",
    "<!-- 一\n二 -->",
    "\u200b\u200d",
    "&nbsp;",
    "&#8203;",
    "\u3164\u2800",
    "```\n```",
    "---",
    "> ",
    "#",
    "|  |  |\n|-|-|",
    "[](https://example.com)",
  ])("%j shows nothing", (source) => {
    expect(hasVisibleContent(renderMarkdown(source))).toBe(false);
  });

  it.each(["好", "?", "👍", "`x`", "![](/gateway/files/x.png)", "<b>", "```\n0\n```", "[图](javascript:x)"])(
    "%j shows something",
    (source) => {
      expect(hasVisibleContent(renderMarkdown(source))).toBe(true);
    },
  );

  it("counts a title of blanks as none", () => {
    expect(isVisible("\u3164 \u200b\u2800\ufe0f")).toBe(false);
    expect(isVisible("中")).toBe(true);
  });
});

it("a text is cut without half a character at its end", () => {
  expect([cutText("芯片😀", 4), cutText("芯片😀", 3), cutText("芯片😀", 9), cutText("芯片", 1)]).toEqual([
    "芯片😀",
    "芯片",
    "芯片😀",
    "芯",
  ]);
});
