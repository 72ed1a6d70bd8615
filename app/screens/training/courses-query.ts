import type { courseOrders } from "contract/training/constants";
import { paths } from "~/navigation/paths";

type Order = (typeof courseOrders)[number]["code"];

/** What a list of courses shows: all of it in its address, read by courses-query.server.ts. */
export interface ListQuery {
  classId?: number | undefined;
  levelId?: number | undefined;
  prodId?: number | undefined;
  lecturerId?: number | undefined;
  /** As it was typed. */
  q: string;
  order: Order;
  page: number;
}

/** The address of the same list with something changed; a change other than the page goes back to page 1. */
export function listHref(current: ListQuery, change: Partial<ListQuery>): string {
  const { order, ...next } = { ...current, page: 1, ...change };
  return paths.courses({ ...next, order: order === "newest" ? undefined : order });
}

export const isNarrowed = ({ classId, levelId, prodId, lecturerId, q }: ListQuery): boolean =>
  q !== "" || [classId, levelId, prodId, lecturerId].some((value) => value !== undefined);
