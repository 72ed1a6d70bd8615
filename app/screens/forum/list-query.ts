import type { ListOrder } from "contract/forum/constants";

/** What a topic list shows: in its address, read by list-query.server.ts. */
export interface ListQuery {
  page: number;
  order: ListOrder;
  classId?: number | undefined;
  only?: "digest" | "solved" | "unsolved" | undefined;
}

/** The address of the same list with something changed; a change other than the page goes back to page 1. */
export function listHref(path: string, current: ListQuery, change: Partial<ListQuery>): string {
  const next = { ...current, page: 1, ...change };
  const search = new URLSearchParams();
  if (next.only) search.set("only", next.only);
  if (next.classId) search.set("classId", String(next.classId));
  if (next.order !== "reply") search.set("order", next.order);
  if (next.page > 1) search.set("page", String(next.page));
  return search.size > 0 ? `${path}?${search}` : path;
}
