import type { ActivityKind, ActivityState } from "contract/activities/constants";
import { paths } from "~/navigation/paths";

/** What a list of activities shows: all of it in its address, read by activities-query.server.ts. */
export interface ListQuery {
  kind?: ActivityKind | undefined;
  state?: ActivityState | undefined;
  /** As it was typed. */
  q: string;
  page: number;
}

/** The address of the same list with something changed; a change other than the page goes back to page 1. */
export const listHref = (current: ListQuery, change: Partial<ListQuery>): string =>
  paths.activities({ ...current, page: 1, ...change });

export const isNarrowed = ({ kind, state, q }: ListQuery): boolean =>
  q !== "" || kind !== undefined || state !== undefined;
