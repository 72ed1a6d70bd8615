import type { CallName } from "contract";
import type { Call } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import { callTimeout, csrfTokenHeader, gatewaySessionCookie, rejectedCode } from "contract/base/wire";
import { parse as parseCookie } from "cookie";
import { GatewayError, Timeout, Unavailable } from "./errors";
import { buildRequest, type GatewayClientOptions, tokenFor } from "./request.server";
import { readableTexts, readJson, UnusableAnswer } from "./response.server";

/** An answer that spec 7.1 resolves: status 200, 204, 400 or 500. */
export interface Answer {
  status: number;
  data: unknown;
  headers: Headers;
}

/** An answer that spec 7.1 rejects: `errcode` "9999" in a 200, or any other status. */
export class UpstreamRejection extends Error {
  constructor(
    readonly status: number,
    /** The response data; undefined when it was not JSON. */
    readonly body: unknown,
    /** The body's errorCode, if it is a string. */
    readonly errorCode: string | undefined,
  ) {
    super(`upstream answered ${status}${errorCode ? ` ${errorCode}` : ""}`);
  }
}

const resolvedStatuses = new Set([200, 400, 500]);

/**
 * Sends one call and resolves or rejects by spec 7.1: 200 resolves (but `errcode` "9999" rejects), 204 resolves as `{
 * success: true }`, 400 and 500 resolve with their status, all others reject. Throws UpstreamRejection, Unavailable
 * or Timeout. Does not check the row's response schema.
 *
 * @param setCookies gets the upstream's Set-Cookie headers, also those of refusals
 */
export async function exchange(
  name: CallName,
  call: Call,
  input: unknown,
  options: GatewayClientOptions,
  setCookies: string[],
): Promise<Answer> {
  const controller = new AbortController();
  const { callDirectly } = options;
  const transport = callDirectly
    ? await prepareDirect(callDirectly, name, call, input, options)
    : await prepareHttp(name, call, input, options, { signal: controller.signal, setCookies });
  const timeout = options.timeout ?? callTimeout;
  let timer: NodeJS.Timeout | undefined;
  // An own timer, because on Node the visitor's signal is not reliable, and the embedded gateway ignores it.
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const detail = `no complete answer within ${timeout} ms`;
      reject(
        new Timeout({ message: "服务响应超时，请稍后再试", call: name, traceId: options.traceId, detail }),
      );
      controller.abort();
    }, timeout);
  });
  try {
    return await Promise.race([transport(), expiry]);
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UpstreamRejection) throw error;
    const failed = { call: name, traceId: options.traceId, detail: reasonOf(error), cause: error };
    throw new Unavailable({ message: "服务暂时不可用，请稍后再试", ...failed });
  } finally {
    clearTimeout(timer);
  }
}

/** A prepared call; calling it sends the call. */
type Ready = () => Promise<Answer>;

/** Prepares a call over HTTP. */
async function prepareHttp(
  name: CallName,
  call: Call,
  input: unknown,
  options: GatewayClientOptions,
  { signal, setCookies }: { signal: AbortSignal; setCookies: string[] },
): Promise<Ready> {
  const request = await buildRequest(name, call, input, options, signal);
  const changesNothing = call.effect === "reads" || request.method === "GET";
  return () => send(request, changesNothing, options, { signal, setCookies });
}

/** Prepares a call to the embedded gateway without HTTP: as buildRequest does, but without a Request. */
async function prepareDirect(
  callDirectly: CallDirectly,
  name: CallName,
  row: Call,
  input: unknown,
  options: GatewayClientOptions,
): Promise<Ready> {
  const { cookie, visitorAddress, traceId } = options;
  const call = {
    name,
    input,
    sessionToken: parseCookie(cookie ?? "")[gatewaySessionCookie],
    csrfToken: await tokenFor(name, row, options),
    address: visitorAddress ?? "local",
    traceId,
  };
  return async () => resolveAnswer(await callDirectly(call));
}

async function send(
  request: Request,
  changesNothing: boolean,
  options: GatewayClientOptions,
  { signal, setCookies }: { signal: AbortSignal; setCookies: string[] },
): Promise<Answer> {
  const response = await options.fetch(request, changesNothing);
  setCookies.push(...response.headers.getSetCookie());
  const { status, headers } = response;
  if (status === 204) return { status, data: { success: true }, headers };
  return resolveAnswer({ status, data: readableTexts(await readData(response, signal)), headers });
}

/** Returns the answer if spec 7.1 resolves it. Throws UpstreamRejection otherwise. */
function resolveAnswer({ status, data, headers }: Answer): Answer {
  const errorCode = stringField(data, "errorCode");
  if (!resolvedStatuses.has(status)) throw new UpstreamRejection(status, data, errorCode);
  if (status === 200 && stringField(data, "errcode") === rejectedCode) {
    throw new UpstreamRejection(status, data, errorCode ?? rejectedCode);
  }
  return { status, data, headers };
}

/** Only a success must be JSON: for a proxy's HTML error page the status is enough. */
async function readData(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await readJson(response, signal);
  } catch (error) {
    if (error instanceof UnusableAnswer && response.status !== 200) return undefined;
    throw error;
  }
}

function stringField(data: unknown, field: string): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const value = (data as Record<string, unknown>)[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "request failed";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

/** The security token in the response header of workspace-current (spec 7.1). */
export function securityToken(headers: Headers): string | undefined {
  return headers.get(csrfTokenHeader) || undefined;
}
