import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallResponse } from "contract";
import { id } from "contract/base/fields";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { accessMode } from "~/request/access.server";
import { getScope } from "~/request/scope.server";

/**
 * GET ?uid=: a person's card, or null. The card is an extra beside a link to that person, so every failure also
 * answers null.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const uid = id.safeParse(new URL(request.url).searchParams.get("uid"));
  const answer = async (): Promise<CallResponse<"authorInfo"> | null> => {
    if (!uid.success) return null;
    // In access mode 0 visitors may see nobody's card, as on the pages.
    if ((await accessMode(scope)) === 0 && !(await scope.signedIn())) return null;
    const card = await scope.gateway.call("authorInfo", { uid: uid.data });
    return card.closed ? null : card;
  };
  const card = await orWithout(
    scope,
    answer().catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    }),
    null,
  );
  return Response.json({ card }, { headers: { "cache-control": "no-store" } });
}
