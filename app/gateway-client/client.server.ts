import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import { madeWrong } from "contract/base/answers";
import type { Call } from "contract/base/call";
import type { KeepFor } from "contract/base/keep-for";
import type { CallOutcome } from "contract/base/pages";
import { gatewaySessionCookie } from "contract/base/wire";
import type { CallEnd } from "~/settings/portal-context";
import { isUnanswered, NotSignedIn, ResponseMismatch, Timeout, Unavailable } from "./errors";
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
   * Forbidden, Refused, Unavailable, Timeout or ResponseMismatch, and nothing else. workspaceCurrent's
   * response has `jalorSecurityToken` from the CSRF response header.
   */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallResponse<Name>>;
  /** The upstream's Set-Cookie headers so far, to be passed on to the browser. */
  readonly setCookies: readonly string[];
  readonly traceId: string;
}

/** Makes a client for one visitor's request. */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const setCookies: string[] = [];
  async function make(name: CallName, row: Call, input: unknown): Promise<unknown> {
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
      if (error instanceof NotSignedIn) options.onNotSignedIn?.(error);
      throw error;
    }
  }
  return {
    setCookies,
    traceId: options.traceId,
    call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      const row: Call = contract[name];
      const { answers } = options;
      const answer =
        answers && row.keepFor && isShared(row.keepFor, options)
          ? answers.keep([name, input], { ...row.keepFor, now: new Date() }, () => make(name, row, input))
          : make(name, row, input);
      return answer as Promise<CallResponse<Name>>;
    },
  };
}

/** Why a call has no answer: whoever is not signed in or may not was refused as well. */
function endOf(error: unknown): CallEnd {
  if (error instanceof Timeout) return "timeout";
  if (error instanceof Unavailable) return "unavailable";
  return error instanceof ResponseMismatch ? "mismatch" : "refused";
}

/** Whether others get the same answer as whoever asks by this client. */
const isShared = ({ whose }: KeepFor, { cookie }: GatewayClientOptions): boolean =>
  whose === "everyone" || !(cookie ?? "").includes(`${gatewaySessionCookie}=`);

/** What an answered call did to pages and answers that are kept; undefined where nobody knows. */
function report(
  row: Call,
  answered: CallOutcome | undefined,
  { answers, onCall }: GatewayClientOptions,
): void {
  onCall?.(row, answered);
  const wrong = madeWrong(row, answered);
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
