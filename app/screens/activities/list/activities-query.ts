import type { ActivityKind, ActivityState } from "contract/activities/constants";
import { listAddress } from "~/lists/kit/list-address";

/**
 * The filters and page of a list of activities. All of them are in the address; activities-query.server.ts reads them.
 */
export interface ListQuery {
  kind?: ActivityKind | undefined;
  state?: ActivityState | undefined;
  /** The keyword as the visitor typed it. */
  q: string;
  page: number;
}

export const { listHref, isNarrowed } = listAddress<ListQuery>({ narrowing: ["q", "kind", "state"] });
