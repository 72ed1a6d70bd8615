import type { LoaderFunctionArgs } from "@remix-run/node";
import { orWithout } from "~/failure/explain.server";
import { getScope, type Scope } from "~/request/scope.server";
import type { Unread } from "~/session/unread";
import { countUnread } from "~/session/unread.server";

const countsOf = async (scope: Scope): Promise<Unread | null> =>
  (await scope.signedIn()) ? countUnread(scope.gateway) : null;

/**
 * GET: the unread counts of each kind (spec 4, 7.2 Messages). Null when nobody is signed in or the upstream does not
 * answer: failed counts are ignored silently (spec 8), and an error status would appear in the browser's log.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const unread = await orWithout(scope, countsOf(scope), null);
  return Response.json({ unread }, { headers: { "cache-control": "no-store" } });
}
