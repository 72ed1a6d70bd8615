import { describe, expect, it } from "vitest";
import { piecesOf, quoting } from "../../app/forms/quoted";

const message = "您提交的内容含有敏感词汇，请核查后再输入";

describe("a message that quotes what was typed", () => {
  it("shows the span with its surroundings, the span as the second piece", () => {
    const quoted = quoting(message, ["联系我代*开发票，很快的"], [{ start: 3, end: 8 }]);
    expect(piecesOf(quoted)).toEqual([`${message}：“联系我`, "代*开发票", "，很快的”"]);
  });

  it("cuts long surroundings between characters and folds lines", () => {
    const text = `${"🙂".repeat(20)}\n\n词${"後".repeat(20)}`;
    const [before, span, after] = piecesOf(quoting(message, [text], [{ start: 42, end: 43 }]));
    expect([before, span, after]).toEqual([
      `${message}：“…${"🙂".repeat(11)} `,
      "词",
      `${"後".repeat(12)}…”`,
    ]);
  });

  it("names the item of a list, at most three spans, and how many there are", () => {
    const marks = [0, 1, 2, 3].map((item) => ({ start: 0, end: 1, item }));
    const pieces = piecesOf(quoting(message, ["甲一", "乙二", "丙三", "丁四"], marks));
    expect(pieces.filter((_, index) => index % 2 === 1)).toEqual(["甲", "乙", "丙"]);
    expect(pieces.at(-1)).toBe("三” 等 4 处");
  });

  it("stays a plain message if a span does not fit the text, and interprets no signs of the text", () => {
    expect(quoting(message, ["短"], [{ start: 3, end: 9 }])).toBe(message);
    expect(quoting(message, [], [{ start: 0, end: 1 }])).toBe(message);
    const pieces = piecesOf(quoting(message, ["a\u2068b\u2069c词d"], [{ start: 5, end: 6 }]));
    expect(pieces).toEqual([`${message}：“abc`, "词", "d”"]);
  });
});
