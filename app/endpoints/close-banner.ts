import type { ActionFunctionArgs } from "@remix-run/node";
import { id } from "contract/base/fields";
import { explain } from "~/failure/explain.server";
import { ownPath } from "~/navigation/redirect";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { closedCookie } from "~/shells/notices/banner.server";
import { nothingToRead } from "./button-action.server";

/**
 * The action of a banner's 关闭: for a member it is closed on all their devices, for a visitor in this browser. Redirects
 * back to the page.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const form = await request.formData().catch(() => new FormData());
  const back = ownPath(String(form.get("back") ?? ""), "/");
  const banner = id.safeParse(form.get("banner"));
  let cookie: string | null = null;
  try {
    if (!(await scope.forms.accepts(form)) || !banner.success)
      scope.session.flash("problem", "页面已过期，请刷新后再试");
    else if (await scope.signedIn()) await scope.gateway.call("closeBanner", { id: banner.data });
    else cookie = await closedCookie(scope, banner.data);
  } catch (error) {
    scope.session.flash("problem", explain(scope, error).message);
  }
  const answer = await scope.redirect(back, { status: 303, keepShell: false });
  if (cookie) answer.headers.append("set-cookie", cookie);
  return answer;
}

export const loader = nothingToRead;
