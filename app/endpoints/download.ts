import type { LoaderFunctionArgs } from "@remix-run/node";
import { id } from "contract/base/fields";
import { explain, orWithout } from "~/failure/explain.server";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { getScope } from "~/request/scope.server";

const answer = (status: number, text: string | null, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8", ...headers },
  });

/**
 * Redirects to a version's file on another site and counts the download, because the portal does not serve the file
 * itself. When the visitor must first sign in or accept the disclaimer, redirects to that page.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const version = id.safeParse(params.version);
  if (!version.success) return answer(404, "没有这个版本，它可能已经撤下。");
  try {
    const { result } = await scope.gateway.call("resourceUrl", { pk_file: version.data });
    const { pk_rm_resource, url, elsewhere } = result;
    if (elsewhere && pk_rm_resource !== null)
      await orWithout(
        scope,
        scope.gateway.call("increaseResourceVolume", { pk_rm_resource, version: version.data }),
        null,
      );
    return answer(302, null, { location: url, "referrer-policy": "no-referrer" });
  } catch (error) {
    const { kind, code, status, message } = explain(scope, error);
    if (kind === "login") return answer(302, null, { location: paths.login(new URL(request.url).pathname) });
    if (code === "DISCLAIMER_NOT_SIGNED")
      return answer(302, null, { location: withQuery(paths.resources(), "disclaimer", "1") });
    return answer(status, `${message}。`);
  }
}
