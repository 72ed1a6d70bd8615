import type { SearchKind } from "contract/search/calls";

/** What a search page shows: all of it in its address, read by search-query.server.ts. */
export interface SearchQuery {
  q: string;
  type: SearchKind;
  order: "relevance" | "newest";
  page: number;
  /** A section's id, a tag's name, a nickname, two days and a state; empty where nothing was chosen. */
  fid: string;
  tag: string;
  author: string;
  since: string;
  to: string;
  solved: "" | "solved" | "unsolved";
  /** Where the person was before: the header's icon leads back there. */
  back: string;
}

export const searchTabs: { type: SearchKind; name: string }[] = [
  { type: "topics", name: "帖子" },
  { type: "posts", name: "回复" },
  { type: "people", name: "用户" },
  { type: "tags", name: "标签" },
];

const filterNames = ["fid", "tag", "author", "since", "to", "solved"] as const;
export type FilterName = (typeof filterNames)[number];

/** Which filters there are for a kind of result. */
export const filtersOf: Record<SearchKind, readonly FilterName[]> = {
  topics: filterNames,
  posts: ["fid", "tag", "author", "since", "to"],
  people: [],
  tags: [],
};

/** The filters in force, by name. */
export const chosenFilters = (query: SearchQuery): FilterName[] =>
  filtersOf[query.type].filter((name) => query[name] !== "");

/**
 * The address of the same search with something changed; a change other than the page goes back to page 1.
 */
export function searchHref(path: string, current: SearchQuery, change: Partial<SearchQuery>): string {
  const next: SearchQuery = { ...current, page: 1, ...change };
  const search = new URLSearchParams();
  if (next.q) search.set("q", next.q);
  if (next.type !== "topics") search.set("type", next.type);
  for (const name of filtersOf[next.type]) if (next[name]) search.set(name, next[name]);
  if (next.order !== "relevance") search.set("order", next.order);
  if (next.page > 1) search.set("page", String(next.page));
  if (next.back) search.set("back", next.back);
  return search.size > 0 ? `${path}?${search}` : path;
}
