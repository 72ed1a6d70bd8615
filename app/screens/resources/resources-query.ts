import { listAddress } from "~/lists/kit/list-address";

/**
 * The filters, order and page of a list of resources. All of them are in the address; resources-query.server.ts reads
 * them.
 */
export interface ListQuery {
  id?: number | undefined;
  prodId?: number | undefined;
  classId?: number | undefined;
  /** As the visitor typed or chose them; empty when not chosen. */
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

/** The level and the product of a list do not count as filters. */
export const { listHref, isNarrowed } = listAddress<ListQuery>({
  usual: { order: "newest", view: "list" },
  narrowing: ["kind", "language", "year", "q"],
});
