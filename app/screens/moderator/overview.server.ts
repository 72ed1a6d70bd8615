import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** The sections that a moderator moderates, and the counts of waiting items; null when the call fails. */
export type Overview = CallResponse<"moderatorOverview"> | null;

const overviews = new WeakMap<Scope, Promise<Overview>>();

/** Loads the overview once per request, for the area's menu and for the screens that need it. */
export function loadOverview(scope: Scope): Promise<Overview> {
  const overview =
    overviews.get(scope) ?? orWithout(scope, scope.gateway.call("moderatorOverview", {}), null);
  overviews.set(scope, overview);
  return overview;
}
