import { eq } from "drizzle-orm";
import { documents, products } from "gateway/database/schema";
import { backfillDocuments } from "gateway/search/index/backfill";
import { forgetAbout, indexCatalogue } from "gateway/search/index/catalogue";
import { expect, test } from "vitest";
import { addClasses, addNotice, addProducts, quantity } from "../support/catalogue";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

test("after an upgrade all documents are indexed again by a job, the catalogue too, and stay found meanwhile", async () => {
  const { database, services } = gateway();
  await addClasses(database);
  await addProducts(database, [
    {
      id: 7101,
      name: "甲七一零一",
      values: { supply: quantity("1.7~3.6 V", 1.7, 3.6) },
      parts: [{ package: "QFN77 9×9 mm" }],
    },
  ]);
  await addNotice(database, { number: "ERR-7101", productIds: [7101] });
  const found = async (text: string) => {
    const answer = await gateway().ok("fullTextSearch", { text, kind: "all" });
    return [answer.products.map(({ id }) => id), answer.notices.map(({ number }) => number)];
  };
  const both = [[7101], ["ERR-7101"]];
  // The state of an earlier version: products without their packages, notices without a document.
  await database.update(products).set({ search: "'旧词':1A" }).where(eq(products.id, 7101));
  const value = { version: 1, topic: 0, post: 0, lastTopic: 0, lastPost: 0 };
  await database
    .insert(documents)
    .values({ key: "search-documents", value, updatedAt: services.now() })
    .onConflictDoUpdate({ target: documents.key, set: { value } });
  expect([await found("旧词"), await found("qfn77")]).toEqual([
    [[7101], []],
    [[], []],
  ]);
  await backfillDocuments(services, () => true);
  expect(await found("旧词")).toEqual([[7101], []]);
  await backfillDocuments(services);
  expect(await found("甲七一零一")).toEqual(both);
  for (const text of ["QFN77", "9x9", "9 × 9mm", "1.8V 供电", "QFN77 微控制器"])
    expect(await found(text), text).toEqual([[7101], []]);
  for (const text of ["勘误 甲七一零一", "errata 甲七一零一", "err-7101"])
    expect(await found(text), text).toEqual([[], ["ERR-7101"]]);
  expect(await backfillDocuments(services)).toBe(0);
  // Rows that a load writes have no document until it ends; content about a product contains its name.
  await database.update(products).set({ name: "乙七一零一", search: null }).where(eq(products.id, 7101));
  await forgetAbout(database, [7101]);
  expect(await found("乙七一零一")).toEqual([[], []]);
  expect(await indexCatalogue(services.texts, database)).toBe(2);
  expect(await found("乙七一零一")).toEqual(both);
});
