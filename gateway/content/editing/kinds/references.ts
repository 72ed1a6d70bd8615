import { filesPrefix } from "contract/base/wire";
import { packId } from "contract/content/fields";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { asc, inArray, max, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { contentLoads, contentPieces, products, sections } from "../../../database/schema";
import { picturesOf, placePictures } from "../../pack/check/pictures";
import type { Choice, FieldProblems } from "./kind";

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
const shownPicture = new RegExp(` src="(${filesPrefix}[0-9a-f]{32}\\.[a-z]{2,4})"`, "g");

/**
 * The Markdown of a row that a pack's load wrote, with the addresses of the stored pictures in place of the pack's
 * paths. The row's HTML shows the same pictures in the same order.
 */
export function placedSource(source: string, html: string): string {
  const paths = picturesOf(source);
  const addresses = [...html.matchAll(shownPicture)].map(([, address = ""]) => address);
  if (paths.length === 0 || paths.length !== addresses.length) return source;
  const byPath = new Map(paths.map((path, index) => [path, addresses[index] ?? ""]));
  return placePictures(source, (path) => byPath.get(path) ?? path);
}

/** The Markdown of a body's fields. */
export const textsIn =
  (...fields: string[]) =>
  (body: ContentBody) =>
    fields.map((at) => ({ at, text: String(body[at] ?? "") }));

/** Why others need a piece, with the first of their names; null when there are none. */
export function neededBy(what: string, all: { title: string }[], why: string): string | null {
  if (all.length === 0) return null;
  const names = all.slice(0, 5).map(({ title }) => `「${title}」`);
  return `${what}${names.join("")}${all.length > names.length ? `等 ${all.length} 个` : ""}${why}`;
}

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

/** The sections to choose from. @param present one that a body has already */
export async function sectionChoices(database: Database, present: unknown): Promise<Choice[]> {
  const all = await database
    .select({ id: sections.id, name: sections.name, listed: sections.listed })
    .from(sections)
    .orderBy(asc(sections.position));
  return all
    .filter(({ id, listed }) => listed || id === present)
    .map(({ id, name, listed }) => ({ value: String(id), name: listed ? name : `${name}（未列出）` }));
}
