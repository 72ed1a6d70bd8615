import { gatewaySessionCookie, traceIdHeader, visitorAddressHeader } from "contract/base/wire";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Caller, Services } from "../context";
import { readCaller } from "./sessions";

/**
 * The last entry of a forwarded header: the one that the trusted proxy itself added; a visitor can write
 * those before it.
 */
export function lastEntry(header: string | undefined): string | undefined {
  return header?.split(",").at(-1)?.trim() || undefined;
}

/** The caller's address: the peer's, or what a trusted portal or proxy says it is. */
export function callerAddress(context: Context, services: Services): string {
  const forwarded =
    context.req.header(visitorAddressHeader) ?? lastEntry(context.req.header("x-forwarded-for"));
  const peer = (context.env as { address?: string } | undefined)?.address ?? "local";
  return services.settings.trustForwardedAddress && forwarded ? forwarded.slice(0, 60) : peer;
}

/** Reads the session cookie, address and trace id of a request. */
export function readRequestCaller(context: Context, services: Services): Promise<Caller> {
  return readCaller(services, getCookie(context, gatewaySessionCookie), {
    address: callerAddress(context, services),
    traceId: context.req.header(traceIdHeader) ?? "",
  });
}
