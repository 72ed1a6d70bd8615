import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { logoutPath } from "contract/base/wire";
import { encodeRedirect, ownPath } from "~/navigation/redirect";
import { getScope } from "~/request/scope.server";
import { forgetLogin } from "~/session/visitor.server";

/**
 * Clears the portal's session and redirects to the gateway's logout servlet, with an address to return to (spec 1,
 * 4).
 */
async function logout({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const back = ownPath(new URL(request.url).searchParams.get("redirect"));
  forgetLogin(scope.session);
  if (scope.session.has("pressed")) scope.session.unset("pressed");
  return scope.redirect(`${logoutPath}?redirect=${encodeRedirect(back)}`, { keepShell: false });
}

export const loader = logout;
export const action = logout;
