import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { getScope, type Scope } from "~/context.server";
import { isUpload, uploadAnswer } from "~/editor/upload.server";
import { type FormTools, formTools } from "~/forms/submit.server";
import { cached } from "~/gateway-client/cached.server";
import { Forbidden, GatewayError, NotSignedIn, Refused, ResponseMismatch, SessionConflict, Timeout } from "~/gateway-client/errors";
import { isPolicyPage } from "~/screens";
import { forgetLogin } from "~/session/visitor.server";
import { readSignIntent } from "~/shells/parts/gates/sign";
import { signAnswer } from "~/shells/parts/gates/sign.server";
import type { Failure } from "./failure";
import { readPreferences } from "./preferences.server";
import { screenAt } from "./screen-at";
import { keepsDesktopAddress, twin } from "./shell-address";
import { leadFromSource } from "./source.server";
import { isMobileRequest } from "./user-agent";

interface Tools {
  scope: Scope;
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
}

/**
 * A screen's loader: access first (spec 4 and 5, navigation), then `run`; every failure of the gateway becomes the
 * page that spec 8 describes. Fails closed: a path that is no screen is a 404.
 */
export function screenLoader<Result>(run: (tools: Tools) => Promise<Result>) {
  return async ({ request, context, params }: LoaderFunctionArgs): Promise<Result> => {
    const scope = await getScope({ request, context });
    const url = new URL(request.url);
    try {
      const led = await leadFromSource(scope, url);
      if (led) throw led;
      await leadPhonesToH5(scope, request, url);
      // The router takes spellings of an address by which no screen's rules are found: /%6doderator.
      if (!(await guard(scope, url))) return notFound(scope);
      return await run({ scope, request, url, params });
    } catch (error) {
      throw await asResponse(error, scope);
    }
  };
}

/**
 * A screen's action: access, then `run` with the form read, its size, origin and token checked (design 5). A `sign:` button of
 * its form accepts the disclaimer and gives the form back. Files that a form's
 * `upload:` button brings are stored here, and the form comes back with them in its text; `beside` is what that page needs besides.
 */
export function screenAction<Result>(
  run: (tools: Tools & FormTools) => Promise<Result>,
  beside: (tools: { scope: Scope; form: FormData }) => Promise<object> = async () => ({}),
) {
  return async ({ request, context, params }: ActionFunctionArgs) => {
    const scope = await getScope({ request, context });
    try {
      const tools = await formTools(scope, request);
      const signing = readSignIntent(tools.intent);
      if (signing) return await signAnswer(scope, tools.form, signing);
      if (isUpload(tools.intent)) return await uploadAnswer(scope, tools, await beside({ scope, form: tools.form }));
      return await run({ scope, request, url: new URL(request.url), params, ...tools });
    } catch (error) {
      throw await asResponse(error, scope);
    }
  };
}

/** A page that is not there: 404 inside the shell. */
export function notFound(scope: Scope, message = "这个页面不存在，可能已被移动或删除"): never {
  throw data<Failure>({ kind: "notFound", message, traceId: scope.traceId }, { status: 404 });
}

async function leadPhonesToH5(scope: Scope, request: Request, url: URL): Promise<void> {
  if (scope.shell === "h5" || request.method !== "GET" || url.pathname === "/" || keepsDesktopAddress(url.pathname)) return;
  const choice = readPreferences(request).shell;
  if (choice === "desktop" || (!choice && !isMobileRequest(request.headers))) return;
  throw await scope.redirect(twin(url.pathname + url.search, "h5"), { keepShell: false });
}

/** Access of the screen at this address, and whether there is one. In access mode 0 every page but the policies asks visitors to sign in. */
async function guard(scope: Scope, url: URL): Promise<boolean> {
  const screen = screenAt(url.pathname);
  const here = url.pathname + url.search;
  const needed = screen?.access ?? ((await accessMode(scope)) === 0 && !isPolicyPage(screen) ? "login" : undefined);
  if (!needed || scope.keepsForm) return screen !== undefined;
  const visitor = await scope.visitor();
  if (!visitor.signedIn) {
    if (needed === "forumAdmin") throw await scope.redirect("/");
    if (needed === "authenticated" && (await accessMode(scope)) === 1) {
      scope.session.flash("loginFor", here.slice(0, 500));
      throw await scope.redirect("/forum/all");
    }
    throw data<Failure>({ kind: "login", message: "请先登录", traceId: scope.traceId }, { status: 401 });
  }
  if (needed === "forumAdmin" && !(await scope.personal())?.fids.length) throw await scope.redirect("/");
  return screen !== undefined;
}

/** Spec 4: loaded once, then reused; here for a minute, so that an operator's change needs no restart. */
export async function accessMode(scope: Scope): Promise<0 | 1> {
  const config = await cached("config", 60, () => scope.publicGateway.call("getConfig", {}));
  return config.accessConfig;
}

/** The response that an error becomes; what is not the gateway's is passed on to the error boundary as it is. */
async function asResponse(error: unknown, scope: Scope): Promise<unknown> {
  if (!(error instanceof GatewayError)) return error;
  const fail = (kind: Failure["kind"], status: number, message = error.message) =>
    data<Failure>({ kind, message, traceId: scope.traceId }, { status });
  if (error instanceof NotSignedIn || error instanceof SessionConflict) {
    forgetLogin(scope.session);
    return fail("login", 401);
  }
  if (error instanceof Forbidden) return fail("forbidden", 403);
  if (error instanceof Refused) return error.status === 404 ? fail("notFound", 404) : fail("refused", error.status);
  console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
  if (error instanceof Timeout) return fail("timeout", 504);
  return fail(error instanceof ResponseMismatch ? "mismatch" : "unavailable", error instanceof ResponseMismatch ? 502 : 503);
}
