import { documentChanges } from "gateway/text/comparing/document-changes";
import { describe, expect, it } from "vitest";

/** Paragraphs that differ from each other, from one number to another. */
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `第 ${from + at} 段：寄存器 R${from + at} 的说明`);
/** Pages with so many paragraphs each, a header and a numbered footer. */
const paged = (lines: string[], size: number, version: string) =>
  Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => ({
    page: at + 1,
    text: [`用户手册 ${version}`, ...lines.slice(at * size, (at + 1) * size), `- ${at + 1} -`].join("\n"),
  }));
const page = (number: number, ...lines: string[]) => ({ page: number, text: lines.join("\n") });

describe("the changes between two documents", () => {
  it("are words on their pages, with the lines beside them", () => {
    const before = [page(1, "封面"), page(2, "供电", "门限是 2.1 V。", "结束")];
    const after = [page(1, "封面"), page(2, "供电", "门限是 2.4 V。", "结束")];
    const { pages, more } = documentChanges(before, after);
    expect(more).toBe(false);
    expect(pages).toMatchObject([{ from: 2, to: 2 }]);
    expect(pages[0]?.changes).toEqual([
      { kind: "same", text: "供电\n" },
      { kind: "same", text: "门限是 " },
      { kind: "removed", text: "2.1" },
      { kind: "added", text: "2.4" },
      { kind: "same", text: " V。\n" },
      { kind: "same", text: "结束\n" },
    ]);
    expect(documentChanges(before, before)).toEqual({ pages: [], more: false });
  });

  it("are not what moved to other pages, nor headers and footers", () => {
    const lines = paragraphs(1, 60);
    const moved = [...lines.slice(0, 10), "新加的一段", ...lines.slice(10)];
    const { pages } = documentChanges(paged(lines, 10, "V1.0"), paged(moved, 9, "V2.0"));
    expect(pages).toMatchObject([{ from: 1, to: 2 }]);
    expect(pages[0]?.changes.filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "added", text: "新加的一段\n" },
    ]);
  });

  it("are not a paragraph that a page divides elsewhere", () => {
    const before = [page(1, "开头", "这一段很长，分在"), page(2, "两页上。", "结尾")];
    const after = [page(1, "开头", "这一段很长，"), page(2, "分在两页上。", "结尾")];
    expect(documentChanges(before, after).pages).toEqual([]);
  });

  it("name pages that are new, and pages that are gone", () => {
    const before = [page(1, "甲一", "甲二"), page(2, "乙一", "乙二"), page(3, "丙一", "丙二")];
    const after = [page(1, "甲一", "甲二"), page(2, "丙一", "丙二"), page(3, "丁一", "丁二")];
    expect(documentChanges(before, after).pages).toMatchObject([
      { from: 2, to: null, changes: [{ kind: "same" }, { kind: "removed", text: "乙一\n乙二\n" }, {}] },
      { from: null, to: 3, changes: [{ kind: "same" }, { kind: "added", text: "丁一\n丁二\n" }] },
    ]);
  });

  it("say how much lies between two changes of a page", () => {
    const lines = paragraphs(1, 20);
    const changed = lines.map((line, at) => (at === 3 || at === 15 ? `${line}，已改` : line));
    const [only] = documentChanges([page(1, ...lines)], [page(1, ...changed)]).pages;
    expect(only?.changes.filter(({ kind }) => kind === "skipped")).toEqual([
      { kind: "skipped", text: "9 行未变" },
    ]);
  });

  it("of rewritten chapters are divided into pages, and cut where they are too long", () => {
    const text = (mark: string) =>
      Array.from({ length: 5 }, (_, at) =>
        page(at + 1, ...Array.from({ length: 60 }, (__, line) => `${mark}${at}-${line} ${"字".repeat(150)}`)),
      );
    const { pages } = documentChanges(text("旧"), text("新"));
    expect(pages.map(({ from, to }) => [from, to])).toEqual([1, 2, 3, 4, 5].map((at) => [at, at]));
    for (const { changes } of pages) {
      expect(changes.reduce((sum, each) => sum + each.text.length, 0)).toBeLessThan(8_100);
      expect(changes.at(-1)?.text).toMatch(/^其余 \d+ 字没有显示$/);
    }
  });

  it("of many changed pages are cut, and say so", () => {
    const text = (mark: string) =>
      Array.from({ length: 200 }, (_, at) =>
        page(at + 1, ...Array.from({ length: 40 }, (__, line) => `${mark}${at}-${line} ${"字".repeat(100)}`)),
      );
    const { pages, more } = documentChanges(text("旧"), text("新"));
    expect(more).toBe(true);
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.length).toBeLessThan(200);
  });

  it("come to an end where all lines are alike", () => {
    const alike = (count: number) =>
      Array.from({ length: count }, (_, at) => page(at + 1, ...Array.from({ length: 40 }, () => "保留")));
    const { pages } = documentChanges(alike(100), alike(150));
    expect(pages.length).toBeGreaterThan(0);
  });
});
