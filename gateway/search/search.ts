import type { CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { plainText } from "contract/base/plain-text";
import { searchTotalMax } from "contract/search/constants";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { accounts, posts, topics } from "../database/schema";
import { topicRows } from "../forum/lists/topic-rows";
import { personColumns, toPerson } from "../people/cards";
import { type Candidates, candidatesMaximum, candidatesOf, type SearchFilters } from "./candidates";
import { excerptAround, highlighter, markHits } from "./excerpt";
import { isNonsense } from "./nonsense";
import { type Match, mayMatchInPart, type SearchQuery } from "./query";
import { type FoundPost, type FoundTopic, rankPosts, rankTopics } from "./rank";

type SearchResult = CallResponse<"fullTextSearch">;
/** The results of a search, without corrections. */
export type Results = Omit<SearchResult, "suggestion" | "corrected" | "near">;

export const nothing: Results = {
  products: [],
  resources: [],
  notices: [],
  news: [],
  videos: [],
  courses: [],
  lessons: [],
  documents: [],
  topics: [],
  posts: [],
  people: [],
  tags: [],
  page: 1,
  pages: 1,
  total: 0,
  more: false,
  counts: [],
  facets: null,
  partial: false,
  part: null,
};

/** The results of a search, before paging. */
export interface Found<Item> {
  items: Item[];
  /** Whether there are more matches than ranked candidates. */
  more: boolean;
  /** Whether no text contains all words, so that these results contain only some. */
  partial: boolean;
  sections: Candidates["sections"];
}

export interface SearchScope {
  database: Database;
  now: Date;
  query: SearchQuery;
  filters: SearchFilters;
  order: "relevance" | "newest";
}

function ordered<Item extends { createdAt: Date }>(items: Item[], order: SearchScope["order"]): Item[] {
  return order === "newest"
    ? [...items].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    : items;
}

function bounded<Item extends { createdAt: Date }>(
  items: Item[],
  request: SearchScope,
  { more, partial, sections }: Pick<Found<Item>, "more" | "partial" | "sections">,
): Found<Item> {
  return {
    sections,
    items: ordered(items.slice(0, searchTotalMax), request.order),
    more: more || items.length > searchTotalMax,
    partial,
  };
}

/**
 * Topics with the query in their title, tags, text or replies. First it finds topics with one text that contains the
 * whole query. When these do not fill a page, it adds topics that contain it together with one reply. Without any of
 * these, it returns topics with most of the query, unless most of the words exist nowhere.
 */
export async function findTopics(scope: SearchScope): Promise<Found<FoundTopic>> {
  const { database, now, query, filters } = scope;
  const look = async (match: Match) => {
    const found = await candidatesOf(database, now, query, match, filters, "topics");
    return { ...found, more: Math.max(found.topics.length, found.posts.length) >= candidatesMaximum };
  };
  const every = await look("every");
  const whole = rankTopics(query, every.topics, every.posts, now);
  if (whole.length >= pageSize || !mayMatchInPart(query))
    return bounded(whole, scope, { ...every, partial: false });
  const some = await look("any");
  const visible = {
    topics: new Set(every.topics.map(({ tid }) => tid)),
    posts: new Set(every.posts.map(({ pid }) => pid)),
  };
  const found = rankTopics(
    query,
    [...every.topics, ...some.topics.filter(({ tid }) => !visible.topics.has(tid))],
    [...every.posts, ...some.posts.filter(({ pid }) => !visible.posts.has(pid))],
    now,
  );
  const partial = found.length > 0 && !found.some((each) => each.whole);
  if (
    partial &&
    (await isNonsense(
      scope,
      [...some.topics, ...some.posts].map(({ levels }) => levels),
    ))
  )
    return bounded<FoundTopic>([], scope, { ...some, more: false, partial: false });
  return bounded(found, scope, { ...some, more: partial && some.more, partial });
}

/** Replies that contain the query; when none contains all of it, those that contain a part. */
export async function findPosts(scope: SearchScope): Promise<Found<FoundPost>> {
  const { database, now, query, filters } = scope;
  const look = async (match: Match) => {
    const found = await candidatesOf(database, now, query, match, filters, "posts");
    return { ...found, more: found.posts.length >= candidatesMaximum };
  };
  const every = await look("every");
  if (every.posts.length > 0 || !mayMatchInPart(query))
    return bounded(rankPosts(query, every.posts, now), scope, { ...every, partial: false });
  const some = await look("any");
  const rows = some.posts.map(({ levels }) => levels);
  const partial = rows.length > 0 && !(await isNonsense(scope, rows));
  return bounded(partial ? rankPosts(query, some.posts, now) : [], scope, {
    ...some,
    more: partial && some.more,
    partial,
  });
}

/** The length of a post's HTML that is read for an excerpt. Almost all posts are shorter. */
const excerptSource = 60_000;

/** Posts with their authors and plain texts. */
async function textsOf(database: Database, condition: SQL | undefined) {
  const rows = await database
    .select({
      id: posts.id,
      topicId: posts.topicId,
      likes: posts.likes,
      createdAt: posts.createdAt,
      html: sql<string>`left(${posts.html}, ${excerptSource})`,
      author: personColumns,
    })
    .from(posts)
    .innerJoin(accounts, eq(accounts.id, posts.authorId))
    .where(condition);
  return rows.map(({ html, author, ...row }) => ({
    ...row,
    author: toPerson(author),
    text: plainText(html),
  }));
}

/** A page of found topics as rows, with the matches marked in title and excerpt. */
export async function showTopics({ database, query }: SearchScope, found: Found<FoundTopic>, page: number) {
  const { offset, ...place } = pageOf(found.items.length, page);
  const { more, partial, sections } = found;
  const items = found.items.slice(offset, offset + pageSize);
  const replyIds = items.flatMap(({ reply }) => reply ?? []);
  const own = items.filter(({ reply }) => reply === null).map(({ tid }) => tid);
  const conditions = [
    replyIds.length > 0 ? inArray(posts.id, replyIds) : undefined,
    own.length > 0 ? and(inArray(posts.topicId, own), eq(posts.floor, 1)) : undefined,
  ];
  const [rows, texts] = await Promise.all([
    topicRows(
      database,
      items.map(({ tid }) => tid),
      sections,
    ),
    items.length > 0 ? textsOf(database, or(...conditions)) : [],
  ]);
  const replyTo = new Map(items.map(({ tid, reply }) => [tid, reply]));
  const find = highlighter(query);
  const topicViews = rows.map((row) => {
    const reply = replyTo.get(row.tid) ?? null;
    const text = texts.find(({ id, topicId }) => (reply === null ? topicId === row.tid : id === reply));
    return {
      ...row,
      titleParts: markHits(row.title, find),
      excerpt: excerptAround(text?.text ?? "", find),
      reply: reply !== null && text ? { pid: reply, author: text.author } : null,
    };
  });
  return { topics: topicViews, ...place, total: found.items.length, more, partial };
}

/** A page of found replies. */
export async function showPosts({ database, query }: SearchScope, found: Found<FoundPost>, page: number) {
  const { offset, ...place } = pageOf(found.items.length, page);
  const ids = found.items.slice(offset, offset + pageSize).map(({ pid }) => pid);
  const texts = ids.length > 0 ? await textsOf(database, inArray(posts.id, ids)) : [];
  const rows =
    ids.length > 0
      ? await database
          .select({ id: topics.id, title: topics.title, sectionId: topics.sectionId })
          .from(topics)
          .where(
            inArray(
              topics.id,
              texts.map(({ topicId }) => topicId),
            ),
          )
      : [];
  const find = highlighter(query);
  const postViews = ids.flatMap((pid) => {
    const post = texts.find(({ id }) => id === pid);
    const topic = rows.find(({ id }) => id === post?.topicId);
    if (!post || !topic) return [];
    const name = found.sections.find(({ id }) => id === topic.sectionId)?.name ?? "";
    const { author, likes, createdAt } = post;
    return [
      {
        pid,
        tid: topic.id,
        topicTitle: topic.title,
        section: { fid: topic.sectionId, name },
        author,
        excerpt: excerptAround(post.text, find),
        likes,
        createdAt: createdAt.toISOString(),
      },
    ];
  });
  return { posts: postViews, ...place, total: found.items.length, more: found.more, partial: found.partial };
}
