import { type AnyColumn, and, eq, gte, lt, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, sections, topics, topicTags } from "../database/schema";
import { keep } from "../server/answers";
import { quoteToken, windowMark, windowSizes } from "./index/document";
import { type Match, type SearchQuery, tsqueryOf, type WordMatch } from "./query";

/**
 * The search ranks at most this many rows of each table: the newest matches. For a common word these are the newest
 * texts with it; for rare words they are all matches. So the cost does not grow with the forum.
 */
export const candidatesMaximum = 200;

/** Filters of a search: ids and a period. */
export interface SearchFilters {
  /** The chosen section; without it, all sections. Closed sections are never searched. */
  sectionId?: number;
  tagId?: number;
  authorId?: number;
  from?: Date;
  before?: Date;
  solved?: boolean;
}

/** The best place of each query part in a document: 4 title, 3 tags, 2 text, 1 only a piece of a word, 0 no match. */
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
export const partsOf = ({ terms, phrases, neighbours }: SearchQuery): WordMatch[] => [
  ...terms,
  ...phrases,
  ...neighbours,
];

/** The weights of documents with the levels they mean, highest first, and the places in the `parts` of a statement. */
const weightLevels = { A: 4, B: 3, C: 2 } as const;
type Weight = keyof typeof weightLevels;

/**
 * The `with` of a statement that ranks: the query's parts for each weight and for none. PostgreSQL reads each of them
 * once, not for each row and each table.
 */
export function partsAsked(query: SearchQuery): SQL {
  const columns = partsOf(query).flatMap(({ match }, index) =>
    (["A", "B", "C", ""] as const).map(
      (weight) => sql`${match(weight)}::tsquery as ${sql.raw(partName(index, weight))}`,
    ),
  );
  return sql`with parts as materialized (select ${sql.join(columns, sql`, `)})`;
}
const partName = (index: number, weight: Weight | "") => `part${index}${weight.toLowerCase()}`;

/**
 * The best place of each part in the column `document` of the ranked rows, which stand beside `partsAsked`.
 * @param weights the weights in the table's documents, highest first
 */
export function levelsOf(query: SearchQuery, weights: readonly Weight[]): SQL {
  const levels = partsOf(query).map((_, index) => {
    const places = weights.map(
      (weight) => `when document @@ ${partName(index, weight)} then '${weightLevels[weight]}'`,
    );
    return `case ${places.join(" ")} when document @@ ${partName(index, "")} then '1' else '0' end`;
  });
  return sql.raw(`concat(${levels.join(", ")})`);
}
export const toLevels = (text: string): Levels => [...text].map(Number);

/** The highest ids, cached for some seconds: the windows are wide, so they need no exact ids. */
function newestIds(database: Database, now: Date): Promise<{ topic: number; post: number }> {
  return keep({ database, now: () => now }, ["search newest"], { seconds: 5 }, async () => {
    const [[topic], [post]] = await Promise.all([
      database.select({ id: max(topics.id) }).from(topics),
      database.select({ id: max(posts.id) }).from(posts),
    ]);
    return { topic: topic?.id ?? 0, post: post?.id ?? 0 };
  });
}

/** The search uses a window only when the table has at least this many, so that the window skips most of the table. */
const windowsLeast = 4;

/** The sizes of the windows that are worth a look in a table whose newest row has this id. */
const windowsOf = (newest: number) => windowSizes.filter((size) => Math.floor(newest / size) >= windowsLeast);

/** The marks of the newest rows, as a tsquery. */
function newestMarks(size: number, newest: number): string {
  const bucket = Math.floor(newest / size);
  const marks = [bucket + 1, bucket, bucket - 1].map((each) => quoteToken(windowMark(size, each)));
  return `(${marks.join(" | ")})`;
}

