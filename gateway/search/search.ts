import type { CallResponse } from "contract";
import { pageSize } from "contract/base/limits";
import { plainText } from "contract/base/plain-text";
import { searchTotalMax } from "contract/search/limits";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { posts, topics } from "../database/schema";
import { topicRows } from "../forum/lists/topic-rows";
import type { SectionRow } from "../forum/sections/find-sections";
import { peopleByIds } from "../people/cards";
import { candidatesMaximum, postCandidates, type SearchFilters, topicCandidates } from "./candidates";
import { excerptAround, highlighter, markHits } from "./excerpt";
import { anyTerm, everyTerm, type SearchQuery } from "./query";
import { type FoundPost, type FoundTopic, rankPosts, rankTopics } from "./rank";

export type SearchResult = CallResponse<"fullTextSearch">;
/** What a search found, before a page of it is shown. */
export interface Found<Item> {
  items: Item[];
  /** There is more than was looked at. */
  more: boolean;
  /** Nothing holds every word: these hold some. */
  partial: boolean;
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
  asked: SearchScope,
  more: boolean,
  partial: boolean,
): Found<Item> {
  return {
    items: ordered(items.slice(0, searchTotalMax), asked.order),
    more: more || items.length > searchTotalMax,
    partial,
  };
}

/**
 * Topics that hold the query, in their title, tags, text or replies. First those in which one text holds all
 * of it; when they do not fill a page, those that hold it with one of their replies together; when there are
 * none either, those that hold most of it.
 */
export async function findTopics(asked: SearchScope): Promise<Found<FoundTopic>> {
  const { database, now, query, filters } = asked;
  const look = async (tsquery: string) => {
    const [inTopics, inPosts] = await Promise.all([
      topicCandidates(database, now, query, tsquery, filters),
      postCandidates(database, now, query, tsquery, filters, false),
    ]);
    return {
      inTopics,
      inPosts,
      more: inTopics.length >= candidatesMaximum || inPosts.length >= candidatesMaximum,
    };
  };
  const every = await look(everyTerm(query));
  const whole = rankTopics(query, every.inTopics, every.inPosts, now);
  const any = anyTerm(query);
  if (whole.length >= pageSize || any === null) return bounded(whole, asked, every.more, false);
  const some = await look(any);
  const known = {
    topics: new Set(every.inTopics.map(({ tid }) => tid)),
    posts: new Set(every.inPosts.map(({ pid }) => pid)),
  };
  const found = rankTopics(
    query,
    [...every.inTopics, ...some.inTopics.filter(({ tid }) => !known.topics.has(tid))],
    [...every.inPosts, ...some.inPosts.filter(({ pid }) => !known.posts.has(pid))],
    now,
  );
  const partial = found.length > 0 && !found.some((each) => each.whole);
  return bounded(found, asked, partial && some.more, partial);
}

/** Replies that hold the query; when none holds all of it, those that hold some. */
export async function findPosts(asked: SearchScope): Promise<Found<FoundPost>> {
  const { database, now, query, filters } = asked;
  const look = (tsquery: string) => postCandidates(database, now, query, tsquery, filters, true);
  const every = await look(everyTerm(query));
  const any = anyTerm(query);
  if (every.length > 0 || any === null)
    return bounded(rankPosts(query, every, now), asked, every.length >= candidatesMaximum, false);
  const some = await look(any);
  return bounded(rankPosts(query, some, now), asked, some.length >= candidatesMaximum, some.length > 0);
}

/** HTML of a post that is read for its excerpt: more than almost any has. */
const excerptSource = 60_000;
async function textsOf(database: Database, condition: SQL | undefined) {
  const rows = await database
    .select({
      id: posts.id,
      topicId: posts.topicId,
      authorId: posts.authorId,
      likes: posts.likes,
      createdAt: posts.createdAt,
      html: sql<string>`left(${posts.html}, ${excerptSource})`,
    })
    .from(posts)
    .where(condition);
  return rows.map((row) => ({ ...row, text: plainText(row.html) }));
}

/** A page of found topics as rows, with what was looked for marked in title and excerpt. */
export async function showTopics(
  asked: SearchScope,
  found: Found<FoundTopic>,
  page: number,
  sections: SectionRow[],
) {
  const { database, query } = asked;
  const { offset, ...shown } = pageOf(found.items.length, page);
  const items = found.items.slice(offset, offset + pageSize);
  const rows = await topicRows(
    database,
    items.map(({ tid }) => tid),
    sections,
  );
  const replyIds = items.flatMap(({ reply }) => (reply === null ? [] : [reply]));
  const replies = replyIds.length > 0 ? await textsOf(database, inArray(posts.id, replyIds)) : [];
  const own = items.filter(({ reply }) => reply === null).map(({ tid }) => tid);
  const firsts = own.length > 0 ? await firstTexts(database, own) : new Map<number, string>();
  const people = await peopleByIds(
    database,
    replies.map(({ authorId }) => authorId),
  );
  const find = highlighter(query);
  const shownTopics = rows.map((row) => {
    const item = items.find(({ tid }) => tid === row.tid);
    const reply = replies.find(({ id }) => id === item?.reply);
    const author = reply && people.get(reply.authorId);
    return {
      ...row,
      titleParts: markHits(row.title, find),
      excerpt: excerptAround(reply?.text ?? firsts.get(row.tid) ?? "", find),
      reply: reply && author ? { pid: reply.id, author } : null,
    };
  });
  return {
    topics: shownTopics,
    ...shown,
    total: found.items.length,
    more: found.more,
    partial: found.partial,
  };
}

async function firstTexts(database: Database, ids: number[]): Promise<Map<number, string>> {
  const rows = await textsOf(database, and(inArray(posts.topicId, ids), eq(posts.floor, 1)));
  return new Map(rows.map(({ topicId, text }) => [topicId, text]));
}

/** A page of found replies. */
export async function showPosts(
  asked: SearchScope,
  found: Found<FoundPost>,
  page: number,
  sections: SectionRow[],
) {
  const { database, query } = asked;
  const { offset, ...shown } = pageOf(found.items.length, page);
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
  const people = await peopleByIds(
    database,
    texts.map(({ authorId }) => authorId),
  );
  const find = highlighter(query);
  const shownPosts = ids.flatMap((pid) => {
    const post = texts.find(({ id }) => id === pid);
    const topic = rows.find(({ id }) => id === post?.topicId);
    const author = post && people.get(post.authorId);
    if (!post || !topic || !author) return [];
    const section = {
      fid: topic.sectionId,
      name: sections.find(({ id }) => id === topic.sectionId)?.name ?? "",
    };
    const { likes, createdAt } = post;
    return [
      {
        pid,
        tid: topic.id,
        topicTitle: topic.title,
        section,
        author,
        excerpt: excerptAround(post.text, find),
        likes,
        createdAt: createdAt.toISOString(),
      },
    ];
  });
  return { posts: shownPosts, ...shown, total: found.items.length, more: found.more, partial: found.partial };
}
