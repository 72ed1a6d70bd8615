import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** What a moderator looks after and what waits for them; null where the upstream does not say. */
export type Overview = CallResponse<"moderatorOverview"> | null;

const overviews = new WeakMap<Scope, Promise<Overview>>();

/** Asked for once a request: by the area for its menu, and by the screens that need it to load. */
export function loadOverview(scope: Scope): Promise<Overview> {
  const overview =
    overviews.get(scope) ?? orWithout(scope, scope.gateway.call("moderatorOverview", {}), null);
  overviews.set(scope, overview);
  return overview;
}
