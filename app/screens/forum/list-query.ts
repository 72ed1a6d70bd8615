import { page } from "contract/fields";
import { z } from "zod/v4";

const orders = ["reply", "new", "views"] as const;
export type Order = (typeof orders)[number];

const query = z.object({
  page: page.catch(1),
  order: z.enum(orders).catch("reply"),
  classId: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
  only: z.enum(["digest", "solved", "unsolved"]).optional().catch(undefined),
});

/** What a topic list's address asks for. A link is never refused for its query: what makes no sense is left out. */
export function readListQuery(url: URL) {
  return query.parse(Object.fromEntries(["page", "order", "classId", "only"].map((name) => [name, url.searchParams.get(name) ?? undefined])));
}
export type ListQuery = ReturnType<typeof readListQuery>;

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
