import { orWithout } from "~/failure/explain.server";
import { ownPath } from "~/navigation/redirect";
import { twin } from "~/navigation/shell-address";
import type { Scope } from "./scope.server";

/**
 * The way on from an address that is no page any more (the pack's redirects.yaml), for good and in the same shell;
 * null where it never was one. Only to our own addresses, whoever says where.
 */
export async function movedRedirect(scope: Scope, url: URL): Promise<Response | null> {
  const address = twin(url.pathname + url.search, "desktop");
  const moved = await orWithout(scope, scope.publicGateway.call("movedAddress", { address }), null);
  if (!moved?.target) return null;
  return scope.redirect(ownPath(moved.target, "/"), { status: 301 });
}
