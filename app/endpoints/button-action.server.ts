import type { ActionFunctionArgs } from "@remix-run/node";
import { explain } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { ownPath } from "~/navigation/redirect";
import { getScope, type Scope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { keepPress, type PressName } from "./pressed/kept-press.server";
import type { Press } from "./pressed/press.server";

/** Why a button did nothing. `login`: because nobody is signed in. */
export interface ButtonRefusal {
  message: string;
  login: boolean;
  /** The gateway did not answer, or has had too many of these for the moment: it may go well soon. */
  again: boolean;
  /** The refusal's code, where the gateway refused it. */
  code?: string;
  /** It is done by itself once they have signed in. */
  kept?: boolean;
}

/** A button's form is a few short fields, a token and an address. */
const formMaximum = 16 * 1024;

/**
 * The action of buttons that stand on many pages: `read` says what a form asks for, null when there is no
 * such thing, and `run` does it. A plain form is led back to the page it stands on (`place` may name the spot
 * on it), only ever on our own origin; a refusal is said at that page's head. Scripts ask for JSON and stay
 * where they are: `json` says it in the button's own words.
 */
export function buttonAction<Asked, Done>(
  button: Pick<Press<Asked, Done>, "read" | "run"> & {
    /** By this name a visitor's press is kept until they have signed in. */
    name?: PressName;
    json: (done: Done | null, refusal: ButtonRefusal | null) => object;
    place?: (form: FormData) => string;
    /** Another address for a plain form to go to, once it is done. */
    leadsTo?: (done: Done, back: string) => string;
  },
) {
  return async ({ request, context }: ActionFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    assertSameOrigin(scope, request);
    const tooLarge = Number(request.headers.get("content-length") ?? 0) > formMaximum;
    const form = tooLarge ? new FormData() : await request.formData().catch(() => new FormData());
    const back = ownPath(String(form.get("back") ?? ""));
    const { input: asked, done, refusal } = await attempt(scope, form, button);
    if (refusal?.login && asked !== null && button.name)
      // Browsers say where a form was sent from; what says nothing is a tool, which nothing is kept for.
      refusal.kept = keepPress(scope, button.name, {
        input: asked,
        form,
        back,
        isOwn: request.headers.has("origin"),
      });
    if (request.headers.get("accept") === "application/json") {
      const headers = new Headers({ "cache-control": "no-store" });
      await scope.commit(headers);
      return Response.json(button.json(done, refusal), {
        status: refusal ? (refusal.login ? 403 : 422) : 200,
        headers,
      });
    }
    const place =
      done !== null && button.leadsTo ? button.leadsTo(done, back) : back + (button.place?.(form) ?? "");
    if (refusal?.login) scope.session.flash("loginFor", place.slice(0, 500));
    else if (refusal) scope.session.flash("problem", refusal.message);
    return scope.redirect(refusal ? back : place, { status: 303, keepShell: false });
  };
}

type Attempt<Asked, Done> = { input: Asked | null } & (
  | { done: Done; refusal: null }
  | { done: null; refusal: ButtonRefusal }
);

async function attempt<Asked, Done>(
  scope: Scope,
  form: FormData,
  { read, run }: Pick<Press<Asked, Done>, "read" | "run">,
): Promise<Attempt<Asked, Done>> {
  const input = read(form);
  const refused = (message: string, more: Partial<ButtonRefusal> = {}): Attempt<Asked, Done> => ({
    input,
    done: null,
    refusal: { message, login: false, again: false, ...more },
  });
  if (input === null) return refused("提交的内容有误，请刷新页面后再试");
  try {
    if (!(await scope.forms.accepts(form))) return refused("页面已过期，请刷新后再试");
    return { input, done: await run(scope, input), refusal: null };
  } catch (error) {
    const { kind, message, status } = explain(scope, error);
    if (kind === "login") return refused("请先登录", { login: true });
    const code = error instanceof Refused ? { code: error.code } : {};
    return refused(message, { again: status === 503 || status === 429, ...code });
  }
}

/** Nothing to read where buttons post to. */
export function nothingToRead(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
