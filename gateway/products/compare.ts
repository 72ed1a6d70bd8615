import type { CallRequest, CallResponse } from "contract";
import { productKinds, productStates } from "contract/products/constants";
import { asc, eq, inArray } from "drizzle-orm";
import { productClasses, productParts, products } from "../database/schema";
import type { CallContext } from "../server/context";
import { parametersOn, wayTo } from "./class-parameters";
import { firstPictures } from "./list";
import { datasheetsOf } from "./numbers/datasheets";

/** The orderable parts of a product that a comparison names. */
const ordersMax = 6;

type Row = CallResponse<"productCompare">["rows"][number];

const row = (name: string, values: (string | null)[]): Row => ({
  name,
  values,
  differs: new Set(values).size > 1,
});

const nameOf = (choices: readonly { code: string; name: string }[], code: string) =>
  choices.find((choice) => choice.code === code)?.name ?? code;

/**
 * A comparison of products: their datasheets, properties, orderable parts, and every parameter that at least one of them has.
 */
export async function compareProducts(
  context: Pick<CallContext, "database" | "settings" | "now">,
  { ids }: CallRequest<"productCompare">,
): Promise<CallResponse<"productCompare">> {
  const { database } = context;
  const found = await database
    .select()
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .where(inArray(products.id, [0, ...ids]));
  const comparedProducts = [...new Set(ids)].flatMap(
    (id) => found.find((one) => one.products.id === id) ?? [],
  );
  const parts = await database
    .select()
    .from(productParts)
    .where(inArray(productParts.productId, [0, ...ids]))
    .orderBy(asc(productParts.position));
  const ofParts = (read: (part: (typeof parts)[number]) => string) =>
    comparedProducts.map((one) => {
      const texts = parts.filter((part) => part.productId === one.products.id).map(read);
      return [...new Set(texts)].filter((text) => text !== "").join("、") || null;
    });
  const classIds = [...new Set(comparedProducts.flatMap((one) => one.product_classes.path))];
  // A parameter of a shared parent class gives one row; equal parameters of sibling classes are merged into one row
  // too.
  const parameters = new Map(
    (await parametersOn(database, classIds))
      .filter(({ compare }) => compare)
      .map((parameter) => [`${parameter.key} ${parameter.name} ${parameter.unit}`, parameter]),
  );
  const pictures = await firstPictures(
    database,
    comparedProducts.map(({ products: { id, gallery } }) => ({ id, image: gallery[0] ?? null })),
  );
  const datasheets = await datasheetsOf(
    context,
    comparedProducts.map(({ products: { id } }) => id),
  );
  const all = <Value>(read: (product: (typeof comparedProducts)[number]["products"]) => Value) =>
    comparedProducts.map((one) => read(one.products));
  const rows = [
    row(
      "状态",
      all(({ state }) => nameOf(productStates, state)),
    ),
    row(
      "种类",
      all(({ kind }) => nameOf(productKinds, kind)),
    ),
    row(
      "上市时间",
      all(({ since }) => since),
    ),
    row(
      "最后订货日",
      all(({ lastOrder }) => lastOrder),
    ),
    row(
      "封装",
      ofParts((part) => part.package),
    ),
    row(
      "工作温度",
      ofParts((part) => part.temperature),
    ),
    ...[...parameters.values()].map(({ key, name }) =>
      row(
        name,
        all(({ values }) => values[key]?.shown ?? null),
      ),
    ),
  ].filter(({ values }) => values.some((value) => value !== null));
  return {
    products: await Promise.all(
      comparedProducts.map(async ({ products: one, product_classes: itsClass }) => {
        const { id, name, summary, kind, state } = one;
        const path = await wayTo(database, itsClass);
        const orders = parts.filter(({ productId, buy }) => productId === id && buy.length > 0);
        return {
          id,
          name,
          summary,
          kind,
          state,
          picture: pictures.get(id) ?? null,
          path,
          datasheet: datasheets.get(id) ?? null,
          orders: orders.slice(0, ordersMax).map(({ number, temperature, buy, package: box }) => ({
            number,
            package: box,
            temperature,
            buy,
          })),
        };
      }),
    ),
    rows,
  };
}
