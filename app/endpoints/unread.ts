import type { LoaderFunctionArgs } from "@remix-run/node";
import { orWithout } from "~/failure/explain.server";
import { getScope, type Scope } from "~/request/scope.server";
import type { Unread } from "~/session/unread";
import { countUnread } from "~/session/unread.server";

const countsOf = async (scope: Scope): Promise<Unread | null> =>
  (await scope.signedIn()) ? countUnread(scope.gateway) : null;

/**
 * GET: what is unread of each kind (spec 4, 7.2 Messages), null for nobody and where the upstream does not
 * say: failed counts are silently ignored (spec 8), so this is no failure that a browser would log.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const unread = await orWithout(scope, countsOf(scope), null);
  return Response.json({ unread }, { headers: { "cache-control": "no-store" } });
}
