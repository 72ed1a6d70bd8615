import { centerNotices, centerProducts } from "contract/products/constants";
import { eq } from "drizzle-orm";
import { files, productNotices, products } from "gateway/database/schema";
import { beforeAll, expect, it } from "vitest";
import { addClasses, addNotice, addProducts } from "../support/catalogue";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const center = () => gateway().ok("productCenter", {});
const numbers = Array.from({ length: centerNotices + 1 }, (_, at) => `PCN-2025-10${at}`);
const pictures = ["1", "2", "3"].map((digit) => `${digit.repeat(32)}.svg`) as [string, string, string];

beforeAll(async () => {
  const { database } = gateway();
  const delisted = { delistedAt: new Date() };
  await addClasses(database);
  await addProducts(
    database,
    Array.from({ length: centerProducts + 2 }, (_, at) => ({
      id: at + 1,
      classId: at % 2 === 0 ? 111 : 12,
      since: `2024-0${at + 1}-01`,
    })),
  );
  await database
    .update(products)
    .set(delisted)
    .where(eq(products.id, centerProducts + 2));
  for (const [at, number] of numbers.entries())
    await addNotice(database, { number, productIds: [1], date: `2025-0${at + 1}-01` });
  await database
    .update(productNotices)
    .set(delisted)
    .where(eq(productNotices.number, numbers.at(-1) ?? ""));
  const content = Buffer.from("<svg/>");
  await database
    .insert(files)
    .values(pictures.map((name) => ({ name, type: "image/svg+xml", content, bytes: content.length })));
  for (const [at, id] of [1, 3, centerProducts + 2].entries())
    await database
      .update(products)
      .set({ gallery: [{ name: pictures[at] ?? "", alt: "正面", width: 640, height: 480 }] })
      .where(eq(products.id, id));
});

it("shows the newest products and notices, latest first, and none that was taken down", async () => {
  const { products: shown, notices } = await center();
  expect(shown.map(({ id }) => id)).toEqual(
    Array.from({ length: centerProducts }, (_, at) => centerProducts + 1 - at),
  );
  expect(shown[0]).toMatchObject({ name: "P7", since: "2024-07-01", className: expect.any(String) });
  expect(shown.find(({ id }) => id === 3)?.picture).toMatchObject({
    url: expect.stringContaining(pictures[1]),
  });
  expect(notices.map(({ number }) => number)).toEqual(numbers.slice(0, -1).reverse());
});

it("gives a class of the first level the picture of its newest listed product that has one", async () => {
  const { classes } = await center();
  expect(classes).toMatchObject([
    { id: 1, picture: { url: expect.stringContaining(pictures[1]), alt: "正面" } },
  ]);
});
