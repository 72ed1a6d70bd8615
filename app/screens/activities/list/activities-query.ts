import type { ActivityKind, ActivityState } from "contract/activities/constants";
import { listAddress } from "~/lists/kit/list-address";

/** What a list of activities shows: all of it in its address, read by activities-query.server.ts. */
export interface ListQuery {
  kind?: ActivityKind | undefined;
  state?: ActivityState | undefined;
  /** As it was typed. */
  q: string;
  page: number;
}

export const { listHref, isNarrowed } = listAddress<ListQuery>({ narrowing: ["q", "kind", "state"] });
