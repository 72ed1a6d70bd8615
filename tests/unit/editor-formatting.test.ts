import { codeLanguages } from "contract/forum/code-languages";
import { aliases, grammars, plainWords } from "gateway/text/languages";
import { describe, expect, it } from "vitest";
import {
  codeBlock,
  continueList,
  cycleHeading,
  fenceAt,
  indent,
  isInFence,
  link,
  table,
  toggleCode,
  toggleList,
  toggleMark,
  toggleQuote,
} from "../../app/editor/textarea/formatting";
import type { Selected, TextEdit } from "../../app/editor/textarea/text-edit";

/** A text with marks: `[` and `]` around the selection, `|` at the caret. */
function at(marked: string): Selected {
  const caret = marked.indexOf("|");
  if (caret >= 0) return { text: marked.replace("|", ""), start: caret, end: caret };
  const start = marked.indexOf("«");
  return { text: marked.replace(/[«»]/g, ""), start, end: marked.indexOf("»") - 1 };
}
function after({ text }: Selected, edit: TextEdit | null): string | null {
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}
const does = (marked: string, run: (selected: Selected) => TextEdit | null) =>
  after(at(marked), run(at(marked)));

const alsoKnown = [...Object.values(aliases).flat(), ...plainWords];

describe("marks", () => {
  it("are put around the selection, leave white space outside, and are removed again", () => {
    expect(does("看«晶振 »吧", (s) => toggleMark(s, "**", "粗"))).toBe("看**晶振** 吧");
    expect(does("看**«晶振»**吧", (s) => toggleMark(s, "**", "粗"))).toBe("看晶振吧");
    expect(does("看«**晶振**»吧", (s) => toggleMark(s, "**", "粗"))).toBe("看晶振吧");
    expect(does("**«粗»**", (s) => toggleMark(s, "*", "斜"))).toBe("***粗***");
    expect(does("|", (s) => toggleMark(s, "*", "斜"))).toBe("*斜*");
  });
  it("of code become a block over several lines, with a fence longer than any inside", () => {
    expect(does("用«make»", toggleCode)).toBe("用`make`");
    expect(does("«a\nb»", toggleCode)).toBe("```\na\nb|\n```\n".replace("|", ""));
    expect(does("前«```\nx\n```»", (s) => codeBlock(s))).toBe("前\n\n````\n```\nx\n```\n````\n");
  });
});

describe("lines", () => {
  it("become lists, other lists, and lines again", () => {
    expect(does("«一\n二»", (s) => toggleList(s, "orderedList"))).toBe("1. 一\n2. 二");
    expect(does("«1. 一\n2. 二»", (s) => toggleList(s, "taskList"))).toBe("- [ ] 一\n- [ ] 二");
    expect(does("«- 一\n- 二»", (s) => toggleList(s, "list"))).toBe("一\n二");
  });
  it("become quotations and headings", () => {
    expect(does("«一\n\n二»", toggleQuote)).toBe("> 一\n>\n> 二");
    expect(does("«> 一\n> 二»", toggleQuote)).toBe("一\n二");
    expect(["标|题", "## 标|题", "### 标|题"].map((text) => does(text, cycleHeading))).toEqual([
      "## 标题",
      "### 标题",
      "标题",
    ]);
  });
  it("are indented and outdented; in code by tabs", () => {
    expect(does("- 一|", (s) => indent(s, false))).toBe("  - 一");
    expect(does("  - 一|", (s) => indent(s, true))).toBe("- 一");
    expect(does("一|", (s) => indent(s, true))).toBeNull();
    expect(does("```c\n«a\nb»\n```", (s) => indent(s, false))).toBe("```c\n\ta\n\tb\n```");
    expect(does("x|", (s) => indent(s, false))).toBe("x\t");
  });
});

describe("links and tables", () => {
  it("use the selection as the text, or as the address", () => {
    expect(does("看«手册»", (s) => link(s))).toBe("看[手册](https://)");
    expect(does("«https://a.cn/b»", (s) => link(s))).toBe("[链接文字](https://a.cn/b)");
    expect(does("|", (s) => link(s, "image"))).toBe("![图片说明](https://)");
    expect(does("前|", table)).toContain("前\n\n| 列 1 | 列 2 | 列 3 |");
  });
});

describe("Enter", () => {
  it.each([
    ["- 一|", "- 一\n- "],
    ["  9. 一|", "  9. 一\n  10. "],
    ["- [x] 一|", "- [x] 一\n- [ ] "],
    ["> 一|", "> 一\n> "],
    ["- 一\n- |", "- 一\n"],
    ["一|", null],
    ["```\n- 一|", null],
  ])("after %j", (text, expected) => {
    expect(does(text, continueList)).toBe(expected);
  });
  it("a new block has its caret inside, ready for pasting, and gives the place of its language", () => {
    const made = codeBlock({ text: "前", start: 1, end: 1 });
    const text = `前${made.text}`;
    const caret = made.select?.[0] ?? 0;
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe("前\n\n```\n|\n```\n");
    expect(fenceAt(text, caret)).toMatchObject({ language: "", start: 6, end: 6 });
    expect(fenceAt("~~~ dts\n/ {};", 10)).toMatchObject({ language: "dts", start: 3, end: 7 });
    expect(
      Object.keys(codeLanguages).filter((word) => !(word in grammars) && !alsoKnown.includes(word)),
    ).toEqual([]);
  });
  it("recognises code", () => {
    expect([isInFence("```\na", 5), isInFence("```\na\n```\nb", 11), isInFence("~~~\n```\nc", 9)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
