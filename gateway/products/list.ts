import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import type { Picture } from "contract/base/shapes";
import { productStates } from "contract/products/constants";
import type { ProductRow } from "contract/products/shapes";
import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { productParts, products } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import type { CallContext } from "../server/context";
import { countBits } from "./filter/bits";
import { type ClassIndex, classIndex } from "./filter/class-index";
import { facetsOf, inOrder, leftBy, readFilter, withoutEach } from "./filter/filter";

/** The most parameters that a list shows as columns. */
const columnsMax = 6;

const columnsOf = ({ parameters }: ClassIndex) =>
  parameters
    .filter(({ compare, type }) => compare && type !== "text")
    .slice(0, columnsMax)
    .map(({ key, name, unit, units }) => ({ key, name, unit, units }));

/** The packages of each product's parts. */
async function packagesOf(database: Database, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await database
    .select({ productId: productParts.productId, package: productParts.package })
    .from(productParts)
    .where(inArray(productParts.productId, ids))
    .orderBy(asc(productParts.productId), asc(productParts.position));
  const packages = new Map<number, string[]>();
  for (const row of rows) {
    const rowPackages = packages.get(row.productId) ?? [];
    if (!rowPackages.includes(row.package)) rowPackages.push(row.package);
    packages.set(row.productId, rowPackages);
  }
  return packages;
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
  const packages = await packagesOf(database, ids);
  const pictures = await firstPictures(database, rows);
  const byId = new Map(
    rows.map(({ image: _image, ...row }) => [
      row.id,
      { ...row, picture: pictures.get(row.id) ?? null, packages: packages.get(row.id) ?? [] },
    ]),
  );
  return ids.flatMap((one) => byId.get(one) ?? []);
}

/** One page of a class's filtered products, with the facets. */
export async function productPage(
  context: CallContext,
  { id, filters, order, page }: CallRequest<"productList">,
): Promise<CallResponse<"productList">> {
  const index = await classIndex(context, id);
  const filter = readFilter(index, filters);
  const remaining = leftBy(index, filter);
  const places = inOrder(index, remaining, order);
  const { offset, ...place } = pageOf(places.length, page);
  const ids = places.slice(offset, offset + pageSize).map((at) => index.ids[at] ?? 0);
  const columns = columnsOf(index);
  return {
    products: await rowsOf(
      context.database,
      ids,
      columns.map(({ key }) => key),
    ),
    columns,
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
    const packages = await packagesOf(database, chunkIds);
    const { id: productId, name, summary, state, values } = products;
    const read = await database
      .select({ id: productId, name, summary, state, values })
      .from(products)
      .where(inArray(products.id, chunkIds));
    const byId = new Map(read.map((row) => [row.id, row]));
    for (const row of chunkIds.flatMap((one) => byId.get(one) ?? []))
      rows.push([
        ...[String(row.id), row.name, row.summary, stateNames.get(row.state) ?? row.state],
        (packages.get(row.id) ?? []).join("、"),
        ...index.parameters.map(({ key }) => row.values[key]?.shown ?? ""),
      ]);
  }
  return { name: index.row.name, head, rows };
}
