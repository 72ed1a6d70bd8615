import { fingerprintOfProduct } from "gateway/content/load/catalogue/products";
import { fingerprintOfValue } from "gateway/content/load/rows/changes";
import { expect, test } from "vitest";

type Arguments = Parameters<typeof fingerprintOfProduct>;

test("a product without cross references has the fingerprint that releases before them stored", () => {
  const front = { id: 1, name: "A100" };
  const row = { pins: [] } as unknown as Arguments[1];
  const of = (crossReferences: unknown[]) =>
    fingerprintOfProduct({ ...front, crossReferences } as unknown as Arguments[0], row, "正文");
  expect(of([])).toBe(fingerprintOfValue([front, row, "正文"]));
  const later = { packages: [{ package: "QFN40", size: "5 × 5 mm", pins: 40, note: "" }] };
  expect(
    fingerprintOfProduct(
      { ...front, crossReferences: [] } as unknown as Arguments[0],
      { ...row, ...later } as unknown as Arguments[1],
      "正文",
    ),
  ).not.toBe(of([]));
  expect(of([{ number: "XM1032", kind: "similar" }])).not.toBe(of([]));
});