/** The query for the newest rows, for older rows, and so on to the oldest: every row is in one of the stretches. */
export function stretchesOf(tsquery: string, newest: number): string[] {
  const marks = windowsOf(newest).map((size) => newestMarks(size, newest));
  return [...marks, null].map((within, index) => {
    const before = marks[index - 1];
    return [tsquery, ...(within ? [within] : []), ...(before ? [`!${before}`] : [])].join(" & ");
  });
}

/**
 * The newest matching rows, up to a limit, from wider and wider windows. @param ask runs a tsquery and returns the
 * newest rows first
 */
export async function newestMatching<Row>(
  database: Database,
  now: Date,
  tsquery: string,
  enough: number,
  ask: (tsquery: string) => Promise<Row[]>,
): Promise<Row[]> {
  const { topic: newest } = await newestIds(database, now);
  for (const size of windowsOf(newest)) {
    const rows = await ask(`${tsquery} & ${newestMarks(size, newest)}`);
    if (rows.length >= enough) return rows;
  }
  return ask(tsquery);
}

/**
 * The condition that a document matches. The query is in a subselect, so that PostgreSQL plans for an unknown one and
 * reads the word index: for a word that it knows to be common it would unpack every document of the table instead, which
 * it takes to be cheap. Use it only where all matches are read (`closely`). Where the first ones are enough, PostgreSQL
 * has to know how rare the word is.
 */
export const matches = (document: SQL | AnyColumn, tsquery: string): SQL =>
  sql`${document} @@ (select ${tsquery}::tsquery)`;

