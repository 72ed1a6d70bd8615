import { eq } from "drizzle-orm";
import { productCrossReferences, productParts, products } from "gateway/database/schema";
import { beforeAll, describe, expect, test } from "vitest";
import { addClasses, addProducts, addResource, quantity } from "../support/catalogue";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

const reference = (productId: number, number: string, kind: "pinCompatible" | "similar", note = "") => ({
  productId,
  number,
  kind,
  note,
  maker: "别家",
  position: 0,
  folded: number.replace(/-/g, ""),
});

beforeAll(async () => {
  const { database } = gateway();
  await addClasses(database);
  await addProducts(database, [
    { id: 1, name: "AX21V100", values: { current: quantity("500 mA", 0.5) } },
    { id: 2, name: "AX21M-1", kind: "module" },
    { id: 3, name: "AX22" },
    { id: 4, name: "AX23", delisted: true },
    { id: 5, name: "BQ40", kind: "board" },
    { id: 6, name: "BQ41" },
    { id: 7, name: "BQ42" },
    { id: 8, name: "AX21 摄像头套件", kind: "kit" },
    { id: 9, name: "CR", kind: "chip" },
    { id: 10, name: "DS" },
    { id: 11, name: "EF600" },
    { id: 12, name: "EF600 gpio", kind: "kit" },
  ]);
  const part = (number: string, productId: number, position = 0) => ({
    number,
    folded: number.replace(/-/g, ""),
    productId,
    position,
    package: "QFN40",
    buy: [{ name: "商城", url: `https://shop.example.com/${number}` }],
  });
  await database
    .insert(productParts)
    .values([part("AX21V100-Q40", 1), part("AX21V100-Q48", 1, 1), part("AX21M-1-T", 2), part("AX23-Q40", 4)]);
  const crowd = (beginning: string, productId: number) =>
    Array.from({ length: 30 }, (_, at) =>
      part(`${beginning}${String(at).padStart(2, "0")}`, productId, at + 1),
    );
  await database.insert(productParts).values([...crowd("CR70", 4), part("CR7999", 9), ...crowd("DS5", 10)]);
  await database
    .insert(productCrossReferences)
    .values([
      reference(3, "ZZ900-QFN", "similar", "要改板"),
      reference(1, "ZZ900-QFN", "pinCompatible"),
      reference(4, "ZZ905", "similar"),
    ]);
  await addResource(database, { id: 31, productId: 1, kind: "datasheet", fileName: `${"a".repeat(32)}.pdf` });
});

const search = (text: string, kind: "all" | "products" | "topics" = "all") =>
  gateway().ok("fullTextSearch", { text, kind });
const hit = async (text: string) => {
  const { part } = await search(text);
  return part && [part.product.id, part.match, part.number];
};

describe("a searched part number", () => {
  test.each([
    ["AX21V100", [1, "exact", "AX21V100"]],
    ["ax21v100", [1, "exact", "AX21V100"]],
    ["ＡＸ２１ V100", [1, "exact", "AX21V100"]],
    ["AX21V100-Q48", [1, "exact", "AX21V100-Q48"]],
    // The chip is named before its module.
    ["AX21", [1, "beginning", "AX21V100"]],
    ["AX21M", [2, "beginning", "AX21M-1"]],
    ["AX21V100-Q40T3", [1, "longer", "AX21V100-Q40"]],
    // The only chip among a board and it; two chips; one that was taken down; what is no number.
    ["AX2", null],
    ["BQ4", null],
    ["AX23", null],
    ["AX23-Q40", null],
    ["ZZ905", null],
    ["current", null],
    ["芯片 AX21V100", null],
    // Another word is no packing code.
    ["AX21V100 i2c", null],
    // Listed among more delisted chips' numbers than are read; and too many to know the only chip among them.
    ["CR7", [9, "beginning", "CR7999"]],
    ["DS5", null],
    ["DS500", [10, "exact", "DS500"]],
  ])("%s leads to %j", async (text, expected) => {
    expect(await hit(text)).toEqual(expected);
    expect((await search(text, "products")).part?.product.id).toBe(expected?.[0]);
    const suggested = await gateway().ok("searchSuggest", { text });
    expect(suggested.part?.product.id).toBe(expected?.[0]);
  });

  test("shows what decides: figures, datasheet, orders", async () => {
    const { part } = await search("AX21V100");
    expect(part).toMatchObject({
      product: { id: 1, name: "AX21V100", kind: "chip", state: "production" },
      summary: "AX21V100的简介",
      class: { id: 11 },
      figures: [{ name: "最大电流", value: "500 mA" }],
      datasheet: { id: 31, version: "1.0", url: expect.stringContaining("/gateway/media/") },
      reference: null,
      corrected: false,
      others: [],
    });
    expect(part?.orders.map(({ number, buy }) => [number, buy[0]?.name])).toEqual([
      ["AX21V100-Q40", "商城"],
      ["AX21V100-Q48", "商城"],
    ]);
    expect((await search("AX21V100", "topics")).part).toBeNull();
    expect(
      (await gateway().ok("fullTextSearch", { text: "AX21V100", kind: "all", page: 2 })).part,
    ).toBeNull();
  });

  test("of another maker leads to the closest product, with the others beside it", async () => {
    for (const text of ["ZZ900-QFN", "zz900qfn", "ZZ900", "ZZ900-QFN-T"]) {
      const { part } = await search(text);
      expect(part?.product.id, text).toBe(1);
      expect(part?.reference).toEqual({
        number: "ZZ900-QFN",
        maker: "别家",
        kind: "pinCompatible",
        note: "",
      });
      expect(part?.others).toEqual([{ id: 3, name: "AX22", how: "similar", note: "要改板" }]);
    }
    expect((await gateway().ok("productInfo", { id: 3 })).references).toEqual([
      { number: "ZZ900-QFN", maker: "别家", kind: "similar", note: "要改板" },
    ]);
  });

  test("with one mistake leads there too, and says so", async () => {
    for (const [text, id] of [
      ["AX21V1O0", 1],
      ["AX21V10", 1],
      ["AX12V100", 1],
      ["ZZ900-QFM", 1],
    ] as const) {
      const { part } = await search(text);
      expect(part?.product.id, text).toBe(id);
      const suggested = await gateway().ok("searchSuggest", { text });
      expect(suggested.part?.product.id, text).toBe(id);
    }
    expect((await search("AX21V1O0")).part?.corrected).toBe(true);
  });

  test("with another word beside it does not keep the correction away", async () => {
    const { part, suggestion } = await search("EF600 gpoi");
    expect([part?.product.id, part?.corrected, suggestion]).toEqual([12, true, "EF600 gpio"]);
    // One with a packing code has its card, whatever else the name without it finds.
    expect((await search("AX21V100-Q40T3")).part).toMatchObject({ match: "longer", corrected: false });
  });

  test("that nothing answers to gives the numbers that begin like it", async () => {
    const { part, near, total } = await search("AX2199999");
    expect([part, total]).toEqual([null, 0]);
    expect(near.map(({ productId }) => productId)).toEqual([1, 2, 8, 3]);
    expect((await search("QQ777")).near).toEqual([]);
  });
});

test("a product that is removed takes its cross-references with it", async () => {
  const { database } = gateway();
  await addProducts(database, [{ id: 13, name: "GT70" }]);
  await database.insert(productCrossReferences).values(reference(13, "YY700", "similar"));
  await database.delete(products).where(eq(products.id, 13));
  expect(await database.$count(productCrossReferences, eq(productCrossReferences.productId, 13))).toBe(0);
});
