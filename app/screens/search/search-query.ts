import type { SearchKind } from "contract/search/calls";
import { type FacetName, facetsOf } from "contract/search/constants";
import { addressOf } from "~/navigation/address-query";

/** The state of a search page. All of it is in the address; search-query.server.ts reads it. */
export interface SearchQuery {
  q: string;
  type: SearchKind;
  order: "relevance" | "newest";
  page: number;
  /** A section's id, a tag's name, a nickname, two days and a state; empty when not chosen. */
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
  /** The page that the visitor came from; the header's icon leads back to it. */
  back: string;
}

export const searchTabs: { type: SearchKind; name: string }[] = [
  { type: "all", name: "全部" },
  { type: "products", name: "产品" },
  { type: "resources", name: "资料" },
  { type: "documents", name: "文档内容" },
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

/** The filters of a search in the forum; choosing one of them makes it a search for topics. */
export const forumFilters = ["fid", "tag", "author", "since", "to", "solved"] as const;
export type ForumFilter = (typeof forumFilters)[number];
export type FilterName = ForumFilter | FacetName;

/** The filters with nothing chosen. */
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

/** The filters of each kind of result. */
export const filtersOf: Record<SearchKind, readonly FilterName[]> = {
  all: forumFilters,
  topics: forumFilters,
  posts: ["fid", "tag", "author", "since", "to"],
  ...facetsOf,
  people: [],
  tags: [],
};

/** Whether results of this kind can be ordered. */
export const isOrdered = (type: SearchKind) => type !== "all" && type !== "people" && type !== "tags";

/** The names of the active filters. */
export const chosenFilters = (query: SearchQuery): FilterName[] =>
  filtersOf[query.type].filter((name) => query[name] !== "");

/** The address of the same search with a change. Every change except that of the page leads to page 1. */
export function searchHref(path: string, current: SearchQuery, change: Partial<SearchQuery>): string {
  const next: SearchQuery = { ...current, page: 1, ...change };
  return addressOf(path, {
    q: next.q,
    type: next.type === "all" ? undefined : next.type,
    ...Object.fromEntries(filtersOf[next.type].map((name) => [name, next[name]])),
    order: next.order !== "relevance" && isOrdered(next.type) ? next.order : undefined,
    page: next.page,
    back: next.back,
  });
}
