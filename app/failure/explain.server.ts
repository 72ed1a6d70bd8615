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
 * A failed call as a page, a form or a script answers it. `status` is for forms and scripts; for a page see
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
 * The one place that tells upstream failures apart and logs them. Forgets a session that has ended; logs what
 * the upstream could not answer, under the trace id that people are shown. Rethrows what is not a gateway
 * error: that is a bug.
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
    // Of every other 403 the scope has done it already.
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
 * Whether a refusal is one of those that the contract knows, each with its sentence and what to do. Any other
 * ("9999", a bare 401, another upstream's own code) says nothing to a reader: to a page it is a failed call.
 */
function isMeant({ code, status }: Refused): boolean {
  return Object.hasOwn(refusals, code) && status !== 401;
}

/**
 * The status of a page. It tells failures of the upstream apart, which a form does not, and is 401 where
 * somebody must sign in.
 */
export function pageStatus({ kind, status }: Explanation): number {
  if (kind === "login") return 401;
  if (kind === "timeout") return 504;
  return kind === "mismatch" ? 502 : status;
}

/**
 * Turns the error of a loader or action into the response that shows it: a failed call, or a bug, which is
 * logged here. Responses that were thrown on purpose are rethrown, and so are errors of aborted requests.
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
 * Writes a call that had no usable answer to the log, with the trace id that the gateway logged too. A call that
 * several readers wait for has one of its own.
 */
export function logUnanswered(
  error: GatewayError,
  { traceId: requestId }: Pick<Scope, "traceId"> = error,
): void {
  const { name, call, detail, traceId } = error;
  const page = requestId === traceId ? "" : `，页面的跟踪号 ${requestId}`;
  logError(`[门户] ${name} ${call} ${detail} 跟踪号 ${traceId}${page}`, undefined, { requestId });
}

/** The code of a failed call whose sentence the specification gives. */
const notDoneCode = "NOT_DONE";

/** Logs a call that got no answer and turns it into a refusal, with the spec's sentence for it. */
export function notDone(error: GatewayError, message: string): Refused {
  logUnanswered(error);
  const { call, traceId } = error;
  return new Refused({ message, call, traceId, code: notDoneCode, status: 503, cause: error });
}

/**
 * Loads a part that a page can do without: resolves to `without` when the gateway refuses it or cannot answer. The
 * page says that something is missing, but for a refusal that is an answer (`isMeant`), and for a 403, which opens
 * the login dialog.
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

/** What a form says of a failed call, by which status and behind which dialog. */
export interface FormExplanation extends Explanation {
  dialog: FormFailure["dialog"];
  /** The whole sentence, as it stands at the form's head. */
  sentence: string;
}

/**
 * `explain` for a form that is given back (spec 8). `again` is what to do once one is signed in anew. Throws
 * what is none of the gateway's.
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

/** Why a form is given back before anything is done with it: its token, or nobody knows whose it has to be. */
export async function tokenRefused(scope: Scope, form: FormData, again?: string): Promise<GivenBack | null> {
  try {
    return (await scope.forms.accepts(form)) ? null : expiredForm;
  } catch (error) {
    const { status, dialog, code, sentence: message } = await explainForm(scope, error, again);
    return { status, dialog, code, problems: [message] };
  }
}

/** Pushed out by another sign-in, or a session that has ended. */
async function whySignedOut(scope: Scope): Promise<string> {
  const visitor = await scope.visitor().catch(() => null);
  return visitor && !visitor.signedIn && visitor.conflict
    ? refusals.SESSION_CONFLICT.message
    : "登录状态已失效";
}
