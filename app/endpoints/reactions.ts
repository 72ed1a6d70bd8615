import type { ActionFunctionArgs } from "@remix-run/node";
import { id } from "contract/fields";
import type { ReactionAnswer } from "~/components/reaction-answer";
import { getScope, type Scope } from "~/context.server";
import { assertSameOrigin } from "~/forms/submit.server";
import { GatewayError, NotSignedIn, SessionConflict, Unavailable } from "~/gateway-client/errors";
import { ownPath } from "~/routing/redirect";
import { forgetLogin } from "~/session/visitor.server";

interface Press {
  what: "like" | "unlike" | "favorite" | "unfavorite";
  target: number;
}

/** One form serves all buttons of a page: what is pressed says both what to do and with which post or topic. */
function readPress(intent: unknown): Press | null {
  const [, what, number] = /^(like|unlike|favorite|unfavorite):(\d{1,10})$/.exec(String(intent)) ?? [];
  const target = id.safeParse(number);
  return what && target.success ? { what: what as Press["what"], target: target.data } : null;
}

const formMaximum = 16 * 1024;

/**
 * What the like and favourite buttons post to (spec 7.2, like/unlike, favorite/cancel favorite). A plain form is led back to the
 * post on its page, only ever on our own origin; a refusal is said there. Scripts ask for JSON and stay where they are.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const tooLarge = Number(request.headers.get("content-length") ?? 0) > formMaximum;
  const form = tooLarge ? new FormData() : await request.formData().catch(() => new FormData());
  const answer = await react(scope, form);
  const refused = answer.on === null ? answer : null;
  if (request.headers.get("accept") === "application/json") {
    const headers = new Headers({ "cache-control": "no-store" });
    await scope.commit(headers);
    return Response.json(answer, { status: refused ? (refused.login ? 403 : 422) : 200, headers });
  }
  const back = ownPath(String(form.get("back") ?? ""));
  const liked = /^(?:un)?like:(\d{1,10})$/.exec(String(form.get("intent")))?.[1];
  const place = liked ? `${back}#post-${liked}` : back;
  if (refused?.login) scope.session.flash("loginFor", place.slice(0, 500));
  else if (refused) scope.session.flash("problem", refused.message);
  // What went wrong stands at the head of the page.
  return scope.redirect(refused ? back : place, { status: 303, keepShell: false });
}

async function react(scope: Scope, form: FormData): Promise<ReactionAnswer> {
  const asked = readPress(form.get("intent"));
  const refused = (message: string, login = false): ReactionAnswer => ({ on: null, message, login });
  if (!asked) return refused("提交的内容有误，请刷新页面后再试");
  try {
    if (!(await scope.acceptsToken(form))) return refused("页面已过期，请刷新后再试");
    return { ...(await send(scope, asked)), message: null };
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

async function send({ gateway }: Scope, { what, target }: Press): Promise<{ on: boolean; count: number }> {
  if (what === "like" || what === "unlike") {
    const { liked, likes } = await gateway.call(what === "like" ? "likePost" : "unlikePost", { pid: target });
    return { on: liked, count: likes };
  }
  const { favorited, favorites } = await gateway.call(what === "favorite" ? "favoriteTopic" : "cancelFavorite", { tid: target });
  return { on: favorited, count: favorites };
}

/** Nothing to read here. */
export function loader(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
