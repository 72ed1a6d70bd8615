import type { courseOrders } from "contract/training/constants";
import { listAddress } from "~/lists/kit/list-address";

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

export const { listHref, isNarrowed } = listAddress<ListQuery>({
  usual: { order: "newest" },
  narrowing: ["q", "classId", "levelId", "prodId", "lecturerId"],
});
