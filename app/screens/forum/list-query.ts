import type { ListOrder } from "contract/forum/constants";
import { listAddress } from "~/lists/kit/list-address";

/** The queries of a topic list, which list-query.server.ts reads. */
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
