import { yearOf } from "contract/base/time";
import { type ProductKind, productKinds } from "contract/products/constants";
import type { CatalogueKind } from "contract/search/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { closely, type Levels, levelsOf, matches, milliseconds, partsAsked, toLevels } from "../candidates";
import { catalogueTables } from "../index/catalogue";
import { type Match, type SearchQuery, tsqueryOf } from "../query";
import type { CatalogueFilters, FacetValues } from "./facets";

/** An entry of the catalogue that matches a part of the query, with the values for ranking and sorting. */
export interface CatalogueCandidate extends FacetValues {
  id: number;
  levels: Levels;
  createdAt: Date;
  /** The number of downloads, followers, reads or plays. */
  count: number;
  /** The rank of a product's kind: a chip comes before the products that contain it. -1 for other entries. */
  place: number;
}

const beijingDay = (column: SQL) => sql`(${column}::timestamp at time zone 'Asia/Shanghai')`;
const none = sql`'[]'::json`;

/** The classes of the products that news or a video are about, with all classes above. */
const classesThrough = (table: SQL, key: SQL, own = sql`looked.id`) =>
  sql`array(select distinct unnest(c.path) from ${table} link join products p on p.id = link.product_id
    join product_classes c on c.id = p.class_id where link.${key} = ${own})`;
const ofClass = (table: SQL, key: SQL, id: number, own = sql`t.id`) =>
  sql`exists (select 1 from ${table} link join products p on p.id = link.product_id
    join product_classes c on c.id = p.class_id where link.${key} = ${own} and c.path @> array[${id}::int])`;

interface Source {
  /** The time of publication. */
  at: SQL;
  condition: SQL;
  /** Further columns for the values. */
  columns: SQL;
  /** The facets of a row `looked`: classes, levels, file type and state. */
  facets: SQL;
  /** The kind of a row `looked` of the products. */
  productKind?: SQL;
  /** The condition that hides entries with a later date. @param at the present time */
  open?(at: string): SQL;
  /** The condition that a row `t` belongs to a class. */
  ofClass(id: number): SQL;
  ofLevel?(id: number): SQL;
}

const sources: Record<CatalogueKind, Source> = {
  products: {
    at: beijingDay(sql`t.since`),
    condition: sql`t.followers`,
    columns: sql`t.class_id, t.state, t.kind`,
    facets: sql`(select path from product_classes where id = looked.class_id), ${none}, null, state`,
    productKind: sql`kind`,
    ofClass: (id) => sql`t.class_id in (select id from product_classes where path @> array[${id}::int])`,
  },
  resources: {
    at: beijingDay(sql`t.date`),
    condition: sql`t.downloads`,
    columns: sql`t.level_id, t.file_type`,
    facets: sql`array(select class_id from resource_classes where resource_id = looked.id),
      (select path from resource_levels where id = looked.level_id), file_type, null`,
    ofClass: (id) =>
      sql`exists (select 1 from resource_classes link where link.resource_id = t.id and link.class_id = ${id})`,
    ofLevel: (id) => sql`t.level_id in (select id from resource_levels where path @> array[${id}::int])`,
  },
  notices: {
    at: beijingDay(sql`t.date`),
    condition: sql`0`,
    columns: sql`t.number`,
    facets: sql`${classesThrough(sql`notice_products`, sql`notice_number`, sql`looked.number`)}, ${none}, null, null`,
    ofClass: (id) => ofClass(sql`notice_products`, sql`notice_number`, id, sql`t.number`),
  },
  news: {
    at: sql`t.date`,
    condition: sql`t.views`,
    columns: sql`t.category_id`,
    facets: sql`${classesThrough(sql`news_products`, sql`news_id`)}, ${none}, null, null`,
    // News with a later date are hidden until then. Products are not: the operator announces them earlier.
    open: (at) => sql`t.date <= ${at}::timestamptz`,
    ofClass: (id) => ofClass(sql`news_products`, sql`news_id`, id),
  },
  videos: {
    at: beijingDay(sql`t.date`),
    condition: sql`t.plays`,
    columns: sql`t.seconds`,
    facets: sql`${classesThrough(sql`video_products`, sql`video_id`)}, ${none}, null, null`,
    ofClass: (id) => ofClass(sql`video_products`, sql`video_id`, id),
  },
  courses: {
    at: sql`t.opens_at`,
    condition: sql`t.learners`,
    columns: sql`t.minutes`,
    facets: sql`${classesThrough(sql`course_products`, sql`course_id`)}, ${none}, null, null`,
    open: (at) => sql`t.opens_at <= ${at}::timestamptz`,
    ofClass: (id) => ofClass(sql`course_products`, sql`course_id`, id),
  },
  lessons: {
    at: sql`(select opens_at from courses where id = t.course_id)`,
    condition: sql`t.plays`,
    columns: sql`t.course_id`,
    facets: sql`array(select distinct unnest(c.path) from course_products link join products p on p.id = link.product_id
      join product_classes c on c.id = p.class_id where link.course_id = looked.course_id), ${none}, null, null`,
    open: (at) => sql`exists (select 1 from courses held where held.id = t.course_id
      and held.delisted_at is null and held.opens_at <= ${at}::timestamptz)`,
    ofClass: (id) => sql`exists (select 1 from course_products link join products p on p.id = link.product_id
      join product_classes c on c.id = p.class_id where link.course_id = t.course_id and c.path @> array[${id}::int])`,
  },
};

