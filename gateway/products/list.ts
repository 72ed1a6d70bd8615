import type { CallRequest, CallResponse } from "contract";
import type { Picture } from "contract/base/shapes";
import { listedAtOnce, productStates } from "contract/products/constants";
import type { ProductRow } from "contract/products/shapes";
import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { productParts, products } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import type { CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import { countBits } from "./filter/bits";
import { type ClassIndex, classIndex } from "./filter/class-index";
import { facetsOf, inOrder, leftBy, readFilter, withoutEach } from "./filter/filter";

/** The parameters that a list shows as columns when nobody chose. */
const usualColumns = 6;

const toColumn = ({ key, name, unit, units }: ClassIndex["parameters"][number]) => ({
  key,
  name,
  unit,
  units,
});

/** The chosen columns, in the class's order. Throws INVALID_REQUEST for one that the class has not. */
function columnsOf({ parameters }: ClassIndex, chosen: string[]) {
  const strange = chosen.filter((key) => !parameters.some((parameter) => parameter.key === key));
  if (strange.length > 0)
    throw new Refusal("INVALID_REQUEST", { columns: [`这个分类没有这一列：${strange.join("、")}`] });
  return parameters.filter(({ key }) => chosen.includes(key)).map(toColumn);
}

const defaultColumns = ({ parameters }: ClassIndex) =>
  parameters
    .filter(({ compare, type }) => compare && type !== "text")
    .slice(0, usualColumns)
    .map(toColumn);

interface OfParts {
  packages: string[];
  order: ProductRow["order"];
}

/** The packages of each product's parts, and the first part that a shop sells. */
async function partsOf(database: Database, ids: number[]): Promise<Map<number, OfParts>> {
  const { productId, number, package: box, temperature, buy, position } = productParts;
  const rows = await database
    .select({ productId, number, package: box, temperature, buy })
    .from(productParts)
    .where(inArray(productId, ids))
    .orderBy(asc(productId), asc(position));
  const products = new Map<number, OfParts>();
  for (const { productId: id, ...part } of rows) {
    const own = products.get(id) ?? { packages: [], order: null };
    if (!own.packages.includes(part.package)) own.packages.push(part.package);
    if (own.order === null && part.buy.length > 0) own.order = part;
    products.set(id, own);
  }
  return products;
}

/** The first picture of each product that has one. */
export async function firstPictures(
  database: Database,
  rows: { id: number; image: (typeof products.$inferSelect.gallery)[number] | null }[],
): Promise<Map<number, Picture>> {
  const withPicture = rows.flatMap(({ id, image }) => (image ? [{ id, image }] : []));
  const pictures = await picturesOf(
    database,
    withPicture.map(({ image }) => image),
  );
  return new Map(withPicture.flatMap(({ id }, at) => (pictures[at] ? [[id, pictures[at]]] : [])));
}

export const firstImage = sql<
  (typeof products.$inferSelect.gallery)[number] | null
>`${products.gallery} -> 0`;

async function rowsOf(database: Database, ids: number[], keys: string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const values = keys.map((key) => sql`${products.values} -> ${key}::text ->> 'shown'`);
  const { id, name, summary, kind, state } = products;
  const rows = await database
    .select({
      id,
      name,
      summary,
      kind,
      state,
      image: firstImage,
      values: sql<(string | null)[]>`json_build_array(${sql.join(values, sql`, `)})`,
    })
    .from(products)
    .where(inArray(products.id, ids));
  const parts = await partsOf(database, ids);
  const pictures = await firstPictures(database, rows);
  const byId = new Map(
    rows.map(({ image: _image, ...row }) => [
      row.id,
      {
        ...row,
        picture: pictures.get(row.id) ?? null,
        ...(parts.get(row.id) ?? { packages: [], order: null }),
      },
    ]),
  );
  return ids.flatMap((one) => byId.get(one) ?? []);
}

/** One page of a class's filtered products, with the facets. */
export async function productPage(
  context: CallContext,
  { id, filters, order, columns: chosen, page }: CallRequest<"productList">,
): Promise<CallResponse<"productList">> {
  const index = await classIndex(context, id);
  const filter = readFilter(index, filters);
  const remaining = leftBy(index, filter);
  const places = inOrder(index, remaining, order);
  const columns = chosen.length > 0 ? columnsOf(index, chosen) : defaultColumns(index);
  const { offset, ...place } = pageOf(places.length, page, listedAtOnce);
  const ids = places.slice(offset, offset + listedAtOnce).map((at) => index.ids[at] ?? 0);
  return {
    products: await rowsOf(
      context.database,
      ids,
      columns.map(({ key }) => key),
    ),
    columns,
    allColumns: index.parameters.map(toColumn),
    facets: facetsOf(index, filter, remaining),
    ...place,
    total: countBits(remaining),
    without: places.length === 0 ? withoutEach(index, filter) : [],
  };
}

/** How many products of a table are read at a time. */
const chunk = 500;

/** The whole filtered list with every parameter, for a spreadsheet. */
export async function productTable(
  context: CallContext,
  { id, filters, order }: CallRequest<"productTable">,
): Promise<CallResponse<"productTable">> {
  const { database } = context;
  const index = await classIndex(context, id);
  const places = inOrder(index, leftBy(index, readFilter(index, filters)), order);
  const ids = places.map((at) => index.ids[at] ?? 0);
  const stateNames = new Map<string, string>(productStates.map(({ code, name }) => [code, name]));
  const head = ["编号", "名称", "简介", "状态", "封装", ...index.parameters.map(({ name }) => name)];
  const rows: string[][] = [];
  for (let at = 0; at < ids.length; at += chunk) {
    const chunkIds = ids.slice(at, at + chunk);
    const parts = await partsOf(database, chunkIds);
    const { id: productId, name, summary, state, values } = products;
    const read = await database
      .select({ id: productId, name, summary, state, values })
      .from(products)
      .where(inArray(products.id, chunkIds));
    const byId = new Map(read.map((row) => [row.id, row]));
    for (const row of chunkIds.flatMap((one) => byId.get(one) ?? []))
      rows.push([
        ...[String(row.id), row.name, row.summary, stateNames.get(row.state) ?? row.state],
        (parts.get(row.id)?.packages ?? []).join("、"),
        ...index.parameters.map(({ key }) => row.values[key]?.shown ?? ""),
      ]);
  }
  return { name: index.row.name, head, rows };
}
