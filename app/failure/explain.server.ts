import { data } from "@remix-run/node";
import { logError, loggedPath } from "contract/base/log";
import { refusals } from "contract/refusals";
import { expiredForm, type GivenBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import {
  Forbidden,
  GatewayError,
  isUnanswered,
  NotSignedIn,
  Refused,
  ResponseMismatch,
  SessionConflict,
  Timeout,
} from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { forgetLogin } from "~/session/visitor.server";
import type { Failure } from "./failure";

/**
 * A failed call, explained for a page, a form or a script. `status` is for forms and scripts; for a page see
 * `pageStatus`.
 */
export interface Explanation extends Pick<Refused, "fields" | "marks"> {
  kind: Failure["kind"];
  status: number;
  /** The refusal's code; for other failures NOT_SIGNED_IN, NOT_PERMITTED or UNAVAILABLE. */
  code: string;
  message: string;
}

/**
 * Explains and logs all failures of the upstream. Deletes the login of an ended session; logs unanswered calls with
 * the trace id that people see. Rethrows other errors: those are bugs.
 */
export function explain(scope: Pick<Scope, "session" | "traceId">, error: unknown): Explanation {
  if (!(error instanceof GatewayError)) throw error;
  const { message } = error;
  const explained = (kind: Failure["kind"], status: number, code: string) => ({
    kind,
    status,
    code,
    message,
    fields: undefined,
    marks: undefined,
  });
  if (error instanceof NotSignedIn || error instanceof SessionConflict) {
    // For every other 403 the scope has already done this.
    forgetLogin(scope.session);
    return explained("login", 403, "NOT_SIGNED_IN");
  }
  if (error instanceof Forbidden) return explained("forbidden", 403, "NOT_PERMITTED");
  if (error instanceof Refused) {
    const { code, fields, marks } = error;
    const status = isMeant(error) || code === notDoneCode ? error.status : 422;
    return { ...explained(status === 404 ? "notFound" : "refused", status, code), fields, marks };
  }
  logUnanswered(error, scope);
  if (error instanceof Timeout) return explained("timeout", 503, "UNAVAILABLE");
  return explained(error instanceof ResponseMismatch ? "mismatch" : "unavailable", 503, "UNAVAILABLE");
}

/**
 * Whether the contract knows a refusal and its message. Other refusals ("9999", a 401 without a code, another
 * upstream's code) mean nothing to readers: a page shows them as a failed call.
 */
function isMeant({ code, status }: Refused): boolean {
  return Object.hasOwn(refusals, code) && status !== 401;
}

/**
 * The status of a page. Unlike a form's, it distinguishes the failures of the upstream, and it is 401 when the
 * visitor must sign in.
 */
export function pageStatus({ kind, status }: Explanation): number {
  if (kind === "login") return 401;
  if (kind === "timeout") return 504;
  return kind === "mismatch" ? 502 : status;
}

/**
 * Converts the error of a loader or action to a response: a failed call, or a bug, which is logged here. Responses
 * thrown on purpose and errors of aborted requests are returned unchanged.
 */
export function toPage(scope: Scope, error: unknown, request: Request): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error;
  const page = (failure: Omit<Failure, "traceId" | "unsaved">, status: number) =>
    data<Failure>(
      {
        ...failure,
        traceId: scope.traceId,
        ...(scope.forms.unsaved ? { unsaved: scope.forms.unsaved } : {}),
      },
      { status },
    );
  if (error instanceof GatewayError) {
    const explanation = explain(scope, error);
    const { kind, message } = explanation;
    if (!(error instanceof Refused) || isMeant(error))
      return page({ kind, message }, pageStatus(explanation));
    logUnanswered(error, scope);
    return page({ kind, message }, error.status === 404 ? 404 : 502);
  }
  logError(`[门户] ${request.method} ${loggedPath(request.url)} 跟踪号 ${scope.traceId}`, error, {
    requestId: scope.traceId,
  });
  return page({ kind: "broken", message: "页面没能显示出来，请稍后再试" }, 500);
}