function conditions(kind: CatalogueKind, now: Date, filters: CatalogueFilters): SQL {
  const { at, ofClass: inClass, ofLevel } = sources[kind];
  const { classId, levelId, fileType, year, state } = filters;
  const all = [
    sql`t.delisted_at is null`,
    sources[kind].open?.(now.toISOString()),
    classId === undefined ? undefined : inClass(classId),
    levelId === undefined ? undefined : (ofLevel?.(levelId) ?? sql`false`),
    fileType === undefined ? undefined : kind === "resources" ? sql`t.file_type = ${fileType}` : sql`false`,
    state === undefined ? undefined : kind === "products" ? sql`t.state = ${state}` : sql`false`,
    year === undefined ? undefined : sql`extract(year from ${at} at time zone 'Asia/Shanghai') = ${year}`,
  ];
  return sql.join(
    all.filter((each) => each !== undefined),
    sql` and `,
  );
}

/** What to read of the matches of each kind. */
interface CatalogueQuery {
  query: SearchQuery;
  match: Match;
  filters: CatalogueFilters;
  /** The folded beginning of an order number; its products are candidates whatever their texts contain. */
  parts: string | null;
  /** Whether to read the values of facets, which takes several queries for each row. */
  facets: boolean;
}

function matching(
  kind: CatalogueKind,
  now: Date,
  { query, match, filters, parts, facets: wantsFacets }: CatalogueQuery,
): SQL {
  const { at, condition, columns, facets, productKind } = sources[kind];
  const byText = matches(sql`t.search`, tsqueryOf(query, match));
  const found =
    kind === "products" && parts !== null
      ? sql`t.id in (select id from products t where ${byText} union select product_id from (${partsLike(parts)}) as part)`
      : byText;
  return closely(
    sql`${catalogueTables[kind]}`,
    [
      sql`select t.id, ${at} as at, ${condition} as wanted, ${columns} from ${catalogueTables[kind]} t
      where ${found} and ${conditions(kind, now, filters)} offset 0`,
    ],
    sql`id, ${milliseconds(sql`at`)}, wanted, ${levelsOf(query, ["A", "B", "C"])}, ${productKind ?? sql`null`}
      ${wantsFacets ? sql`, ${facets}` : sql``}`,
  );
}

/** The number of order numbers that are read for one beginning. */
const partsMaximum = 50;

/** A select of order numbers by their beginning. It needs no escaping for `like`: it has only letters and digits. */
export const partsLike = (folded: string, limit = partsMaximum): SQL =>
  sql`select number, folded, product_id from product_parts where folded like ${`${folded}%`} order by folded limit ${limit}`;

type Values = [
  ...[id: number, at: number, wanted: number, holds: string, kind: ProductKind | null],
  ...[classes?: number[] | null, levels?: number[] | null, fileType?: string | null, state?: string | null],
];

function toCandidate([
  id,
  at,
  count,
  holds,
  kind,
  classIds,
  levelIds,
  fileType = null,
  state = null,
]: Values): CatalogueCandidate {
  return {
    id,
    levels: toLevels(holds),
    createdAt: new Date(at),
    count,
    year: yearOf(at),
    classIds: classIds ?? [],
    levelIds: levelIds ?? [],
    fileType,
    state,
    place: productKinds.findIndex(({ code }) => code === kind),
  };
}

export interface PartFound {
  number: string;
  folded: string;
  productId: number;
}
export interface CatalogueFound {
  candidates: Map<CatalogueKind, CatalogueCandidate[]>;
  parts: PartFound[];
}

/** The matches of each of these kinds, in one statement. */
export async function catalogueCandidates(
  database: Database,
  now: Date,
  kinds: readonly CatalogueKind[],
  asked: CatalogueQuery,
): Promise<CatalogueFound> {
  const { query, parts } = asked;
  const wantsParts = parts !== null && kinds.includes("products");
  const columns = [
    ...kinds.map((kind) => sql`${matching(kind, now, asked)} as ${sql.identifier(kind)}`),
    ...(wantsParts
      ? [
          sql`(select coalesce(json_agg(json_build_array(number, folded, product_id)), '[]') from (${partsLike(parts)}) as part) as parts`,
        ]
      : []),
  ];
  const { rows } = (await database.execute(
    sql`${partsAsked(query)} select ${sql.join(columns, sql`, `)}`,
  )) as unknown as {
    rows: [Record<CatalogueKind, Values[]> & { parts?: [string, string, number][] }];
  };
  return {
    candidates: new Map(kinds.map((kind) => [kind, rows[0][kind].map(toCandidate)])),
    parts: (rows[0].parts ?? []).map(([number, folded, productId]) => ({ number, folded, productId })),
  };
}
