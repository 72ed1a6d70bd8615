import type { SearchKind } from "contract/search/calls";
import { type FacetName, facetsOf } from "contract/search/constants";

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
  /** A product class's id, a resource level's, a file's ending, a year and a product's state. */
  classId: string;
  levelId: string;
  fileType: string;
  year: string;
  state: string;
  /** Where the person was before: the header's icon leads back there. */
  back: string;
}

export const searchTabs: { type: SearchKind; name: string }[] = [
  { type: "all", name: "全部" },
  { type: "products", name: "产品" },
  { type: "resources", name: "资料" },
  { type: "notices", name: "公告" },
  { type: "topics", name: "帖子" },
  { type: "posts", name: "回复" },
  { type: "news", name: "资讯" },
  { type: "videos", name: "视频" },
  { type: "courses", name: "课程" },
  { type: "lessons", name: "课时" },
  { type: "people", name: "用户" },
  { type: "tags", name: "标签" },
];

/** What narrows a search of the forum down; choosing any of it is a search for topics. */
export const forumFilters = ["fid", "tag", "author", "since", "to", "solved"] as const;
export type ForumFilter = (typeof forumFilters)[number];
export type FilterName = ForumFilter | FacetName;

/** Nothing chosen. */
export const noFilters: Record<FilterName, ""> = {
  fid: "",
  tag: "",
  author: "",
  since: "",
  to: "",
  solved: "",
  classId: "",
  levelId: "",
  fileType: "",
  year: "",
  state: "",
};
export const filterNames = Object.keys(noFilters) as FilterName[];

/** Which filters there are for a kind of result. */
export const filtersOf: Record<SearchKind, readonly FilterName[]> = {
  all: forumFilters,
  topics: forumFilters,
  posts: ["fid", "tag", "author", "since", "to"],
  ...facetsOf,
  people: [],
  tags: [],
};

/** Kinds whose results can be put in another order. */
export const isOrdered = (type: SearchKind) => type !== "all" && type !== "people" && type !== "tags";

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
  if (next.type !== "all") search.set("type", next.type);
  for (const name of filtersOf[next.type]) if (next[name]) search.set(name, next[name]);
  if (next.order !== "relevance" && isOrdered(next.type)) search.set("order", next.order);
  if (next.page > 1) search.set("page", String(next.page));
  if (next.back) search.set("back", next.back);
  return search.size > 0 ? `${path}?${search}` : path;
}
