import { expect, test } from "vitest";
import { pinPlaces } from "~/screens/products/page/pin-places";

const pin = (number: string) => ({ pin: number, name: `P${number}`, type: "复用", function: "" });
const pins = (count: number) => Array.from({ length: count }, (_, at) => pin(String(at + 1)));
const box = (name: string, count: number | null) => ({ package: name, size: "", pins: count, note: "" });
const places = (packages: ReturnType<typeof box>[], all: ReturnType<typeof pin>[]) =>
  pinPlaces({ packages, pins: all })?.map((side) => side.map((one) => one.pin)) ?? null;

test("pins are counted against the clock, on four sides or on two", () => {
  expect(places([box("QFN8", 8)], [pin("EP"), ...pins(8).reverse()])).toEqual([
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
    ["7", "8"],
  ]);
  for (const name of ["LQFP8", "WQFN8 2×2 mm", "tqfp"])
    expect(places([box(name, 8)], pins(8))).toHaveLength(4);
  for (const name of ["SOP8", "TSSOP8", "SOIC-8", "DIP8", "WSON8"])
    expect(places([box(name, 8)], pins(8))).toEqual([
      ["1", "2", "3", "4"],
      ["5", "6", "7", "8"],
    ]);
});

test("without a package all of whose pins are known there is no drawing", () => {
  expect(places([], pins(8))).toBeNull();
  expect(places([box("QFN8", 8)], pins(7))).toBeNull();
  expect(places([box("QFN8", null), box("QFN10", 10)], pins(10))).toBeNull();
  expect(places([box("BGA8", 8), box("模组", 8), box("", 8)], pins(8))).toBeNull();
  expect(places([box("LQFP176", 176)], pins(176))).toBeNull();
  expect(places([box("LQFP48", 48), box("QFN8", 8)], pins(8))).toHaveLength(4);
});
