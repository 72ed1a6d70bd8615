import { and, eq, gte, lt, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, sections, topics, topicTags } from "../database/schema";
import { keep } from "../server/answers";
import { quoteToken, windowMark, windowSizes } from "./index/document";
import type { SearchQuery, WordMatch } from "./query";

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

/**
 * The best place of each part in the column `document` of the ranked rows.
 * @param weights the weights in the table's documents, highest first
 */
export function levelsOf(query: SearchQuery, weights: readonly ("A" | "B" | "C")[]): SQL {
  const worth = { A: "4", B: "3", C: "2" } as const;
  const levels = partsOf(query).map(({ match }) => {
    const places = weights.map(
      (weight) => sql`when document @@ ${match(weight)}::tsquery then ${sql.raw(`'${worth[weight]}'`)}`,
    );
    return sql`case ${sql.join(places, sql` `)} when document @@ ${match("")}::tsquery then '1' else '0' end`;
  });
  return sql`concat(${sql.join(levels, sql`, `)})`;
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
const windowsLeast = 12;

/** A tsquery for the newest rows only; null when these are most of the table. */
function withinNewest(tsquery: string, size: number, newest: number): string | null {
  const bucket = Math.floor(newest / size);
  if (bucket < windowsLeast) return null;
  const marks = [bucket + 1, bucket, bucket - 1].map((each) => quoteToken(windowMark(size, each)));
  return `${tsquery} & (${marks.join(" | ")})`;
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
  for (const size of windowSizes) {
    const match = withinNewest(tsquery, size, newest);
    const rows = match === null ? [] : await ask(match);
    if (rows.length >= enough) return rows;
  }
  return ask(tsquery);
}

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
 * Returns rows as one JSON text, because two hundred rows of eight values cost more to transfer than to find. `||`
 * decompresses each document once instead of once for each use.
 * @param matched a select of ids, facts and `search`. Its `offset 0` makes PostgreSQL read the matches from the word
 * index and sort them afterwards. Otherwise PostgreSQL may walk the ids from the newest on, and read the whole forum
 * for a rare word.
 */
export const closely = (
  matched: SQL,
  values: SQL,
) => sql`(select coalesce(json_agg(json_build_array(${values})), '[]') from
  (select *, search || ''::tsvector as document from
    (select * from (${matched} offset 0) as matched order by id desc limit ${sql.raw(String(candidatesMaximum))}) as newest offset 0) as looked)`;

/** The newest topics whose title, tags or own text match. */
function matchingTopics(query: SearchQuery, tsquery: string, filters: SearchFilters): SQL {
  const { id, createdAt, views, replies, likes } = topics;
  return closely(
    sql`select ${id}, ${createdAt}, ${views}, ${replies}, ${likes}, ${topics.search} from ${topics}
      where ${and(sql`${topics.search} @@ ${tsquery}::tsquery`, ...topicConditions(filters, true))}`,
    sql`id, ${milliseconds(sql`created_at`)}, views, replies, likes, ${levelsOf(query, ["A", "B", "C"])}`,
  );
}

/**
 * The newest matching replies, each with the columns of its topic that ranking needs. @param own whether the filters of
 * author and dates apply to the reply; otherwise they apply to its topic, because the topic is the result.
 */
function matchingPosts(query: SearchQuery, tsquery: string, filters: SearchFilters, own: boolean): SQL {
  const { authorId, from, before } = filters;
  const ownConditions = own
    ? [
        authorId === undefined ? undefined : eq(posts.authorId, authorId),
        from ? gte(posts.createdAt, from) : undefined,
        before ? lt(posts.createdAt, before) : undefined,
      ]
    : [];
  // `limit 1` makes PostgreSQL look up each reply's topic by its id.
  return closely(
    sql`select found.*, within.* from
      (select ${posts.id}, ${posts.topicId}, ${posts.createdAt}, ${posts.likes}, ${posts.search} from ${posts}
        where ${and(sql`${posts.search} @@ ${tsquery}::tsquery`, sql`${posts.listed}`, ...ownConditions)} offset 0) as found
      cross join lateral (select ${topics.createdAt} as topic_created_at, ${topics.views}, ${topics.replies}, ${topics.likes} as topic_likes
        from ${topics} where ${and(sql`${topics.id} = found.topic_id`, ...topicConditions(filters, !own))} limit 1) as within`,
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
 * The newest matching topics and replies, from one statement. In a large forum it searches the newest rows first, then
 * wider windows, until it has enough rows.
 * @param kind topics with the replies that lead to them, or replies as results
 */
export async function candidatesOf(
  database: Database,
  now: Date,
  query: SearchQuery,
  tsquery: string,
  filters: SearchFilters,
  kind: "topics" | "posts",
): Promise<Candidates> {
  const newest = await newestIds(database, now);
  const found: { topics: TopicValues[] | null; posts: PostValues[] | null } = {
    topics: kind === "topics" ? null : [],
    posts: null,
  };
  let sectionRows: Candidates["sections"] = [];
  for (const size of [...windowSizes, null]) {
    const within = (id: number) => (size === null ? tsquery : withinNewest(tsquery, size, id));
    const [inTopics, inPosts] = [
      found.topics ? null : within(newest.topic),
      found.posts ? null : within(newest.post),
    ];
    if (inTopics === null && inPosts === null) continue;
    const none = sql`'[]'::json`;
    const statement = sql`select ${inTopics === null ? none : matchingTopics(query, inTopics, filters)} as topics,
      ${inPosts === null ? none : matchingPosts(query, inPosts, filters, kind === "posts")} as posts,
      (select coalesce(json_agg(json_build_object('id', ${sections.id}, 'name', ${sections.name})), '[]') from ${sections}) as sections`;
    const { rows } = (await database.execute(statement)) as unknown as {
      rows: [{ topics: TopicValues[]; posts: PostValues[]; sections: Candidates["sections"] }];
    };
    sectionRows = rows[0].sections;
    const isEnough = (values: unknown[]) => size === null || values.length >= candidatesMaximum;
    if (inTopics !== null && isEnough(rows[0].topics)) found.topics = rows[0].topics;
    if (inPosts !== null && isEnough(rows[0].posts)) found.posts = rows[0].posts;
  }
  return {
    // Oldest first: of equally good replies the first one represents its topic.
    topics: (found.topics ?? []).map(toTopicCandidate).reverse(),
    posts: (found.posts ?? []).map(toPostCandidate).reverse(),
    sections: sectionRows,
  };
}
