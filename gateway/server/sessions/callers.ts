import { asRequestId } from "contract/base/request-id";
import { gatewaySessionCookie, traceIdHeader, visitorAddressHeader } from "contract/base/wire";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Caller, GatewayBindings, Services } from "../context";
import { lastEntry } from "../origins";
import { readCaller } from "./sessions";
import { noStanding } from "./standing";

/** The bindings of a request from the program that runs the gateway; empty without one, as in a test. */
export const bindingsOf = (context: Context): Partial<GatewayBindings> =>
  (context.env as GatewayBindings | undefined) ?? {};

/** The id of the page view that a request belongs to; empty without one. */
export const traceIdIn = (context: Context): string => asRequestId(context.req.header(traceIdHeader)) ?? "";

/** The caller's address: the peer's, or the one that a trusted portal or proxy forwards. */
export function callerAddress(context: Context, services: Services): string {
  const forwarded =
    context.req.header(visitorAddressHeader) ?? lastEntry(context.req.header("x-forwarded-for"));
  const peer = bindingsOf(context).address ?? "local";
  return services.settings.trustForwardedAddress && forwarded ? forwarded.slice(0, 60) : peer;
}

/**
 * Reads the session cookie, address and trace id of a request that is no call: a file, or a page of the gateway's own. An
 * administrator who sees pages as somebody else is a visitor here, so that nothing is written or read for them.
 */
export async function readRequestCaller(context: Context, services: Services): Promise<Caller> {
  const caller = await readCaller(services, getCookie(context, gatewaySessionCookie), {
    address: callerAddress(context, services),
    traceId: traceIdIn(context),
  });
  if (caller.account) bindingsOf(context).noteAccount?.(caller.account.id);
  return caller.seeing ? { ...caller, ...noStanding, session: null, seenBy: caller.seeing } : caller;
}
