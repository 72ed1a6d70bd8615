import type { LoaderFunctionArgs } from "@remix-run/node";
import { signInPath } from "contract/base/wire";
import { encodeRedirect, ownPath } from "~/navigation/redirect";
import { getScope } from "~/request/scope.server";
import { leadPress } from "./pressed/kept-press.server";

/**
 * Redirects to the sign-in portal with an address to return to (spec 1): the .cn or .com portal by this host's
 * suffix, or the embedded gateway's sign-in page when none is configured.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const { settings } = scope;
  const url = new URL(request.url);
  const back = ownPath(url.searchParams.get("redirect"));
  const external = url.hostname.endsWith(".com")
    ? (settings.signInUrlCom ?? settings.signInUrlCn)
    : (settings.signInUrlCn ?? settings.signInUrlCom);
  const location = external ? new URL(external) : new URL(signInPath, url);
  const target = external ? new URL(back, scope.visitedOrigin).href : back;
  const query = `${location.search ? `${location.search}&` : "?"}redirect=${encodeRedirect(target)}`;
  const base = external ? location.origin + location.pathname : location.pathname;
  const headers = new Headers({ location: base + query, "cache-control": "no-store" });
  leadPress(scope, back);
  await scope.commit(headers);
  return new Response(null, { status: 302, headers });
}
