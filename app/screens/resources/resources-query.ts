import { paths, type ResourcesQuery } from "~/navigation/paths";

/** What a list of resources shows: all of it in its address, read by resources-query.server.ts. */
export interface ListQuery {
  id?: number | undefined;
  prodId?: number | undefined;
  classId?: number | undefined;
  /** As they were typed or chosen; empty where nothing was. */
  kind: string;
  language: string;
  year: string;
  q: string;
  order: "newest" | "downloads";
  view: "list" | "support";
  page: number;
}

export type FilterName = "kind" | "language" | "year" | "q";
export type ListProblems = Partial<Record<FilterName, string>>;

/** The address of the same list with something changed; a change other than the page goes back to page 1. */
export function listHref(current: ListQuery, change: Partial<ListQuery>): string {
  const { order, view, ...next } = { ...current, page: 1, ...change };
  const query: ResourcesQuery = {
    ...next,
    order: order === "downloads" ? order : undefined,
    view: view === "support" ? view : undefined,
  };
  return paths.resources(query);
}

/** Whether the list is narrowed down by more than where it stands. */
export const isNarrowed = ({ kind, language, year, q }: ListQuery): boolean =>
  [kind, language, year, q].some((value) => value !== "");
