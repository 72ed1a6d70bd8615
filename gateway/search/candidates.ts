import { and, eq, gte, inArray, lt, max, type SQL, sql } from "drizzle-orm";
import { memoized } from "../database/memo";
import type { Database } from "../database/open";
import { posts, topics, topicTags } from "../database/schema";
import { quoted, windowMark, windowSizes } from "./index/document";
import type { SearchQuery, Wanted } from "./query";

/**
 * So many rows of each table are looked at closely: the newest ones that match. A search for a word that is
 * everywhere ranks the newest that have it; one that names what it wants ranks all there is. Its cost is the
 * same in a large forum as in a small one.
 */
export const candidatesMaximum = 200;

/** What narrows a search down. Ids, and moments from which and before which. */
export interface SearchFilters {
  /** Sections that are open, or the one that was chosen. */
  sectionIds: number[];
  tagId?: number;
  authorId?: number;
  from?: Date;
  before?: Date;
  solved?: boolean;
}

/**
 * Where each of the query's parts stands in a document: 4 title, 3 tags, 2 text, 1 a piece only, 0 nowhere.
 */
export type Levels = number[];

export interface TopicCandidate {
  tid: number;
  levels: Levels;
  createdAt: Date;
  views: number;
  replies: number;
  likes: number;
}
export interface PostCandidate {
  pid: number;
  tid: number;
  levels: Levels;
  createdAt: Date;
  likes: number;
  topic: Omit<TopicCandidate, "levels">;
}

/** The query's parts in the order of the levels: terms, phrases, neighbours. */
export const partsOf = ({ terms, phrases, neighbours }: SearchQuery): Wanted[] => [
  ...terms,
  ...phrases,
  ...neighbours,
];

function levelsOf(search: SQL, query: SearchQuery): SQL {
  const levels = partsOf(query).map(
    ({ match }) =>
      sql`case when ${search} @@ ${match("A")}::tsquery then '4' when ${search} @@ ${match("B")}::tsquery then '3' when ${search} @@ ${match("C")}::tsquery then '2' when ${search} @@ ${match("")}::tsquery then '1' else '0' end`,
  );
  return sql`concat(${sql.join(levels, sql`, `)})`;
}
const toLevels = (text: string): Levels => [...text].map(Number);

/** The highest ids, asked for seldom: windows are wide. */
function newestIds(database: Database, now: Date): Promise<{ topic: number; post: number }> {
  return memoized(database, "search-newest", now, 5, async () => {
    const [[topic], [post]] = await Promise.all([
      database.select({ id: max(topics.id) }).from(topics),
      database.select({ id: max(posts.id) }).from(posts),
    ]);
    return { topic: topic?.id ?? 0, post: post?.id ?? 0 };
  });
}

/** Asks for the newest rows first, then for more and more, until there are enough or no more. */
async function newestFirst<Row>(
  newest: number,
  tsquery: string,
  enough: number,
  ask: (tsquery: string) => Promise<Row[]>,
): Promise<Row[]> {
  for (const size of windowSizes) {
    const bucket = Math.floor(newest / size);
    if (bucket < 2) continue;
    const marks = [bucket + 1, bucket, bucket - 1].map((each) => quoted(windowMark(size, each)));
    const rows = await ask(`${tsquery} & (${marks.join(" | ")})`);
    if (rows.length >= enough) return rows;
  }
  return ask(tsquery);
}

/**
 * The newest topics that match, so many, asked for in widening windows. @param ask answers a tsquery, newest
 * first
 */
export async function newestMatching<Row>(
  database: Database,
  now: Date,
  tsquery: string,
  enough: number,
  ask: (tsquery: string) => Promise<Row[]>,
): Promise<Row[]> {
  return newestFirst((await newestIds(database, now)).topic, tsquery, enough, ask);
}

