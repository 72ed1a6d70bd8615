import fc from "fast-check";
import { changesBetween } from "gateway/text/comparing/changes";
import { describe, expect, it } from "vitest";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `第 ${from + index} 行\n`).join("");

describe("the changes between two texts", () => {
  it("are given by words within a line", () => {
    expect(changesBetween("先查供电电压，再看时钟。", "先查供电纹波，再看时钟。")).toEqual([
      { kind: "same", text: "先查供电" },
      { kind: "removed", text: "电压" },
      { kind: "added", text: "纹波" },
      { kind: "same", text: "，再看时钟。" },
    ]);
  });

  it("include three lines around a change and the number of omitted lines", () => {
    const before = `${lines(1, 10)}旧\n${lines(12, 20)}`;
    expect(changesBetween(before, before.replace("旧\n", ""))).toEqual([
      { kind: "skipped", text: "7 行未变" },
      { kind: "same", text: lines(8, 10) },
      { kind: "removed", text: "旧\n" },
      { kind: "same", text: lines(12, 14) },
      { kind: "skipped", text: "6 行未变" },
    ]);
  });

  it("are none for the same text", () => {
    expect(changesBetween("一\n", "一\n")).toEqual([{ kind: "same", text: "一\n" }]);
  });

  it("of two long texts with nothing in common are one replacement, found at once", () => {
    const [before, after] = ["甲\n乙\n".repeat(5_000), "丙丁".repeat(10_000)];
    expect(changesBetween(before, after)).toEqual([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  });

  it("contain both texts if nothing is omitted", () => {
    const text = fc
      .array(fc.constantFrom("一", "二 ", "\n", "a", "，", "🙂"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = changesBetween(before, after);
        if (changes.some(({ kind }) => kind === "skipped")) return;
        const without = (left: string) =>
          changes
            .filter(({ kind }) => kind !== left)
            .map((change) => change.text)
            .join("");
        expect([without("added"), without("removed")]).toEqual([before, after]);
      }),
    );
  });
});
