import { yearOf } from "contract/base/time";
import type { ResourceAccess } from "contract/resources/constants";
import { max, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { fileTextPages } from "../../database/schema";
import { keep } from "../../server/answers";
import {
  closely,
  levelsOf,
  matches,
  milliseconds,
  type PostCandidate,
  partsAsked,
  stretchesOf,
  toLevels,
} from "../candidates";
import type { CatalogueFilters, FacetValues } from "../catalogue/facets";
import { type Match, type SearchQuery, tsqueryOf } from "../query";

/** A page that matches. `pid` is its row, and `tid` the text of its file. */
export interface PageCandidate extends PostCandidate, FacetValues {
  versionId: number;
}

/** How many pages of one file are candidates: a manual of a thousand pages must not keep out all other files. */
const pagesOfFile = 4;

/** The highest id of a page, cached for some seconds. */
const newestPage = (database: Database, now: Date): Promise<number> =>
  keep({ database, now: () => now }, ["search newest page"], { seconds: 5 }, async () => {
    const [row] = await database.select({ id: max(fileTextPages.id) }).from(fileTextPages);
    return row?.id ?? 0;
  });

const at = sql`(r.date::timestamp at time zone 'Asia/Shanghai')`;

function conditions(
  access: readonly ResourceAccess[],
  { classId, levelId, year, ...others }: CatalogueFilters,
) {
  const all: (SQL | undefined)[] = [
    sql`v.delisted_at is null and v.state <> 'withdrawn' and r.delisted_at is null`,
    sql`r.access in (${sql.join(
      access.map((each) => sql`${each}`),
      sql`, `,
    )})`,
    classId === undefined
      ? undefined
      : sql`exists (select 1 from resource_classes link where link.resource_id = r.id and link.class_id = ${classId})`,
    levelId === undefined
      ? undefined
      : sql`r.level_id in (select id from resource_levels where path @> array[${levelId}::int])`,
    year === undefined ? undefined : sql`extract(year from r.date) = ${year}`,
    Object.values(others).some((other) => other !== undefined) ? sql`false` : undefined,
  ];
  return sql.join(
    all.filter((each) => each !== undefined),
    sql` and `,
  );
}

type Values = [
  ...[id: number, textId: number, versionId: number, at: number, downloads: number, levels: string],
  ...[classes: number[] | null, levelPath: number[] | null],
];

function toCandidate([
  id,
  textId,
  versionId,
  time,
  downloads,
  holds,
  classIds,
  levelIds,
]: Values): PageCandidate {
  const createdAt = new Date(time);
  return {
    pid: id,
    tid: textId,
    versionId,
    levels: toLevels(holds),
    createdAt,
    likes: 0,
    topic: { tid: textId, createdAt, views: downloads, replies: 0, likes: 0 },
    classIds: classIds ?? [],
    levelIds: levelIds ?? [],
    year: yearOf(time),
    fileType: null,
    state: null,
  };
}

/**
 * The newest pages that match, at most some of each file, and a page of every file before the second of any, in one statement: like candidates.ts of the forum, it reads
 * stretches of the index and looks up only the files of the pages that it needs. Only the version that lists show of each
 * resource is searched, because most sentences stand in its earlier versions too.
 */
export async function pageCandidates(
  database: Database,
  now: Date,
  query: SearchQuery,
  match: Match,
  access: readonly ResourceAccess[],
  filters: CatalogueFilters,
): Promise<PageCandidate[]> {
  const stretches = stretchesOf(tsqueryOf(query, match), await newestPage(database, now));
  const matched = stretches.map(
    (tsquery) => sql`select ranked.*, within.* from
      (select id, text_id, place from (select p.id, p.text_id, row_number() over (partition by p.text_id order by p.id) as place
        from file_text_pages p where ${matches(sql`p.search`, tsquery)} offset 0) as found
        where place <= ${sql.raw(String(pagesOfFile))} order by place, id desc) as ranked
      cross join lateral (select v.id as version_id, r.id as resource_id, ${at} as at, r.downloads, r.level_id
        from file_texts f join resource_versions v on v.file_name = f.file_name
        join resources r on r.id = v.resource_id and r.version = v.version
        where f.id = ranked.text_id and ${conditions(access, filters)} order by r.id limit 1) as within`,
  );
  const values = sql`id, text_id, version_id, ${milliseconds(sql`at`)}, downloads, ${levelsOf(query, ["C"])},
    array(select class_id from resource_classes where resource_id = looked.resource_id),
    (select path from resource_levels where id = looked.level_id)`;
  const { rows } = (await database.execute(
    sql`${partsAsked(query)} select ${closely(sql`file_text_pages`, matched, values, sql`place, id desc`)} as pages`,
  )) as unknown as { rows: [{ pages: Values[] }] };
  return rows[0].pages.map(toCandidate);
}
