import type { CallRequest, CallResponse } from "contract";
import type { ResourceKind } from "contract/resources/constants";
import { countedMax, resourcePageSize } from "contract/resources/constants";
import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { productClasses, products, resourceClasses, resourceProducts, resources } from "../database/schema";
import { anyTerm, everyTerm, isSearchable, readQuery } from "../search/query";
import type { Services } from "../server/context";
import { found } from "../server/refusal";
import { countsOf, levelsWithin, ownCount, readLevels, type Scope } from "./levels";
import { resourceRows } from "./rows";

type ListRequest = Omit<CallRequest<"searchResource">, "kind"> & {
  kinds?: readonly ResourceKind[] | undefined;
};

/** The source of a list's ids: one table with an index in the list's order. */
interface Source {
  table: typeof resources | typeof resourceProducts | typeof resourceClasses;
  id: SQL;
  order: SQL;
  conditions: (SQL | undefined)[];
}

const newest = (date: SQL, id: SQL) => sql`${date} desc nulls last, ${id} desc nulls last`;

/** The table for the resources of a product, of a class, or for all, in the order of its index. */
function sourceOf({ prodId, classId, order }: ListRequest, levelIds: number[]): Source {
  if (prodId !== undefined) {
    const { productId, listed, levelId, date, resourceId } = resourceProducts;
    const id = sql`${resourceId}`;
    // A product has few resources, so sorting them without an index is cheap.
    const downloads = sql`(select downloads from ${resources} where ${resources.id} = ${resourceId})`;
    return {
      table: resourceProducts,
      id,
      order: order === "newest" ? newest(sql`${date}`, id) : newest(downloads, id),
      conditions: [eq(productId, prodId), sql`${listed}`, inArray(levelId, levelIds)],
    };
  }
  if (classId !== undefined && order === "newest") {
    const { levelId, date, resourceId } = resourceClasses;
    const id = sql`${resourceId}`;
    const conditions = [eq(resourceClasses.classId, classId), inArray(levelId, levelIds)];
    return { table: resourceClasses, id, conditions, order: newest(sql`${date}`, id) };
  }
  const id = sql`${resources.id}`;
  return {
    table: resources,
    id,
    order: newest(order === "newest" ? sql`${resources.date}` : sql`${resources.downloads}`, id),
    conditions: [isNull(resources.delistedAt), inArray(resources.levelId, levelIds)],
  };
}

/** Filters without stored counts. Lists with such filters are counted up to a limit. */
function looseConditions(
  { prodId, classId, language, year, order }: ListRequest,
  search: string | null,
): SQL[] {
  const ofClass = sql`exists (select 1 from ${resourceClasses} as placed where placed.resource_id = ${resources.id} and placed.class_id = ${classId})`;
  const day = (monthAndDay: string) => `${year}-${monthAndDay}`;
  return [
    classId !== undefined && (prodId !== undefined || order !== "newest") ? ofClass : undefined,
    language === undefined ? undefined : eq(resources.language, language),
    year === undefined ? undefined : gte(resources.date, day("01-01")),
    year === undefined ? undefined : lte(resources.date, day("12-31")),
    search === null ? undefined : sql`${resources.search} @@ ${search}::tsquery`,
  ].filter((condition) => condition !== undefined);
}

/** The ids of one page. With loose conditions the source is joined to the resources. */
function idsFrom(database: Database, { table, id, conditions }: Source, loose: SQL[]) {
  const ids = database.select({ id: id.mapWith(Number).as("id") }).from(table as typeof resources);
  const joined =
    table === resources || loose.length === 0 ? ids : ids.innerJoin(resources, sql`${resources.id} = ${id}`);
  return joined.where(and(...conditions, ...loose));
}

/** The scope whose stored counts apply to the list without further filters. */
const scopeOf = ({ prodId, classId }: ListRequest): Scope =>
  prodId !== undefined
    ? { scope: "product", id: prodId }
    : classId !== undefined
      ? { scope: "class", id: classId }
      : { scope: "all" };

/** Throws for a missing product or class; an empty list would hide the mistake. */
export async function checkPlaces(
  database: Database,
  { prodId, classId }: Pick<ListRequest, "prodId" | "classId">,
): Promise<void> {
  if (prodId !== undefined)
    found(
      (await database.select({ id: products.id }).from(products).where(eq(products.id, prodId)))[0],
      "PRODUCT_NOT_FOUND",
    );
  if (classId !== undefined)
    found(
      (
        await database
          .select({ id: productClasses.id })
          .from(productClasses)
          .where(eq(productClasses.id, classId))
      )[0],
      "CLASS_NOT_FOUND",
    );
}

interface Counted {
  total: number;
  more: boolean;
}

/** The length of a list, from stored counts or counted up to a limit. */
async function countList(
  services: Pick<Services, "database" | "now">,
  request: ListRequest,
  source: Source,
  loose: SQL[],
  search: string | null,
): Promise<Counted> {
  const { database } = services;
  const { language, year, prodId, classId } = request;
  const narrowed = search !== null || language !== undefined || year !== undefined;
  if (!narrowed && (prodId === undefined || classId === undefined)) {
    const levels = await readLevels(services);
    const counts = await countsOf(database, scopeOf(request));
    return {
      total: ownCount(levels, levelsWithin(levels, request.levelId, request.kinds), counts),
      more: false,
    };
  }
  const some = idsFrom(database, source, loose)
    .limit(countedMax + 1)
    .as("some");
  const [row] = await database.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = row?.total ?? 0;
  return { total: Math.min(total, countedMax), more: total > countedMax };
}

/** The tsqueries for a text, the strictest first; null without a text. */
async function tsqueriesOf({ texts }: Pick<Services, "texts">, text: string): Promise<string[] | null> {
  if (text === "") return null;
  const query = await readQuery(texts, text);
  if (!isSearchable(query)) return [];
  return [everyTerm(query), anyTerm(query)].filter((match) => match !== null);
}

/** One page of the resources that meet all conditions (spec 7.2, search by fuzzy condition). */
export async function listResources(
  services: Pick<Services, "database" | "now" | "texts">,
  request: ListRequest,
): Promise<CallResponse<"searchResource">> {
  const { database } = services;
  const levels = await readLevels(services);
  const levelIds = levelsWithin(levels, request.levelId, request.kinds).map(({ id }) => id);
  const source = sourceOf(request, levelIds);
  const searches = (await tsqueriesOf(services, request.text)) ?? [null];
  let loose: SQL[] = [];
  let counted: Counted = { total: 0, more: false };
  for (const search of levelIds.length === 0 ? [] : searches) {
    loose = looseConditions(request, search);
    counted = await countList(services, request, source, loose, search);
    if (counted.total > 0) break;
  }
  if (counted.total === 0) await checkPlaces(database, request);
  const { offset, ...place } = pageOf(counted.total, request.page, resourcePageSize);
  const ids =
    counted.total === 0
      ? []
      : await idsFrom(database, source, loose).orderBy(source.order).limit(resourcePageSize).offset(offset);
  const rows = await resourceRows(
    database,
    ids.map(({ id }) => id),
    levels,
  );
  return { resources: rows, ...place, ...counted };
}
