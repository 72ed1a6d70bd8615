import type { CallName } from "contract";
import type { Answers } from "contract/base/answers";
import {
  actsForAccount,
  type Call,
  developerIdFlag,
  forwardsDeveloperId,
  isWrapped,
  wirePath,
} from "contract/base/call";
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

/** What the client must know about the visitor and the upstream. */
export interface GatewayClientOptions {
  /** Sends a request: the embedded gateway's `fetch`, or one over HTTP, which may repeat what changes nothing. */
  fetch: (request: Request, changesNothing?: boolean) => Promise<Response>;
  /** Calls the embedded gateway without HTTP; `fetch` is then for requests that are not calls. */
  callDirectly?: CallDirectly | undefined;
  /** The upstream's address, such as `http://gateway.internal` or GATEWAY_URL; it may have a path. */
  origin: string;
  /** The browser's Cookie header; forwarded without the portal's own cookies. */
  cookie: string | null;
  /**
   * The security token of the signed-in session, requested before every call except workspace-current. The header is
   * omitted without a token.
   */
  csrfToken?: () => Promise<string | undefined>;
  /** The signed-in developer's id, for the calls that send it as a header. */
  developerId?: () => Promise<number | undefined>;
  /** One id for the whole page view; see `sendTraceId`. */
  traceId: string;
  /** False when the host creates trace ids itself (the host flag of spec 7.1): the header is then omitted. */
  sendTraceId?: boolean;
  /** The W3C trace context from a proxy in front of the portal; passed on unchanged. */
  traceparent?: string;
  /** The visitor's address, so that the gateway can limit each visitor. */
  visitorAddress?: string;
  /** Called after each answered call with its checked response; with undefined when its outcome is unknown. */
  onCall?: (row: Call, outcome: CallOutcome | undefined) => void;
  /** Called when a call begins; the returned function is called with its result. */
  watchCall?: WatchCall;
  /** Called for each 403, however the call is handled (spec 8). */
  onNotSignedIn?: (error: NotSignedIn) => void;
  /** Called when a call is refused because an administrator sees pages as somebody else, whose alone its answer is. */
  onWithheld?: () => void;
  /** Called with what was left out of an answer because of a wrong type. */
  onLeftOut?: (mismatch: ResponseMismatch) => void;
  /** The cache of answers; without it none are cached. */
  answers?: Answers | undefined;
  /** Aborted when the visitor leaves: then this request stops waiting for shared answers. */
  signal?: AbortSignal;
  /** Milliseconds for a whole call including the body. Default: 60 000 (spec 9). */
  timeout?: number;
}

/** The portal's own cookies, which are never forwarded. */
const ownCookies = new Set<string>(Object.values(cookieNames));

/** The Cookie header without the portal's own cookies; null when it is then empty. */
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
 * The request as the row defines it, with default values filled in. An invalid request is sent unchanged: the gateway
 * first checks the session, and then answers what is wrong.
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
 * The session's token for a call. A call that does not act for the account goes without it when the login status is
 * unknown. Others then fail as the check of the login status did: without its token the gateway would take the call for
 * one of an ended session, and the page would ask a member to sign in.
 */
export async function tokenFor(
  name: CallName,
  call: Call,
  { csrfToken }: Pick<GatewayClientOptions, "csrfToken">,
): Promise<string | undefined> {
  if (name === "workspaceCurrent") return undefined;
  return csrfToken?.().catch((error: unknown) => {
    if (actsForAccount(call)) throw error;
    return undefined;
  });
}

/** Builds the Request of a call (spec 7.1). Gets the token and the developer's id, and throws what these throw. */
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
  const token = await tokenFor(name, call, options);
  if (token) headers.set(csrfTokenHeader, token);

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
  // Redirects are not followed: that would send the visitor's cookies to another address.
  return new Request(url, {
    method: isWrapped(call) ? "POST" : call.method,
    headers,
    body,
    signal,
    redirect: "manual",
  });
}
