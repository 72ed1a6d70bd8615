import type { ListOrder } from "contract/forum/constants";
import { listAddress } from "~/lists/kit/list-address";

/** What a topic list shows: in its address, read by list-query.server.ts. */
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
