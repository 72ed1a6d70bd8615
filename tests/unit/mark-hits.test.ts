import { describe, expect, it } from "vitest";
import { placesOf } from "../../app/document/mark-hits";

describe("the places of found words on a page", () => {
  const found = (text: string, words: string[]) =>
    placesOf(text, words).map(([from, to]) => text.slice(from, to));

  it("are all of them, in any case, the longer word before the one within it", () => {
    expect(found("看门狗复位：WDT 与 wdt，看门狗", ["看门", "看门狗", "WDT"])).toEqual([
      "看门狗",
      "WDT",
      "wdt",
      "看门狗",
    ]);
  });

  it("are found where the document has no space, and characters mean only themselves", () => {
    expect(found("SPI(0)接口 供电电压 A.B AxB", ["SPI(0)", "供电 电压", "A.B"])).toEqual([
      "SPI(0)",
      "供电电压",
      "A.B",
    ]);
  });

  it("are none without words", () => {
    expect(found("看门狗", [])).toEqual([]);
    expect(found("看门狗", [" ", ""])).toEqual([]);
  });
});
