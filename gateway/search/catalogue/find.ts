import type { CatalogueKind } from "contract/search/constants";
import { searchTotalMax } from "contract/search/constants";
import type { Database } from "../../database/open";
import { partBeginning } from "../../products/numbers/fold";
import { candidatesMaximum } from "../candidates";
import { isNonsense } from "../nonsense";
import { type Match, mayMatchInPart, type SearchQuery } from "../query";
import { rankTopics } from "../rank";
import {
  type CatalogueCandidate,
  type CatalogueFound,
  catalogueCandidates,
  type PartFound,
} from "./candidates";
import { type CatalogueFilters, isAmong } from "./facets";

export interface CatalogueSearch {
  database: Database;
  now: Date;
  query: SearchQuery;
  filters: CatalogueFilters;
  order: "relevance" | "newest";
  /** Whether to read the values of facets too. */
  facets?: boolean;
}

/** The results of one kind, best first, before paging. */
export interface FoundOfKind {
  items: CatalogueCandidate[];
  /** The results before filters: facets count these. */
  unfiltered: CatalogueCandidate[];
  more: boolean;
  partial: boolean;
  /** The order numbers that equal the query or begin with it. */
  parts: PartFound[];
}

/** Ranks by the measure of the forum (rank.ts), without replies. The count of use is the activity. */
function ranked(query: SearchQuery, candidates: CatalogueCandidate[], now: Date) {
  const byId = new Map(candidates.map((each) => [each.id, each]));
  const topics = candidates.map(({ id, levels, createdAt, count }) => ({
    tid: id,
    levels,
    createdAt,
    views: count,
    replies: 0,
    likes: 0,
  }));
  return rankTopics(query, topics, [], now).flatMap(({ tid, whole }) => {
    const candidate = byId.get(tid);
    return candidate ? [{ candidate, whole }] : [];
  });
}

/**
 * Puts the products of matching order numbers first: equal numbers before longer ones, and chips before modules.
 */
function withParts(
  folded: string | null,
  parts: PartFound[],
  found: { candidate: CatalogueCandidate; whole: boolean }[],
  candidates: CatalogueCandidate[],
) {
  const exact = new Set(parts.filter((part) => part.folded === folded).map(({ productId }) => productId));
  const productIds = new Set(parts.map(({ productId }) => productId));
  const place = new Map(found.map(({ candidate }, at) => [candidate.id, at]));
  const rank = ({ id }: CatalogueCandidate) => place.get(id) ?? found.length;
  const first = candidates
    .filter(({ id }) => productIds.has(id))
    .sort(
      (one, other) =>
        Number(exact.has(other.id)) - Number(exact.has(one.id)) ||
        one.place - other.place ||
        rank(one) - rank(other) ||
        one.id - other.id,
    )
    .map((candidate) => ({ candidate, whole: true }));
  return [...first, ...found.filter(({ candidate }) => !productIds.has(candidate.id))];
}

function settle(
  { query, now, filters, order }: CatalogueSearch,
  candidates: CatalogueCandidate[],
  parts: PartFound[],
  more: boolean,
): FoundOfKind {
  const all = withParts(partBeginning(query.folded), parts, ranked(query, candidates, now), candidates);
  const whole = all.filter((each) => each.whole);
  const unfiltered = (whole.length > 0 ? whole : all).map(({ candidate }) => candidate);
  const filtered = unfiltered.filter((each) => isAmong(each, filters));
  const items = filtered.slice(0, searchTotalMax);
  if (order === "newest")
    items.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || other.id - one.id);
  return { items, unfiltered, more, partial: whole.length === 0 && items.length > 0, parts };
}

/**
 * The entries of each kind that contain the whole query; for a kind without such entries, those that contain most of
 * it. Costs one statement, or two when a kind has no full match.
 * @param partialToo whether to return entries with only most of the query
 */
export async function findCatalogue(
  request: CatalogueSearch,
  kinds: readonly CatalogueKind[],
  partialToo = true,
): Promise<Map<CatalogueKind, FoundOfKind>> {
  const { database, now, query, filters, facets = false } = request;
  const parts = partBeginning(query.folded);
  const look = (some: readonly CatalogueKind[], match: Match, within: CatalogueFilters) =>
    catalogueCandidates(database, now, some, { query, match, filters: within, parts, facets });
  const isFull = (found: CatalogueFound, kind: CatalogueKind) =>
    (found.candidates.get(kind)?.length ?? 0) >= candidatesMaximum;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const first = await look(kinds, "every", {});
  // When there are more matches than candidates, filtered results may be among the others, so it searches again.
  const narrowed =
    filtered && kinds.some((kind) => isFull(first, kind)) ? await look(kinds, "every", filters) : null;
  const result = new Map<CatalogueKind, FoundOfKind>();
  for (const kind of kinds) {
    const within = narrowed && isFull(first, kind) ? narrowed : first;
    const found = settle(request, within.candidates.get(kind) ?? [], first.parts, isFull(within, kind));
    result.set(kind, within === first ? found : { ...found, unfiltered: first.candidates.get(kind) ?? [] });
  }
  const empty = kinds.filter((kind) => result.get(kind)?.unfiltered.length === 0);
  if (!partialToo || !mayMatchInPart(query) || empty.length === 0) return result;
  const some = await look(empty, "any", filters);
  const rows = [...some.candidates.values()].flat().map(({ levels }) => levels);
  if (rows.length === 0 || (await isNonsense(request, rows))) return result;
  for (const kind of empty)
    result.set(kind, settle(request, some.candidates.get(kind) ?? [], some.parts, isFull(some, kind)));
  return result;
}
