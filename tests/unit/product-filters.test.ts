import type { ProductFacet } from "contract/products/shapes";
import { parseQuantity, saidQuantity, shownUnitsOf } from "contract/products/units";
import { describe, expect, test } from "vitest";
import { asAddress, askedFilters, limitFields, readFilters } from "~/screens/products/list/filters";

const sleep: ProductFacet = {
  name: "p.sleep",
  title: "深睡电流",
  unit: "A",
  units: ["µA", "mA"],
  type: "number",
  choices: [],
  low: "1.2 µA",
  high: "2 mA",
  bins: [],
};
const textsOf = (query: string) =>
  askedFilters([sleep], readFilters(new URLSearchParams(query))).map(({ text }) => text);

describe("units of filters", () => {
  test("are those of the values, the most frequent first, which a number without a unit gets", () => {
    expect(shownUnitsOf(["5 µA", "2 mA", "8 µA", "–"], "A")).toEqual(["µA", "mA"]);
    expect(shownUnitsOf(["114.7 Mbit/s", "72.2 Mbit/s", "227 kbit/s"], "bit/s")).toEqual([
      "Mbit/s",
      "kbit/s",
    ]);
    expect(shownUnitsOf(["1.8~3.6 V", "606 KB"], "V")).toEqual(["V"]);
    expect(shownUnitsOf([], "B")).toEqual(["B"]);
    expect(shownUnitsOf(["8"], "")).toEqual([]);
    for (const text of ["5", "5 uA", "5µA", "5u", "0.005 mA", "５"])
      expect(parseQuantity(text, "A", "µA"), text).toBe(0.000005);
    expect(parseQuantity("5", "A")).toBe(5);
    expect(parseQuantity("4", "B", "MB")).toBe(4 * 1024 ** 2);
  });

  test("are always shown with the filtered value", () => {
    expect(textsOf("p.sleep.max=5")).toEqual(["深睡电流 ≤ 5 µA"]);
    expect(textsOf("p.sleep.max=5&p.sleep.unit=mA")).toEqual(["深睡电流 ≤ 5 mA"]);
    expect(textsOf("p.sleep.min=500u&p.sleep.max=2+mA&p.sleep.unit=mA")).toEqual(["深睡电流 500 µA 到 2 mA"]);
    expect(textsOf("p.sleep.min=很多")).toEqual(["深睡电流 ≥ 很多"]);
    expect(saidQuantity("7", "", undefined)).toBe("7");
  });

  test("are in the address beside each number, and empty fields are not", () => {
    const sent = "id=11&p.sleep.min=&p.sleep.max=5&p.sleep.unit=µA&p.rate.min=+&p.rate.unit=Mbit/s&p.bus=I2C";
    expect([...asAddress(new URLSearchParams(sent))]).toEqual([
      ["id", "11"],
      ["p.sleep.max", "5 µA"],
      ["p.bus", "I2C"],
    ]);
    // A typed unit wins over the chosen one; and a parameter may itself be named `unit`.
    expect([...asAddress(new URLSearchParams("p.sleep.max=5mA&p.sleep.unit=µA&p.unit=片"))]).toEqual([
      ["p.sleep.max", "5mA"],
      ["p.unit", "片"],
    ]);
  });

  test("are shown beside the numbers of the fields; two units stay as typed", () => {
    const fields = (min: string, max: string) =>
      limitFields(sleep, { "p.sleep.min": [min], "p.sleep.max": [max] });
    expect(fields("", "5")).toEqual({ min: "", max: "5", chosen: "µA" });
    expect(fields("1 mA", "2 mA")).toEqual({ min: "1", max: "2", chosen: "mA" });
    expect(fields("500 µA", "2 mA")).toEqual({ min: "500 µA", max: "2 mA", chosen: "µA" });
    expect(fields("很多", "")).toEqual({ min: "很多", max: "", chosen: "µA" });
    expect(limitFields({ ...sleep, units: [] }, { "p.sleep.max": ["5"] })).toEqual({
      min: "",
      max: "5",
      chosen: "A",
    });
  });
});
