import { randomUUID } from "node:crypto";
import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import { staleAnswers } from "contract/base/answers";
import type { Call } from "contract/base/call";
import type { KeepFor } from "contract/base/keep-for";
import type { CallOutcome } from "contract/base/pages";
import { gatewaySessionCookie } from "contract/base/wire";
import type { CallEnd } from "~/settings/portal-context";
import { GatewayError, isUnanswered, NotSignedIn, ResponseMismatch, Timeout, Unavailable } from "./errors";
import { exchange, securityToken, UpstreamRejection } from "./exchange.server";
import { readAnswer } from "./read-answer.server";
import { refusalError } from "./refusal.server";
import type { GatewayClientOptions } from "./request.server";

/**
 * The portal's one way to the gateway, made per request (spec 7.1): embedded or over HTTP, nothing above it
 * knows which.
 */
export interface GatewayClient {
  /**
   * Makes a call of the contract and resolves its checked response. Throws NotSignedIn, SessionConflict,
   * Forbidden, Refused, Unavailable, Timeout or ResponseMismatch, the reason of `signal` where that was aborted, and
   * nothing else. workspaceCurrent's response has `jalorSecurityToken` from the CSRF response header.
   */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallResponse<Name>>;
  /** The upstream's Set-Cookie headers so far, to be passed on to the browser. */
  readonly setCookies: readonly string[];
  readonly traceId: string;
}

/** Makes a client for one visitor's request. */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const setCookies: string[] = [];
  const answerTo = (name: CallName, row: Call, input: unknown): Promise<unknown> => {
    const { answers } = options;
    const keepFor = answers && sharedAs(row, options);
    return keepFor
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
        throw error;
      }
    },
  };
}

interface Asked {
  name: CallName;
  row: Call;
  input: unknown;
}

async function make(
  { name, row, input }: Asked,
  options: GatewayClientOptions,
  setCookies: string[],
): Promise<unknown> {
  const ended = options.watchCall?.(name);
  try {
    const data = await resolve(name, row, input, options, setCookies);
    // The gateway in this process is typed by the same row, and tests hold it to that.
    const response = options.callDirectly ? data : checked(name, row, data, options);
    ended?.("ok");
    report(row, { request: input, response }, options);
    return response;
  } catch (error) {
    ended?.(endOf(error));
    if (isUnanswered(error)) report(row, undefined, options);
    throw error;
  }
}

/** How an answer is kept that others get too, whoever asks; what only members get is asked by each. */
function sharedAs({ access, keepFor }: Call, { cookie }: GatewayClientOptions): KeepFor | undefined {
  if (access !== "visitor") return undefined;
  const isVisitor = !(cookie ?? "").includes(`${gatewaySessionCookie}=`);
  return keepFor?.whose === "everyone" || isVisitor ? keepFor : undefined;
}

/** A kept answer, and what was left out of it. */
interface Shared {
  response: unknown;
  leftOut: ResponseMismatch | undefined;
}

/**
 * An answer that others get too. It is asked as nobody, with a trace and a time of its own: whose session has ended,
 * or who leaves, takes it from nobody else who waits for it.
 */
async function share(
  asked: Asked,
  options: GatewayClientOptions,
  keep: (ask: () => Promise<Shared>) => Promise<Shared>,
): Promise<unknown> {
  const { csrfToken: _, developerId: __, visitorAddress: ___, signal, onLeftOut, ...upstream } = options;
  const ask = async (): Promise<Shared> => {
    let leftOut: ResponseMismatch | undefined;
    const ofNobody: GatewayClientOptions = {
      ...upstream,
      cookie: null,
      traceId: randomUUID(),
      onLeftOut: (mismatch) => {
        leftOut = mismatch;
      },
    };
    return { response: await make(asked, ofNobody, []), leftOut };
  };
  const { response, leftOut } = await untilAborted(keep(ask), signal);
  if (leftOut) onLeftOut?.(leftOut);
  return response;
}

/** Waits as long as the reader does. */
function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Why a call has no answer: whoever is not signed in or may not was refused as well. */
function endOf(error: unknown): CallEnd {
  if (error instanceof Timeout) return "timeout";
  if (error instanceof Unavailable) return "unavailable";
  if (error instanceof ResponseMismatch) return "mismatch";
  return error instanceof GatewayError ? "refused" : "left";
}

/** What an answered call did to pages and answers that are kept; undefined where nobody knows. */
function report(
  row: Call,
  answered: CallOutcome | undefined,
  { answers, onCall }: GatewayClientOptions,
): void {
  onCall?.(row, answered);
  const wrong = staleAnswers(row, answered);
  if (wrong) answers?.forget(wrong);
}

/** The data of a successful answer; every other becomes a typed error. */
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
 * The data as its row describes it, without fields that the row does not know. Optional fields of another
 * shape are dropped for rows that only read; a write must be answered exactly, so that nobody is told that it
 * was done when it was not. Throws ResponseMismatch.
 */
function checked(
  call: CallName,
  row: Call,
  data: unknown,
  { traceId, onLeftOut }: GatewayClientOptions,
): unknown {
  const read = readAnswer(row.response, data);
  if ("wrong" in read) throw new ResponseMismatch({ call, traceId, paths: read.wrong });
  if (read.leftOut.length === 0) return read.value;
  const mismatch = new ResponseMismatch({ call, traceId, paths: read.leftOut });
  if (row.effect === "reads") onLeftOut?.(mismatch);
  else throw mismatch;
  return read.value;
}