/**
 * Logs a call without a usable answer, with the trace id that is in the gateway's log. A shared call has its own
 * trace id, so the page's is logged too.
 */
export function logUnanswered(
  error: GatewayError,
  { traceId: requestId }: Pick<Scope, "traceId"> = error,
): void {
  const { name, call, detail, traceId } = error;
  const page = requestId === traceId ? "" : `，页面的跟踪号 ${requestId}`;
  logError(`[门户] ${name} ${call} ${detail} 跟踪号 ${traceId}${page}`, undefined, { requestId });
}

/** The code of a failed call with a message from the specification. */
const notDoneCode = "NOT_DONE";

/** Logs an unanswered call and converts it to a refusal with the specification's message. */
export function notDone(error: GatewayError, message: string): Refused {
  logUnanswered(error);
  const { call, traceId } = error;
  return new Refused({ message, call, traceId, code: notDoneCode, status: 503, cause: error });
}

/**
 * Loads a part that a page does not need: resolves to `without` when the gateway refuses it or does not answer. The
 * page then says that a part is missing, except after a refusal that the contract knows (`isMeant`), and after a 403,
 * which opens the login dialog.
 */
export async function orWithout<Value, Without>(
  scope: { page: Pick<Scope["page"], "leftOut"> },
  load: Promise<Value> | Value,
  without: Without,
): Promise<Value | Without> {
  try {
    return await load;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isLeftOut = error instanceof Refused ? !isMeant(error) : isUnanswered(error);
    if (isLeftOut) {
      scope.page.leftOut = true;
      logUnanswered(error);
    }
    return without;
  }
}

/** What a form says about a failed call, with which status and dialog. */
export interface FormExplanation extends Explanation {
  dialog: FormFailure["dialog"];
  /** The whole message at the form's head. */
  sentence: string;
}

/**
 * `explain` for a form that is shown again (spec 8). `again` is what to do after signing in again. Rethrows errors
 * that are not the gateway's.
 */
export async function explainForm(
  scope: Scope,
  error: unknown,
  again = "再提交一次",
): Promise<FormExplanation> {
  const explanation = explain(scope, error);
  const { kind, code, message } = explanation;
  const say = (sentence: string, more: Partial<FormExplanation> = {}) => ({
    ...explanation,
    dialog: null,
    sentence,
    ...more,
  });
  if (kind === "login")
    return say(`${await whySignedOut(scope)}，内容已为你保留，请登录后${again}`, { dialog: "login" });
  if (code === "PHONE_NOT_BOUND")
    return say(refusals.PHONE_NOT_BOUND.message, { dialog: "phone", status: 422, fields: undefined });
  if (code === "DISCLAIMER_NOT_SIGNED")
    return say(message, { dialog: "disclaimer", status: 422, fields: undefined });
  if (code === "UNAVAILABLE" && isServerSide(kind)) {
    return say(`${message}，内容已为你保留，请稍后再提交（跟踪号 ${scope.traceId}）`);
  }
  return say(message);
}

const isServerSide = (kind: Failure["kind"]) =>
  kind === "unavailable" || kind === "timeout" || kind === "mismatch";

/**
 * Why a form is returned before its action runs: its token is invalid, or the login status is unknown. Otherwise
 * null.
 */
export async function tokenRefused(scope: Scope, form: FormData, again?: string): Promise<GivenBack | null> {
  try {
    return (await scope.forms.accepts(form)) ? null : expiredForm;
  } catch (error) {
    const { status, dialog, code, sentence: message } = await explainForm(scope, error, again);
    return { status, dialog, code, problems: [message] };
  }
}

/** The message for an ended session: replaced by another sign-in, or expired. */
async function whySignedOut(scope: Scope): Promise<string> {
  const visitor = await scope.visitor().catch(() => null);
  return visitor && !visitor.signedIn && visitor.conflict
    ? refusals.SESSION_CONFLICT.message
    : "登录状态已失效";
}
