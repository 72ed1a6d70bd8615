import { packId } from "contract/content/fields";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { inArray, max, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { contentLoads, contentPieces, files, products, uploads } from "../../../database/schema";
import type { FieldProblems } from "./kind";

/** The numbers of pieces that are made in the browser begin here: below are those of packs. */
const firstOwn = 1_000_000;
/** A pack's number above it does not move those of the browser to where the column, or the address, ends. */
const lastOwn = 2_000_000_000;

/** The time of rows that have none of their own: those of a pack are as old as the last load. */
export const lastLoad = sql`coalesce((select max(${contentLoads.finishedAt}) from ${contentLoads}), to_timestamp(0))`;

export async function lastLoadTime(database: Database): Promise<Date> {
  const [load] = await database.select({ at: max(contentLoads.finishedAt) }).from(contentLoads);
  return load?.at ?? new Date(0);
}
/** The Markdown of a body's fields. */
export const textsIn =
  (...fields: string[]) =>
  (body: ContentBody) =>
    fields.map((at) => ({ at, text: String(body[at] ?? "") }));

/** The problem of numbers that a list has more than once; none for a right list. */
export function twice(ids: number[]): string[] {
  const again = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  return again.length === 0 ? [] : [`${again.join("、")} 写了两次`];
}

/** The problem of products that do not exist or stand twice, beside the field. */
export async function missingProducts(database: Database, named: unknown): Promise<FieldProblems> {
  const ids = Array.isArray(named) ? named.map(Number) : [];
  if (ids.length === 0) return {};
  const rows = await database.select({ id: products.id }).from(products).where(inArray(products.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  const problems = [
    ...(missing.length > 0 ? [`没有产品 ${missing.join("、")}`] : []),
    ...twice(ids.filter((id) => known.has(id))),
  ];
  return problems.length === 0 ? {} : { products: problems };
}

/** The products that a body's list of them names. */
export const listedProducts = ({ products: named }: ContentBody): number[] =>
  Array.isArray(named) ? named.map(Number) : [];

/**
 * Makes the key of a new piece of a kind whose keys are numbers, after all that there are.
 * @param first where they begin, for a kind of which packs have high numbers
 * @param last above it are none, for a kind whose addresses take fewer digits
 */
export async function nextNumber(
  database: Database,
  kind: ContentKind,
  table: PgTable & { id: PgColumn },
  first = firstOwn,
  last = lastOwn,
) {
  const { rows } = (await database.execute(
    sql`select greatest(${first}::int, (select coalesce(max(${table.id}), 0) from ${table} where ${table.id} < ${last}::int),
      (select coalesce(max(${contentPieces.key}::int), 0) from ${contentPieces}
        where ${contentPieces.kind} = ${kind} and ${contentPieces.key}::int < ${last}::int)) + 1 as id`,
  )) as unknown as { rows: [{ id: number }] };
  return String(rows[0].id);
}

/** The problem of a key that is to be a number; null for a right one. */
export const numberProblem = (key: string) =>
  /^[1-9]\d{0,9}$/.test(key) && packId.safeParse(Number(key)).success ? null : "没有这个编号";

/** The size of a stored picture; null where there is none of this name. */
export async function pictureSize(
  database: Database,
  name: string,
): Promise<{ width: number; height: number } | null> {
  const [file] = await database
    .select({ width: files.width, height: files.height })
    .from(files)
    .where(inArray(files.name, [name]));
  if (!file) return null;
  if (file.width && file.height) return { width: file.width, height: file.height };
  const [upload] = await database
    .select({ width: uploads.width, height: uploads.height })
    .from(uploads)
    .where(inArray(uploads.fileName, [name]));
  return { width: upload?.width ?? 0, height: upload?.height ?? 0 };
}
