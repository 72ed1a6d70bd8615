import type { CallName } from "contract";
import type { Answers } from "contract/base/answers";
import { type Call, developerIdFlag, forwardsDeveloperId, isWrapped, wirePath } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import type { CallOutcome } from "contract/base/pages";
import {
  clientId,
  clientIdHeader,
  csrfTokenHeader,
  developerIdHeader,
  requestIdHeader,
  traceIdHeader,
  traceparentHeader,
  ucgFlag,
  ucgFlagHeader,
  visitorAddressHeader,
  type WrappedBody,
} from "contract/base/wire";
import { cookieNames } from "~/cookies/names";
import type { WatchCall } from "~/settings/portal-context";
import type { NotSignedIn, ResponseMismatch } from "./errors";
import { fileParts } from "./file-parts.server";

/** The visitor and the upstream, as the client needs them. */
export interface GatewayClientOptions {
  /** Sends a request: the embedded gateway's `fetch`, or one over HTTP, which may repeat what changes nothing. */
  fetch: (request: Request, changesNothing: boolean) => Promise<Response>;
  /** Makes calls of a gateway in this process without a wire; `fetch` is then for what is no call. */
  callDirectly?: CallDirectly | undefined;
  /** Where the upstream stands, such as `http://gateway.internal` or GATEWAY_URL; a path in it is kept. */
  origin: string;
  /** The browser's Cookie header; of it, all but the portal's own cookies are forwarded. */
  cookie: string | null;
  /**
   * The security token of the signed-in session, or undefined; asked for before every call but
   * workspace-current. Left out where there is none yet.
   */
  csrfToken?: () => Promise<string | undefined>;
  /** The signed-in developer's id, for the calls that forward it as a header. */
  developerId?: () => Promise<number | undefined>;
  /** One id for the whole page view; see `sendTraceId`. */
  traceId: string;
  /**
   * False where the host makes its own trace ids (the host flag of spec 7.1): the header is then left out.
   */
  sendTraceId?: boolean;
  /** The W3C trace context that a proxy in front gave; goes on as it came. */
  traceparent?: string;
  /** The visitor's own address, so that the gateway's limits count people. */
  visitorAddress?: string;
  /**
   * Told of each call that was answered, with its checked response; or undefined where nobody knows what came
   * of it.
   */
  onCall?: (row: Call, outcome: CallOutcome | undefined) => void;
  /** Told when a call begins; what it returns is told what came of it. */
  watchCall?: WatchCall;
  /** Told of each 403, whatever becomes of the call (spec 8). */
  onNotSignedIn?: (error: NotSignedIn) => void;
  /** Told of what was left out of an answer, because it had another shape. */
  onLeftOut?: (mismatch: ResponseMismatch) => void;
  /** Where answers are kept as their rows say; none are kept without it. */
  answers?: Answers | undefined;
  /** Aborted when the visitor leaves: they wait no longer for what others wait for too. */
  signal?: AbortSignal;
  /** Milliseconds for a whole call, body included. Default: spec 9's 60 000. */
  timeout?: number;
}

/** The portal's own cookies, which are never forwarded. */
const ownCookies = new Set<string>(Object.values(cookieNames));

/** The Cookie header without the portal's own cookies; null when nothing is left. */
export function gatewayCookies(cookie: string | null): string | null {
  const pairs = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => {
      const name = pair.split("=", 1)[0] ?? "";
      return pair !== "" && !ownCookies.has(name);
    });
  return pairs.length > 0 ? pairs.join("; ") : null;
}

/**
 * The request as its row sends it: defaults filled in, numbers as numbers. An invalid one is sent unchanged:
 * it is for the gateway to say who must sign in, and then what is wrong.
 */
function wireInput(call: Call, input: unknown): Record<string, unknown> {
  const parsed = call.request.safeParse(input);
  const value = (parsed.success ? parsed.data : input) as Record<string, unknown>;
  if (call.body !== "file" || !(value.file instanceof Uint8Array)) return value;
  const { file, filename, ...rest } = value;
  return { ...rest, ...fileParts(file as Uint8Array, String(filename)) };
}

function searchParams(
  input: Record<string, unknown>,
  isWanted: (field: string) => boolean = () => true,
): URLSearchParams {
  const present = Object.entries(input).filter(
    ([field, value]) => value !== undefined && value !== null && isWanted(field),
  );
  return new URLSearchParams(
    present.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]),
  );
}

/**
 * Builds the Request of a call as spec 7.1 says. Asks for the token and the developer's id, and throws what
 * they throw.
 */
export async function buildRequest(
  name: CallName,
  call: Call,
  input: unknown,
  options: GatewayClientOptions,
  signal: AbortSignal,
): Promise<Request> {
  const headers = new Headers({
    accept: "application/json",
    [clientIdHeader]: clientId,
    [ucgFlagHeader]: ucgFlag,
  });
  if (options.sendTraceId !== false) {
    headers.set(traceIdHeader, options.traceId);
    headers.set(requestIdHeader, options.traceId);
  }
  if (options.traceparent) headers.set(traceparentHeader, options.traceparent);
  if (options.visitorAddress) headers.set(visitorAddressHeader, options.visitorAddress);
  const cookie = gatewayCookies(options.cookie);
  if (cookie) headers.set("cookie", cookie);
  if (name !== "workspaceCurrent") {
    const token = await options.csrfToken?.();
    if (token) headers.set(csrfTokenHeader, token);
  }

  const url = new URL(options.origin.replace(/\/+$/, "") + wirePath(call, input));
  const wire = wireInput(call, input);
  let body: string | undefined;
  if (isWrapped(call)) {
    const wrapped: WrappedBody = { developerId: developerIdFlag(call), headers: [], requestBody: wire };
    if (forwardsDeveloperId(call)) {
      wrapped.headers.push(developerIdHeader);
      const developerId = await options.developerId?.();
      if (developerId !== undefined) headers.set(developerIdHeader, String(developerId));
    }
    headers.set("content-type", "application/json");
    body = JSON.stringify(wrapped);
  } else if (call.method === "GET") {
    url.search = searchParams(wire).toString();
  } else if (call.body === "form") {
    headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
    const inQuery = new Set(call.inQuery);
    url.search = searchParams(wire, (field) => inQuery.has(field)).toString();
    body = searchParams(wire, (field) => !inQuery.has(field)).toString();
  } else {
    headers.set("content-type", "application/json");
    body = JSON.stringify(wire);
  }
  // Never followed: a redirect would carry the visitor's cookies to wherever it points.
  return new Request(url, {
    method: isWrapped(call) ? "POST" : call.method,
    headers,
    body,
    signal,
    redirect: "manual",
  });
}
