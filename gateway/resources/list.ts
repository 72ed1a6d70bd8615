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

/** Where the ids of a list come from: one table with an index in the list's order. */
interface Source {
  table: typeof resources | typeof resourceProducts | typeof resourceClasses;
  id: SQL;
  order: SQL;
  conditions: (SQL | undefined)[];
}

const newest = (date: SQL, id: SQL) => sql`${date} desc nulls last, ${id} desc nulls last`;

/** A product's resources, a class's, or all; as the index of that table has them. */
function sourceOf({ prodId, classId, order }: ListRequest, levelIds: number[]): Source {
  if (prodId !== undefined) {
    const { productId, listed, levelId, date, resourceId } = resourceProducts;
    const id = sql`${resourceId}`;
    // A product has few resources: sorting them by anything costs little.
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

/** What no index of the source knows: such resources are only counted so far. */
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

/** The ids of one page; with loose conditions the source is joined to the resources that they are about. */
function idsFrom(database: Database, { table, id, conditions }: Source, loose: SQL[]) {
  const ids = database.select({ id: id.mapWith(Number).as("id") }).from(table as typeof resources);
  const joined =
    table === resources || loose.length === 0 ? ids : ids.innerJoin(resources, sql`${resources.id} = ${id}`);
  return joined.where(and(...conditions, ...loose));
}

/** The scope whose kept numbers the list has, when nothing else narrows it down. */
const scopeOf = ({ prodId, classId }: ListRequest): Scope =>
  prodId !== undefined
    ? { scope: "product", id: prodId }
    : classId !== undefined
      ? { scope: "class", id: classId }
      : { scope: "all" };

/** A product or class that is not there is a mistake, and no empty list. */
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

/** How many there are: by the kept numbers, or counted up to a limit. */
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

/** The tsqueries of a condition, the strictest first; none where nothing is looked for. */
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
