import type { ActionFunctionArgs } from "@remix-run/node";
import { id } from "contract/fields";
import { z } from "zod/v4";
import { getScope, type Scope } from "~/context.server";
import type { FollowAnswer } from "~/components/follow-answer";
import { assertSameOrigin } from "~/forms/submit.server";
import { GatewayError, NotSignedIn, SessionConflict, Unavailable } from "~/gateway-client/errors";
import { ownPath } from "~/routing/redirect";
import { forgetLogin } from "~/session/visitor.server";

const schema = z.object({
  intent: z.enum(["follow", "unfollow"]),
  kind: z.enum(["user", "section", "tag"]),
  target: id,
});

/** A follow button's form is three short fields, a token and an address. */
const formMaximum = 16 * 1024;

/**
 * What every follow button posts to (spec 7.2, follow). A plain form is led back to the page it stands on, only ever on
 * our own origin; a refusal is said there. Scripts ask for JSON and stay where they are.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const tooLarge = Number(request.headers.get("content-length") ?? 0) > formMaximum;
  const form = tooLarge ? new FormData() : await request.formData().catch(() => new FormData());
  const answer = await setFollow(scope, form);
  if (request.headers.get("accept") === "application/json") {
    const headers = new Headers({ "cache-control": "no-store" });
    await scope.commit(headers);
    return Response.json(answer satisfies FollowAnswer, { status: answer.message === null ? 200 : answer.login ? 403 : 422, headers });
  }
  const back = ownPath(String(form.get("back") ?? ""));
  if (answer.login) scope.session.flash("loginFor", back.slice(0, 500));
  else if (answer.message !== null) scope.session.flash("problem", answer.message);
  return scope.redirect(back, { status: 303, keepShell: false });
}

async function setFollow(scope: Scope, form: FormData): Promise<FollowAnswer> {
  const asked = schema.safeParse(Object.fromEntries(form));
  const refused = (message: string, login = false): FollowAnswer => ({ followed: null, message, login });
  if (!asked.success) return refused("提交的内容有误，请刷新页面后再试");
  const { intent, ...target } = asked.data;
  try {
    if (!(await scope.acceptsToken(form))) return refused("页面已过期，请再试一次");
    return { ...(await scope.gateway.call(intent, target)), message: null, login: false };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error instanceof NotSignedIn || error instanceof SessionConflict) {
      forgetLogin(scope.session);
      return refused("请先登录", true);
    }
    if (error instanceof Unavailable) console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
    return refused(error.message);
  }
}

/** Nothing to read here. */
export function loader(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
