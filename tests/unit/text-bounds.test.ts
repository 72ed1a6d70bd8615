import { cellsMax, elementsMax, htmlBytesMax } from "contract/base/constants";
import { replyContentMax } from "contract/forum/constants";
import fc from "fast-check";
import { excerptAround } from "gateway/search/excerpt";
import { lexemesOf } from "gateway/search/index/document";
import { asTyped } from "gateway/text/as-typed";
import { beginWork, workFor } from "gateway/text/cost/work-time";
import { renderedTogether, renderedWithin, renderMarkdown } from "gateway/text/markdown";
import { describe, expect, it } from "vitest";
import { isWhole, tries } from "../support/tier";
import { worstTexts } from "../support/worst-texts";

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

function expectWithinBounds(text: string): void {
  const begun = performance.now();
  beginWork(text.length);
  const html = renderedWithin(text) ?? asTyped(text);
  // With room for a busy machine: this is about the processor's time, and only a hang must fail.
  expect(performance.now() - begun).toBeLessThan(workFor(text.length) * 40);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(htmlBytesMax);
  expect(count(html, /<t[dh][ >]/g)).toBeLessThanOrEqual(cellsMax);
  // The frames of tables and code, and the line marks, are added by the renderer.
  expect(count(html, /<[a-z]/g)).toBeLessThanOrEqual(elementsMax * 2);
}

describe("texts that are rendered together", () => {
  const ordinary = ["**粗**和 `a[0]`", "| a | b |\n| - | - |\n| 1 | 2 |", "@某人 见 [这里](/forum/2)", ""];
  const together = (texts: string[]) => renderedTogether(texts.map((source) => ({ source })));

  it("are as each is alone", () => {
    expect(together(ordinary)).toEqual(ordinary.map((source) => renderMarkdown(source)));
  });

  it("are so beside one that nests too deep, and beside the slowest known ones", () => {
    const deep = "> ".repeat(2_000);
    expect(together([...ordinary, deep])).toEqual([
      ...ordinary.map((source) => renderMarkdown(source)),
      null,
    ]);
    const slow = worstTexts(replyContentMax)
      .slice(0, isWhole ? 4 : 2)
      .map(([, text]) => text);
    expect(together([...ordinary, ...slow]).slice(0, ordinary.length)).toEqual(
      ordinary.map((source) => renderMarkdown(source)),
    );
  });

  it("get the sizes of their own pictures and their own mentions", () => {
    const [address, source] = ["/gateway/files/a.png", "![图](/gateway/files/a.png) @某人"];
    const [one, other] = renderedTogether([
      {
        source,
        sizes: new Map([[address, { width: 20, height: 10 }]]),
        mentions: new Map([["某人", 7]]),
      },
      { source },
    ]);
    expect([one?.includes('width="20"'), one?.includes("uid=7")]).toEqual([true, true]);
    expect([other?.includes("width="), other?.includes("uid=")]).toEqual([false, false]);
  });
});

describe("a rendered text", () => {
  it.each(worstTexts(replyContentMax))("%s ends in time and within the limits", (_name, text) => {
    expect(text.length).toBeGreaterThan(0);
    expectWithinBounds(text);
  });

  it("stays within the limits for any mix of marks, however often it is repeated", async () => {
    const piece = fc.constantFrom(
      "- ",
      "> ",
      "1. ",
      "|",
      "|-",
      "a",
      "\n",
      "\n\n",
      "  ",
      "**",
      "_",
      "[",
      "](b)",
      "`",
      "```c\n",
      "<!--",
      "&amp;",
      "@",
      "中文",
      "http://a.b ",
    );
    const text = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 400 }));
    const whole = fc.asyncProperty(text, async ([pieces, times]) => {
      expectWithinBounds(pieces.join("").repeat(times).slice(0, 8_000));
      // Lets the test's own process answer in between.
      await new Promise((resolve) => setImmediate(resolve));
    });
    await fc.assert(whole, { numRuns: tries(25) });
  });

  it("is shown as typed for short rows beneath a wide head, whose cells would be filled up", () => {
    const text = `|${"a|".repeat(18)}\n|${"-|".repeat(18)}\n${"a\n".repeat(5_900)}`;
    expect(renderMarkdown(text)).toBe(asTyped(text));
  });

  it("is a table for a large register map that a person wrote", () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `| 0x${at.toString(16)} | REG_${at} | R/W | [7:0] | 0 |`,
    ).join("\n");
    expect(
      count(renderMarkdown(`| 地址 | 名称 | 读写 | 位 | 复位值 |\n|--|--|--|--|--|\n${rows}`), /<tr>/g),
    ).toBe(301);
  });

  it("keeps the lines of a text with many blanks", () => {
    expect(renderMarkdown(`上${" ".repeat(20_000)}中 \t\n \t下`)).toBe(
      `<p>上${" ".repeat(20_000)}中<br>\n下</p>`,
    );
  });
});

describe("the search document of a text", () => {
  it("costs one pass for a name of many joints, and keeps its short heads", () => {
    const lexemes = lexemesOf({ text: "a1".repeat(25_000) });
    expect(lexemes.length).toBeLessThan(10_000);
    expect(lexemesOf({ text: "Hi3861V100" })).toMatch(/'hi3861':1C/);
  });

  it("gives an excerpt around the stretch with most matches, in one pass over them all", () => {
    const find = (text: string) =>
      [...text.matchAll(/串口|乱码/g)].map(({ index }) => ({ from: index, to: index + 2 }));
    const text = `${"串口".repeat(25_000)}${"无关".repeat(100)}串口输出乱码`;
    expect(
      excerptAround(text, find)
        .filter(({ hit }) => hit)
        .map(({ text: hit }) => hit),
    ).toContain("乱码");
  });
});
