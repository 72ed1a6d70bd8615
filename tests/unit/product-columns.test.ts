import { describe, expect, test } from "vitest";
import { chosenColumns, columnsCookie, leadsToColumns } from "~/cookies/product-columns";

const pairOf = (header: string) => header.split(";")[0] ?? "";
const cookies = (header: string) => Object.fromEntries([header.split("=") as [string, string]]);

describe("the cookie of kept columns", () => {
  test("leads past shared pages only for a class that has columns in it", () => {
    const kept = cookies(pairOf(columnsCookie(null, 11, ["sleep"])));
    expect(kept).toEqual({ product_columns: "11-sleep" });
    for (const [address, leads] of [
      ["/products/index?id=11", true],
      ["/h5/products/index?state=production&id=11", true],
      ["/products/index.data?id=11&_routes=x", true],
      ["/products/index?id=11&columns=core", false],
      ["/products/index?id=14", false],
      ["/products/index", false],
      ["/products/details/11?id=11", false],
    ] as const)
      expect(leadsToColumns(address, kept), address).toBe(leads);
  });

  test("stays shorter than browsers take, the latest choice first", () => {
    const columns = Array.from({ length: 12 }, (_, at) => `a${"b".repeat(37)}${at + 10}`);
    let header = "";
    for (let id = 111_111_111; id < 111_111_121; id++) header = pairOf(columnsCookie(header, id, columns));
    expect(header.length).toBeLessThan(4_000);
    expect(chosenColumns(header, 111_111_120)).toEqual(columns);
    expect(chosenColumns(header, 111_111_111)).toEqual([]);
  });
});
