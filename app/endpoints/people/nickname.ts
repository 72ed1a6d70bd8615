import type { LoaderFunctionArgs } from "@remix-run/node";
import { nicknameTooSoon } from "contract/profile/fields";
import { refusals } from "contract/refusals";
import { formatWhole } from "~/format/time";
import { Refused } from "~/gateway-client/errors";
import { getScope, type Scope } from "~/request/scope.server";

/** The problem with a nickname for the signed-in member; null without one, and when the upstream does not answer. */
async function problemWith(scope: Scope, nickname: string): Promise<string | null> {
  if (!nickname || !(await scope.signedIn())) return null;
  try {
    const { allowed, changeableAt } = await scope.gateway.call("ifUpdateNickname", {});
    if (!allowed && changeableAt) return nicknameTooSoon(formatWhole(changeableAt));
    const { available } = await scope.gateway.call("verifyNickname", { nickname });
    return available ? null : refusals.NICKNAME_TAKEN.message;
  } catch (error) {
    return (error instanceof Refused && error.fields?.nickname?.[0]) || null;
  }
}

/** GET ?nickname=: the problem with a nickname, for the form's script (spec 7.2). */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const nickname = (new URL(request.url).searchParams.get("nickname") ?? "").slice(0, 100);
  return Response.json(
    { problem: await problemWith(scope, nickname) },
    { headers: { "cache-control": "no-store" } },
  );
}
