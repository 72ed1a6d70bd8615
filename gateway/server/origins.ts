import type { Context } from "hono";
import type { Services } from "./context";

/** Whether an origin is ours: the gateway's, that of the portal in front, or one from the operator's settings. */
export function isOwnOrigin(context: Context, { settings }: Services, origin: string): boolean {
  const forwarded = settings.trustForwardedAddress ? context.req.header("x-forwarded-host") : undefined;
  const hosts = [new URL(context.req.url).host, context.req.header("host"), forwarded];
  return settings.allowedOrigins.includes(origin) || hosts.includes(origin.replace(/^https?:\/\//, ""));
}

/**
 * Whether the browser says that a page of another site caused this write: by Origin, or else by Sec-Fetch-Site. Portals
 * and tools send neither.
 */
export function isForeignWrite(context: Context, services: Services): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(context.req.method)) return false;
  const origin = context.req.header("origin");
  if (origin) return !isOwnOrigin(context, services, origin);
  const site = context.req.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** The site's origin for the browser: the first one in the operator's settings, or else that of this request. */
export function siteOrigin(context: Context, { settings }: Services, secure: boolean): string {
  const [named] = settings.allowedOrigins;
  if (named) return new URL(named).origin;
  const forwarded = settings.trustForwardedAddress ? context.req.header("x-forwarded-host") : undefined;
  const host = forwarded ?? context.req.header("host") ?? new URL(context.req.url).host;
  const origin = `${secure ? "https" : "http"}://${host}`;
  return URL.canParse(origin) ? new URL(origin).origin : new URL(context.req.url).origin;
}
