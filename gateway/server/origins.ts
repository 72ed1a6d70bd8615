import type { Context } from "hono";
import type { Services } from "./context";

/** Whether a page at this origin is ours: the gateway's own, the portal's in front, or one that the operator names. */
export function isOwnOrigin(context: Context, { settings }: Services, origin: string): boolean {
  const forwarded = settings.trustForwardedAddress ? context.req.header("x-forwarded-host") : undefined;
  const hosts = [new URL(context.req.url).host, context.req.header("host"), forwarded];
  return settings.allowedOrigins.includes(origin) || hosts.includes(origin.replace(/^https?:\/\//, ""));
}

/**
 * Whether the browser says that another site's page made it send this write: by the Origin, or without one by where
 * the request came from. Portals and tools send neither.
 */
export function isForeignWrite(context: Context, services: Services): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(context.req.method)) return false;
  const origin = context.req.header("origin");
  if (origin) return !isOwnOrigin(context, services, origin);
  const site = context.req.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** The site's own address as the browser knows it: the operator's, or else the one that this request came to. */
export function siteOrigin(context: Context, { settings }: Services, secure: boolean): string {
  const [first] = settings.allowedOrigins;
  if (first) return new URL(first).origin;
  const forwarded = settings.trustForwardedAddress ? context.req.header("x-forwarded-host") : undefined;
  const host = forwarded ?? context.req.header("host") ?? new URL(context.req.url).host;
  const origin = `${secure ? "https" : "http"}://${host}`;
  return URL.canParse(origin) ? new URL(origin).origin : new URL(context.req.url).origin;
}
