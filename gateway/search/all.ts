import { type CatalogueKind, catalogueKinds } from "contract/search/constants";
import { toPerson } from "../people/cards";
import type { CallContext } from "../server/context";
import { findCatalogue } from "./catalogue/find";
import { showCatalogue } from "./catalogue/show";
import { highlighter, markHits } from "./excerpt";
import { findPeople, findTags } from "./names";
import { foldQuery, type SearchQuery } from "./query";
import { findTopics, nothing, type Results, showTopics } from "./search";

/** The number of results of each kind in a search of all kinds. */
const limits: Record<CatalogueKind | "topics" | "people" | "tags", number> = {
  products: 3,
  resources: 3,
  notices: 2,
  topics: 8,
  news: 3,
  videos: 2,
  courses: 2,
  lessons: 3,
  people: 3,
  tags: 5,
};

/**
 * The best few results of each kind. Results with only some of the words are left out when another kind has results
 * with all words.
 */
export async function searchAll(text: string, query: SearchQuery, context: CallContext): Promise<Results> {
  const { database } = context;
  const now = context.now();
  const scope = { database, now, query, filters: {}, order: "relevance" } as const;
  const [topics, catalogue, people, tags] = await Promise.all([
    findTopics(scope),
    findCatalogue(scope, catalogueKinds),
    findPeople(database, text, limits.people + 1),
    findTags(database, text, limits.tags + 1),
  ]);
  const kinds = catalogueKinds.flatMap((kind) => {
    const found = catalogue.get(kind);
    return found && found.items.length > 0 ? [{ kind, found }] : [];
  });
  const folded = foldQuery(text);
  const someWhole =
    (topics.items.length > 0 && !topics.partial) ||
    kinds.some(({ found }) => !found.partial) ||
    [...people.map(({ nickname }) => nickname), ...tags.map(({ name }) => name)].some((name) =>
      foldQuery(name).includes(folded),
    );
  const bestKinds = kinds.filter(({ found }) => !someWhole || !found.partial);
  const topicItems = !someWhole || !topics.partial ? topics.items : [];
  const [catalogueViews, topicViews] = await Promise.all([
    showCatalogue(
      { database, query },
      new Map(
        bestKinds.map(({ kind, found }) => [
          kind,
          { ids: found.items.slice(0, limits[kind]).map(({ id }) => id), parts: found.parts },
        ]),
      ),
    ),
    showTopics(scope, { ...topics, items: topicItems.slice(0, limits.topics) }, 1),
  ]);
  const find = highlighter(query);
  const counts: Results["counts"] = [
    { kind: "topics", total: topicItems.length, more: topics.more },
    ...bestKinds.map(({ kind, found }) => ({ kind, total: found.items.length, more: found.more })),
  ];
  return {
    ...nothing,
    ...catalogueViews,
    topics: topicViews.topics,
    people: people.slice(0, limits.people).map((row) => ({
      ...toPerson(row),
      nameParts: markHits(row.nickname, find),
      intro: row.intro,
      topics: row.topics,
      posts: row.posts,
      followers: row.followers,
    })),
    tags: tags.slice(0, limits.tags).map((row) => ({ ...row, nameParts: markHits(row.name, find) })),
    total: counts.reduce((sum, { total }) => sum + total, 0) + people.length + tags.length,
    more: counts.some(({ more }) => more),
    counts,
    partial: !someWhole && (people.length > 0 || tags.length > 0 || counts.some(({ total }) => total > 0)),
  };
}
