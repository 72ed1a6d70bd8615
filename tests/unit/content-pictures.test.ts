import { picturesOf, placePictures } from "gateway/content/pack/check/pictures";
import { parseDuration } from "gateway/content/pack/schemas/durations";
import { describe, expect, it } from "vitest";

describe("pictures in a pack's Markdown", () => {
  const cases: [string, string[]][] = [
    ['![图](images/a.svg) 和 ![图](images/b-2.svg "题")', ["images/a.svg", "images/b-2.svg"]],
    ["[![图](images/a.svg)](https://example.com)", ["images/a.svg"]],
    ["![外面的](https://example.com/images/a.svg)", []],
    ["```\n![图](images/a.svg)\n```\n![图](images/b.svg)", ["images/b.svg"]],
    ["~~~md\n```\n![图](images/a.svg)\n~~~\n![图](images/b.svg)", ["images/b.svg"]],
    ["````\n```\n![图](images/a.svg)\n```\n````", []],
    ["写成 `![图](images/a.svg)` 就行，``a ` ![图](images/c.svg)`` ![图](images/b.svg)", ["images/b.svg"]],
    ["一个 ` 反引号 ![图](images/a.svg)", ["images/a.svg"]],
  ];
  it.each(cases)("%s", (source, expected) => {
    expect(picturesOf(source)).toEqual(expected);
    const placed = placePictures(source, (path) => `/x/${path.split("/")[1]}`);
    for (const path of expected) expect(placed).toContain(`(/x/${path.split("/")[1]}`);
    expect(placed.match(/\(\/x\//g)?.length ?? 0).toBe(expected.length);
  });
});

describe("durations", () => {
  it.each([
    ["12d4h", 12 * 86_400_000 + 4 * 3_600_000],
    ["35m", 35 * 60_000],
    ["1d2h30m", 86_400_000 + 9_000_000],
    ["0m", 0],
  ])("%s", (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));
  it.each(["", "12", "d", "-1d", "1.5h", "1d ", "1s", "123456d"])("%j is none", (text) =>
    expect(parseDuration(text)).toBeNull(),
  );
});
