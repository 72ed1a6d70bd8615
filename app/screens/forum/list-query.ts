import type { ListOrder } from "contract/forum/constants";
import { listAddress } from "~/lists/kit/list-address";

/** Queries of a topic list, as list-query.server.ts reads them. */
export interface ListQuery {
  page: number;
  order: ListOrder;
  classId?: number | undefined;
  only?: "digest" | "solved" | "unsolved" | undefined;
}

export const { listHref, isNarrowed } = listAddress<ListQuery>({
  usual: { order: "reply" },
  narrowing: ["only", "classId"],
});
