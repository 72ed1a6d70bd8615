import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchText } from "contract/search/calls";
import { orWithout } from "~/failure/explain.server";
import { accessMode } from "~/request/access.server";
import { getScope } from "~/request/scope.server";

const none = { searches: [], products: [], parts: [], part: null, topics: [], tags: [], people: [] };

/** GET ?q=: search suggestions for a text being typed. Any failure answers an empty list. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const text = searchText.safeParse(new URL(request.url).searchParams.get("q") ?? "");
  const answer = async () => {
    if (!text.success || !text.data) return none;
    // In access mode 0 visitors may see no suggestions, as on the pages.
    if ((await accessMode(scope)) === 0 && !(await scope.signedIn())) return none;
    return scope.publicGateway.call("searchSuggest", { text: text.data });
  };
  const found = await orWithout(scope, answer(), none);
  return Response.json(found, { headers: { "cache-control": "private, max-age=30" } });
}
