import { listAddress } from "~/lists/kit/list-address";

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

/** Where in the tree and for which product the list stands narrows nothing down. */
export const { listHref, isNarrowed } = listAddress<ListQuery>({
  usual: { order: "newest", view: "list" },
  narrowing: ["kind", "language", "year", "q"],
});
