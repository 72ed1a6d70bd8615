import { catalogueKinds, type FacetedKind } from "contract/search/constants";
import { toPerson } from "../people/cards";
import type { CallContext } from "../server/context";
import { findCatalogue } from "./catalogue/find";
import { showCatalogue } from "./catalogue/show";
import { findDocuments } from "./documents/find";
import { accessOf } from "./documents/may-read";
import { showDocuments } from "./documents/show";
import { highlighter, markHits } from "./excerpt";
import { findPeople, findTags } from "./names";
import { foldQuery, type SearchQuery } from "./query";
import { findTopics, nothing, type Results, showTopics } from "./search";

/** The number of results of each kind in a search of all kinds. */
const limits: Record<FacetedKind | "topics" | "people" | "tags", number> = {
  products: 3,
  resources: 3,
  notices: 2,
  topics: 8,
  news: 3,
  videos: 2,
  courses: 2,
  lessons: 3,
  documents: 3,
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
  const [topics, catalogue, documents, people, tags] = await Promise.all([
    findTopics(scope),
    findCatalogue(scope, catalogueKinds),
    // Not awaited here: the searches before it would be without anybody who handles their failure.
    accessOf(context).then((access) => findDocuments({ ...scope, access })),
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
    (documents.items.length > 0 && !documents.partial) ||
    [...people.map(({ nickname }) => nickname), ...tags.map(({ name }) => name)].some((name) =>
      foldQuery(name).includes(folded),
    );
  const bestKinds = kinds.filter(({ found }) => !someWhole || !found.partial);
  const topicItems = !someWhole || !topics.partial ? topics.items : [];
  const documentItems = !someWhole || !documents.partial ? documents.items : [];
  const [catalogueViews, documentViews, topicViews] = await Promise.all([
    showCatalogue(
      { database, query },
      new Map(
        bestKinds.map(({ kind, found }) => [
          kind,
          { ids: found.items.slice(0, limits[kind]).map(({ id }) => id), parts: found.parts },
        ]),
      ),
    ),
    showDocuments(context, query, documents.match, documentItems.slice(0, limits.documents)),
    showTopics(scope, { ...topics, items: topicItems.slice(0, limits.topics) }, 1),
  ]);
  const find = highlighter(query);
  const counts: Results["counts"] = [
    { kind: "topics", total: topicItems.length, more: topics.more },
    ...bestKinds.map(({ kind, found }) => ({ kind, total: found.items.length, more: found.more })),
    ...(documentItems.length > 0
      ? [{ kind: "documents" as const, total: documentItems.length, more: documents.more }]
      : []),
  ];
  return {
    ...nothing,
    ...catalogueViews,
    documents: documentViews,
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