function topicConditions(filters: SearchFilters, own: boolean): (SQL | undefined)[] {
  const { sectionIds, tagId, authorId, from, before, solved } = filters;
  return [
    sql`${topics.listed}`,
    inArray(topics.sectionId, sectionIds),
    tagId === undefined
      ? undefined
      : sql`exists (select 1 from ${topicTags} where ${topicTags.topicId} = ${topics.id} and ${topicTags.tagId} = ${tagId})`,
    solved === undefined ? undefined : eq(topics.solved, solved),
    ...(own
      ? [
          authorId === undefined ? undefined : eq(topics.authorId, authorId),
          from ? gte(topics.createdAt, from) : undefined,
          before ? lt(topics.createdAt, before) : undefined,
        ]
      : []),
  ];
}

/** What of a topic is needed to rank it. */
const topicFacts = {
  tid: topics.id,
  createdAt: topics.createdAt,
  views: topics.views,
  replies: topics.replies,
  likes: topics.likes,
};

async function idsOf(database: Database, query: SQL): Promise<number[]> {
  const { rows } = (await database.execute(query)) as unknown as { rows: { id: number }[] };
  return rows.map(({ id }) => id);
}

/** The newest topics whose title, tags or own text match. */
export async function topicCandidates(
  database: Database,
  now: Date,
  query: SearchQuery,
  tsquery: string,
  filters: SearchFilters,
): Promise<TopicCandidate[]> {
  const { topic: newest } = await newestIds(database, now);
  // `offset 0`: the matches come off the index of words, and are put in order then. Told of the order at
  // once, PostgreSQL may walk the ids from the newest on and read the forum through for a word that is rare.
  const ids = await newestFirst(newest, tsquery, candidatesMaximum, (asked) =>
    idsOf(
      database,
      sql`select id from (select ${topics.id} from ${topics} where ${and(sql`${topics.search} @@ ${asked}::tsquery`, ...topicConditions(filters, true))} offset 0) as matched
        order by id desc limit ${candidatesMaximum}`,
    ),
  );
  if (ids.length === 0) return [];
  const rows = await database
    .select({ ...topicFacts, levels: sql<string>`${levelsOf(sql`${topics.search}`, query)}` })
    .from(topics)
    .where(inArray(topics.id, ids));
  return rows.map((row) => ({ ...row, levels: toLevels(row.levels) }));
}

/**
 * The newest replies that match. @param own whether author and dates are the reply's; otherwise they are the
 * topic's, because the reply only leads to it.
 */
export async function postCandidates(
  database: Database,
  now: Date,
  query: SearchQuery,
  tsquery: string,
  filters: SearchFilters,
  own: boolean,
): Promise<PostCandidate[]> {
  const { post: newest } = await newestIds(database, now);
  const { authorId, from, before } = filters;
  const ownConditions = own
    ? [
        authorId === undefined ? undefined : eq(posts.authorId, authorId),
        from ? gte(posts.createdAt, from) : undefined,
        before ? lt(posts.createdAt, before) : undefined,
      ]
    : [];
  // As above; and each reply's topic is looked up by its id (`limit 1`), however many topics there are.
  const ids = await newestFirst(newest, tsquery, candidatesMaximum, (asked) =>
    idsOf(
      database,
      sql`select matched.id from
        (select ${posts.id}, ${posts.topicId} from ${posts} where ${and(sql`${posts.search} @@ ${asked}::tsquery`, sql`${posts.listed}`, ...ownConditions)} offset 0) as matched
        cross join lateral (select 1 from ${topics} where ${and(sql`${topics.id} = matched.topic_id`, ...topicConditions(filters, !own))} limit 1) as within
        order by matched.id desc limit ${candidatesMaximum}`,
    ),
  );
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      pid: posts.id,
      tid: posts.topicId,
      createdAt: posts.createdAt,
      likes: posts.likes,
      levels: sql<string>`${levelsOf(sql`${posts.search}`, query)}`,
    })
    .from(posts)
    .where(inArray(posts.id, ids));
  const facts = await database
    .select(topicFacts)
    .from(topics)
    .where(inArray(topics.id, [...new Set(rows.map(({ tid }) => tid))]));
  const topicOf = new Map(facts.map((topic) => [topic.tid, topic]));
  return rows.flatMap((row) => {
    const topic = topicOf.get(row.tid);
    return topic ? [{ ...row, levels: toLevels(row.levels), topic }] : [];
  });
}
