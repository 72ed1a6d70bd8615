import type { ActionFunctionArgs } from "@remix-run/node";
import { explain } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { ownPath } from "~/navigation/redirect";
import { getScope, type Scope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { keepPress, type PressName } from "./pressed/kept-press.server";
import type { Press } from "./pressed/press.server";

/** Why a button did nothing. `login`: nobody is signed in. */
export interface ButtonRefusal {
  message: string;
  login: boolean;
  /** The gateway did not answer, or limits the rate: a later try may succeed. */
  again: boolean;
  /** The gateway's refusal code, if it refused. */
  code?: string;
  /** The action is stored, and runs after the visitor has signed in. */
  kept?: boolean;
}

/** A button's form has only a few short fields, a token and an address. */
const formMaximum = 16 * 1024;

/**
 * Makes the action of a button that appears on many pages. `read` parses the form (null when invalid), `run` does the
 * work. A plain form is redirected to its page on our own origin (`place` may add a fragment), which shows a refusal
 * at its head. Scripts that accept JSON get the answer of `json`.
 */
export function buttonAction<Input, Done>(
  button: Pick<Press<Input, Done>, "read" | "run"> & {
    /** The name under which a visitor's press is stored until they have signed in. */
    name?: PressName;
    json: (done: Done | null, refusal: ButtonRefusal | null) => object;
    place?: (form: FormData) => string;
    /** Redirects a plain form to another address after success. */
    leadsTo?: (done: Done, back: string) => string;
  },
) {
  return async ({ request, context }: ActionFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    assertSameOrigin(scope, request);
    const tooLarge = Number(request.headers.get("content-length") ?? 0) > formMaximum;
    const form = tooLarge ? new FormData() : await request.formData().catch(() => new FormData());
    const back = ownPath(String(form.get("back") ?? ""));
    const { input, done, refusal } = await attempt(scope, form, button);
    if (refusal?.login && input !== null && button.name)
      // Browsers send the Origin header; a request without it comes from a tool, and its press is not stored.
      refusal.kept = keepPress(scope, button.name, {
        input,
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

type Attempt<Input, Done> = { input: Input | null } & (
  | { done: Done; refusal: null }
  | { done: null; refusal: ButtonRefusal }
);

async function attempt<Input, Done>(
  scope: Scope,
  form: FormData,
  { read, run }: Pick<Press<Input, Done>, "read" | "run">,
): Promise<Attempt<Input, Done>> {
  const input = read(form);
  const refuse = (message: string, more: Partial<ButtonRefusal> = {}): Attempt<Input, Done> => ({
    input,
    done: null,
    refusal: { message, login: false, again: false, ...more },
  });
  if (input === null) return refuse("提交的内容有误，请刷新页面后再试");
  try {
    if (!(await scope.forms.accepts(form))) return refuse("页面已过期，请刷新后再试");
    return { input, done: await run(scope, input), refusal: null };
  } catch (error) {
    const { kind, message, status } = explain(scope, error);
    if (kind === "login") return refuse("请先登录", { login: true });
    const code = error instanceof Refused ? { code: error.code } : {};
    return refuse(message, { again: status === 503 || status === 429, ...code });
  }
}

/** Buttons post here; a GET redirects to the start page. */
export function nothingToRead(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
