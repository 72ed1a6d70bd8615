import { orWithout } from "~/failure/explain.server";
import { ownPath } from "~/navigation/redirect";
import { twin } from "~/navigation/shell-address";
import type { Scope } from "./scope.server";

/**
 * The permanent redirect of an address that has moved (the pack's redirects.yaml), in the same shell; null when the
 * address is not listed. It leads only to our own addresses.
 */
export async function movedRedirect(scope: Scope, url: URL): Promise<Response | null> {
  const address = twin(url.pathname + url.search, "desktop");
  const moved = await orWithout(scope, scope.publicGateway.call("movedAddress", { address }), null);
  if (!moved?.target) return null;
  return scope.redirect(ownPath(moved.target, "/"), { status: 301 });
}
