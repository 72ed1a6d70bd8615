import type { courseOrders } from "contract/training/constants";
import { listAddress } from "~/lists/kit/list-address";

type Order = (typeof courseOrders)[number]["code"];

/**
 * The filters, order and page of a list of courses. All of them are in the address; courses-query.server.ts reads
 * them.
 */
export interface ListQuery {
  classId?: number | undefined;
  levelId?: number | undefined;
  prodId?: number | undefined;
  lecturerId?: number | undefined;
  /** The keyword as the reader typed it. */
  q: string;
  order: Order;
  page: number;
}

export const { listHref, isNarrowed } = listAddress<ListQuery>({
  usual: { order: "newest" },
  narrowing: ["q", "classId", "levelId", "prodId", "lecturerId"],
});
