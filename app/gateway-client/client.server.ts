import { randomUUID } from "node:crypto";
import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import { staleAnswers } from "contract/base/answers";
import type { Call } from "contract/base/call";
import { type KeepFor, mayKeep } from "contract/base/keep-for";
import type { CallOutcome } from "contract/base/pages";
import { gatewaySessionCookie } from "contract/base/wire";
import type { RefusalCode } from "contract/refusals";
import type { CallEnd } from "~/settings/portal-context";
import {
  GatewayError,
  isUnanswered,
  NotSignedIn,
  Refused,
  ResponseMismatch,
  Timeout,
  Unavailable,
} from "./errors";
import { exchange, securityToken, UpstreamRejection } from "./exchange.server";
import { readAnswer } from "./read-answer.server";
import { refusalError } from "./refusal.server";
import type { GatewayClientOptions } from "./request.server";

/**
 * The portal's only access to the gateway, made per request (spec 7.1). The gateway is embedded or called over HTTP;
 * callers need not know which.
 */
export interface GatewayClient {
  /**
   * Makes a call of the contract and resolves with its checked response. Throws only NotSignedIn, SessionConflict,
   * Forbidden, Refused, Unavailable, Timeout, ResponseMismatch, or the reason of an aborted `signal`.
   * workspaceCurrent's response has `jalorSecurityToken` from the CSRF response header.
   */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallResponse<Name>>;
  /** The upstream's Set-Cookie headers so far, to be sent to the browser. */
  readonly setCookies: readonly string[];
  readonly traceId: string;
}

/** Makes a client for one visitor's request. */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const setCookies: string[] = [];
  const answerTo = (name: CallName, row: Call, input: unknown): Promise<unknown> => {
    const { answers } = options;
    const keepFor = answers && sharedAs(row, options);
    return keepFor && mayKeep(keepFor, input)
      ? share({ name, row, input }, options, (ask) =>
          answers.keep([name, input], { ...keepFor, now: new Date() }, ask),
        )
      : make({ name, row, input }, options, setCookies);
  };
  return {
    setCookies,
    traceId: options.traceId,
    async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      try {
        return (await answerTo(name, contract[name], input)) as CallResponse<Name>;
      } catch (error) {
        if (error instanceof NotSignedIn) options.onNotSignedIn?.(error);
        if (error instanceof Refused && error.code === withheldCode) options.onWithheld?.();
        throw error;
      }
    },
  };
}

/** The refusal of what an administrator who sees pages as somebody else may not see. */
const withheldCode: RefusalCode = "SEEING_PRIVATE";

interface CallWithInput {
  name: CallName;
  row: Call;
  input: unknown;
}

async function make(
  { name, row, input }: CallWithInput,
  options: GatewayClientOptions,
  setCookies: string[],
): Promise<unknown> {
  const ended = options.watchCall?.(name);
  try {
    const data = await resolve(name, row, input, options, setCookies);
    // The embedded gateway's types come from the same row, and tests check its answers.
    const response = options.callDirectly ? data : checkResponse(name, row, data, options);
    ended?.("ok");
    report(row, { request: input, response }, options);
    return response;
  } catch (error) {
    ended?.(endOf(error));
    if (isUnanswered(error)) report(row, undefined, options);
    throw error;
  }
}

/**
 * How long an answer of this call may be shared with other readers; undefined when it must not be. Calls for members
 * are never shared; "visitors" answers only among visitors.
 */
function sharedAs({ access, keepFor }: Call, { cookie }: GatewayClientOptions): KeepFor | undefined {
  if (access !== "visitor") return undefined;
  const isVisitor = !(cookie ?? "").includes(`${gatewaySessionCookie}=`);
  return keepFor?.whose === "everyone" || isVisitor ? keepFor : undefined;
}

/** A cached answer, and what was left out of it. */
interface Shared {
  response: unknown;
  leftOut: ResponseMismatch | undefined;
}

/**
 * A shared answer. The call has no credentials, and a trace id and timeout of its own, so that an ended session or an
 * aborted request of one reader does not affect the others that wait for it.
 */
async function share(
  call: CallWithInput,
  options: GatewayClientOptions,
  keep: (ask: () => Promise<Shared>) => Promise<Shared>,
): Promise<unknown> {
  const { csrfToken: _, developerId: __, visitorAddress: ___, signal, onLeftOut, ...upstream } = options;
  const ask = async (): Promise<Shared> => {
    let leftOut: ResponseMismatch | undefined;
    const withoutCredentials: GatewayClientOptions = {
      ...upstream,
      cookie: null,
      traceId: randomUUID(),
      onLeftOut: (mismatch) => {
        leftOut = mismatch;
      },
    };
    return { response: await make(call, withoutCredentials, []), leftOut };
  };
  const { response, leftOut } = await untilAborted(keep(ask), signal);
  if (leftOut) onLeftOut?.(leftOut);
  return response;
}

/** Waits for a shared answer until it arrives or this reader's request is aborted. */
function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** The result of a failed call, for metrics. NotSignedIn and Forbidden count as refused. */
function endOf(error: unknown): CallEnd {
  if (error instanceof Timeout) return "timeout";
  if (error instanceof Unavailable) return "unavailable";
  if (error instanceof ResponseMismatch) return "mismatch";
  return error instanceof GatewayError ? "refused" : "left";
}

/**
 * Reports a call, and drops the cached answers that it made wrong. `answered` is undefined when its outcome is
 * unknown.
 */
function report(
  row: Call,
  answered: CallOutcome | undefined,
  { answers, onCall }: GatewayClientOptions,
): void {
  onCall?.(row, answered);
  const stale = staleAnswers(row, answered);
  if (stale) answers?.forget(stale);
}

/** The data of a successful answer; all other answers are thrown as typed errors. */
async function resolve(
  name: CallName,
  row: Call,
  input: unknown,
  options: GatewayClientOptions,
  setCookies: string[],
): Promise<unknown> {
  const answer = await exchange(name, row, input, options, setCookies).catch((error: unknown) => {
    throw error instanceof UpstreamRejection ? refusalError(name, options.traceId, error) : error;
  });
  if (answer.status === 400)
    throw refusalError(name, options.traceId, new UpstreamRejection(400, answer.data, undefined));
  if (answer.status === 500) {
    throw new Unavailable({
      message: "服务器开小差了，请稍后再试",
      call: name,
      traceId: options.traceId,
      detail: "answered 500",
    });
  }
  if (name !== "workspaceCurrent" || typeof answer.data !== "object") return answer.data;
  const token = securityToken(answer.headers);
  return token ? { ...answer.data, jalorSecurityToken: token } : answer.data;
}

/**
 * The data as its row describes it, without unknown fields. In rows that only read, optional fields with a wrong type
 * are dropped. The answer to a write must match exactly, so that nobody is told that a failed write succeeded. Throws
 * ResponseMismatch.
 */
function checkResponse(
  call: CallName,
  row: Call,
  data: unknown,
  { traceId, onLeftOut }: GatewayClientOptions,
): unknown {
  const read = readAnswer(row, data);
  if ("wrong" in read) throw new ResponseMismatch({ call, traceId, paths: read.wrong });
  if (read.leftOut.length === 0) return read.value;
  const mismatch = new ResponseMismatch({ call, traceId, paths: read.leftOut });
  if (row.effect === "reads") onLeftOut?.(mismatch);
  else throw mismatch;
  return read.value;
}