function topicConditions(filters: SearchFilters, own: boolean): (SQL | undefined)[] {
  const { sectionId, tagId, authorId, from, before, solved } = filters;
  return [
    sql`${topics.listed}`,
    sql`${topics.sectionId} in (select ${sections.id} from ${sections} where ${sections.listed})`,
    sectionId === undefined ? undefined : eq(topics.sectionId, sectionId),
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

export const milliseconds = (column: SQL) => sql`floor(extract(epoch from ${column}) * 1000)::int8`;

/**
 * Returns the newest matches as one JSON text, because two hundred rows of eight values cost more to transfer than to
 * find. Each document is read once, only for these rows, and decompressed (`||`) once instead of once for each use.
 * @param table the table of the documents
 * @param stretches selects of ids and facts, each with only rows that are older than those of the select before it.
 * PostgreSQL runs the next one only when the ones before had too few rows
 * @param order which rows of a stretch come first
 */
export function closely(table: SQL, stretches: SQL[], values: SQL, order: SQL = sql`id desc`): SQL {
  const limit = sql.raw(`limit ${candidatesMaximum}`);
  const newest = sql.join(
    stretches.map((rows) => sql`(select * from (${rows}) as matched order by ${order} ${limit})`),
    sql` union all `,
  );
  return sql`(select coalesce(json_agg(json_build_array(${values})), '[]') from
    (select *, (select search || ''::tsvector from ${table} as own where own.id = newest.id) as document
      from (select * from (${newest}) as each_stretch ${limit}) as newest offset 0) as looked
    cross join parts)`;
}

/** The newest topics whose title, tags or own text match. */
function matchingTopics(query: SearchQuery, stretches: string[], filters: SearchFilters): SQL {
  const { id, createdAt, views, replies, likes } = topics;
  const matched = stretches.map(
    // `offset 0` makes PostgreSQL read the matches from the word index and sort them afterwards. Otherwise it may walk
    // the ids from the newest on, and read the whole forum for a rare word.
    (tsquery) => sql`select ${id}, ${createdAt}, ${views}, ${replies}, ${likes} from ${topics}
      where ${and(matches(topics.search, tsquery), ...topicConditions(filters, true))} offset 0`,
  );
  return closely(
    sql`${topics}`,
    matched,
    sql`id, ${milliseconds(sql`created_at`)}, views, replies, likes, ${levelsOf(query, ["A", "B", "C"])}`,
  );
}

/**
 * The newest matching replies, each with the columns of its topic that ranking needs. @param own whether the filters of
 * author and dates apply to the reply; otherwise they apply to its topic, because the topic is the result.
 */
function matchingPosts(query: SearchQuery, stretches: string[], filters: SearchFilters, own: boolean): SQL {
  const { authorId, from, before } = filters;
  const ownConditions = own
    ? [
        authorId === undefined ? undefined : eq(posts.authorId, authorId),
        from ? gte(posts.createdAt, from) : undefined,
        before ? lt(posts.createdAt, before) : undefined,
      ]
    : [];
  // The matches are sorted before their topics are looked up by id (`limit 1`): only as many as are needed.
  const matched = stretches.map(
    (tsquery) => sql`select found.*, within.* from
      (select * from (select ${posts.id}, ${posts.topicId}, ${posts.createdAt}, ${posts.likes} from ${posts}
        where ${and(matches(posts.search, tsquery), sql`${posts.listed}`, ...ownConditions)} offset 0) as found order by id desc) as found
      cross join lateral (select ${topics.createdAt} as topic_created_at, ${topics.views}, ${topics.replies}, ${topics.likes} as topic_likes
        from ${topics} where ${and(sql`${topics.id} = found.topic_id`, ...topicConditions(filters, !own))} limit 1) as within`,
  );
  return closely(
    sql`${posts}`,
    matched,
    sql`id, topic_id, ${milliseconds(sql`created_at`)}, likes, ${milliseconds(sql`topic_created_at`)}, views, replies, topic_likes, ${levelsOf(query, ["C"])}`,
  );
}

type TopicValues = [tid: number, at: number, views: number, replies: number, likes: number, levels: string];
type PostValues = [
  ...[pid: number, tid: number, at: number, likes: number],
  ...[topicAt: number, views: number, replies: number, topicLikes: number, levels: string],
];

function toTopicCandidate([tid, at, views, replies, likes, levels]: TopicValues): TopicCandidate {
  return { tid, createdAt: new Date(at), views, replies, likes, levels: toLevels(levels) };
}
function toPostCandidate(values: PostValues): PostCandidate {
  const [pid, tid, at, likes, topicAt, views, replies, topicLikes, levels] = values;
  const topic = { tid, createdAt: new Date(topicAt), views, replies, likes: topicLikes };
  return { pid, tid, createdAt: new Date(at), likes, levels: toLevels(levels), topic };
}

export interface Candidates {
  topics: TopicCandidate[];
  posts: PostCandidate[];
  /** The names of all sections. They are few, and every result shows one. */
  sections: { id: number; name: string }[];
}

/**
 * The newest matching topics and replies, from one statement. This is what an engine of its own would answer for the
 * forum (docs/decisions/search.md).
 * @param kind topics with the replies that lead to them, or replies as results
 */
export async function candidatesOf(
  database: Database,
  now: Date,
  query: SearchQuery,
  match: Match,
  filters: SearchFilters,
  kind: "topics" | "posts",
): Promise<Candidates> {
  const tsquery = tsqueryOf(query, match);
  const newest = await newestIds(database, now);
  const inTopics =
    kind === "topics" ? matchingTopics(query, stretchesOf(tsquery, newest.topic), filters) : sql`'[]'::json`;
  const inPosts = matchingPosts(query, stretchesOf(tsquery, newest.post), filters, kind === "posts");
  const statement = sql`${partsAsked(query)} select ${inTopics} as topics, ${inPosts} as posts,
    (select coalesce(json_agg(json_build_object('id', ${sections.id}, 'name', ${sections.name})), '[]') from ${sections}) as sections`;
  const { rows } = (await database.execute(statement)) as unknown as {
    rows: [{ topics: TopicValues[]; posts: PostValues[]; sections: Candidates["sections"] }];
  };
  const [found] = rows;
  return {
    // Oldest first: of equally good replies the first one represents its topic.
    topics: found.topics.map(toTopicCandidate).reverse(),
    posts: found.posts.map(toPostCandidate).reverse(),
    sections: found.sections,
  };
}
