import type { ResourceAccess } from "contract/resources/constants";
import { searchTotalMax } from "contract/search/constants";
import type { Database } from "../../database/open";
import { candidatesMaximum } from "../candidates";
import { type CatalogueFilters, isAmong } from "../catalogue/facets";
import { isNonsense } from "../nonsense";
import { type Match, mayMatchInPart, type SearchQuery } from "../query";
import { rankPosts, rankTopics } from "../rank";
import { type PageCandidate, pageCandidates } from "./candidates";

export interface DocumentSearch {
  database: Database;
  now: Date;
  query: SearchQuery;
  /** What the caller may have (may-read.ts). */
  access: readonly ResourceAccess[];
  filters: CatalogueFilters;
  order: "relevance" | "newest";
}

/** The documents with pages that match, best first, each as its best page. */
export interface FoundDocuments {
  items: PageCandidate[];
  /** The documents before filters: facets count these. */
  unfiltered: PageCandidate[];
  more: boolean;
  /** No page has every word; these have some of them. */
  partial: boolean;
  match: Match;
}

/** Ranks documents by their best page, by the measure of the forum: a document is a topic, and its pages are replies. */
function bestPages(query: SearchQuery, pages: PageCandidate[], now: Date): PageCandidate[] {
  const byId = new Map(pages.map((page) => [page.pid, page]));
  // The first one here represents its document: of equally good pages the one that comes first in it.
  const ordered = rankPosts(query, pages, now)
    .sort((one, other) => other.score - one.score || one.pid - other.pid)
    .flatMap(({ pid }) => byId.get(pid) ?? []);
  return rankTopics(query, [], ordered, now).flatMap(({ reply }) =>
    reply === null ? [] : (byId.get(reply) ?? []),
  );
}

function settle(
  { query, now, filters, order }: DocumentSearch,
  pages: PageCandidate[],
  match: Match,
): FoundDocuments {
  const unfiltered = bestPages(query, pages, now);
  const items = unfiltered.filter((each) => isAmong(each, filters)).slice(0, searchTotalMax);
  if (order === "newest")
    items.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || other.tid - one.tid);
  const more = pages.length >= candidatesMaximum;
  return { items, unfiltered, more, match, partial: match === "any" && items.length > 0 };
}

/**
 * Documents with a page that contains the whole query; without any, those with most of it, unless most of the words exist
 * nowhere. Costs one statement, or two.
 */
export async function findDocuments(request: DocumentSearch): Promise<FoundDocuments> {
  const { database, now, query, access, filters } = request;
  const look = (match: Match, within: CatalogueFilters) =>
    pageCandidates(database, now, query, match, access, within);
  const every = await look("every", {});
  const filtered = Object.values(filters).some((value) => value !== undefined);
  if (every.length > 0 || !mayMatchInPart(query)) {
    const found = settle(request, every, "every");
    // Of more pages than are read, those of the filtered documents may be among the others; and a file of two resources
    // is here only as the first one's.
    if (!filtered) return found;
    return { ...settle(request, await look("every", filters), "every"), unfiltered: found.unfiltered };
  }
  const some = await look("any", filters);
  const isAbout =
    some.length > 0 &&
    !(await isNonsense(
      request,
      some.map(({ levels }) => levels),
    ));
  return settle(request, isAbout ? some : [], "any");
}
