import type { ActionFunctionArgs } from "@remix-run/node";
import { explain } from "~/failure/explain.server";
import { ownPath } from "~/navigation/redirect";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { forgetLogin } from "~/session/visitor.server";
import { nothingToRead } from "../button-action.server";

/** The action of 结束查看: the administrator is themselves again, on the page where they began. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const back = ownPath(scope.session.get("sawAsFrom"), "/");
  try {
    await scope.gateway.call("endSeeAs", {});
    forgetLogin(scope.session);
    scope.session.unset("sawAsFrom");
  } catch (error) {
    scope.session.flash("problem", explain(scope, error).message);
  }
  return scope.redirect(back, { status: 303, keepShell: false });
}

export const loader = nothingToRead;
