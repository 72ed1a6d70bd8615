import type { Context } from "hono";
import type { Services } from "./context";

/**
 * The last entry of a forwarded header. The trusted proxy has added it; a visitor can forge the entries before it.
 */
export function lastEntry(header: string | undefined): string | undefined {
  return header?.split(",").at(-1)?.trim() || undefined;
}

/** The host that the browser used, as the trusted proxy forwards it; undefined without such a proxy. */
const forwardedHost = (context: Context, { settings }: Services): string | undefined =>
  settings.trustForwardedAddress ? lastEntry(context.req.header("x-forwarded-host")) : undefined;

/** Whether an origin is ours: the gateway's, that of the portal in front, or one from the operator's settings. */
export function isOwnOrigin(context: Context, services: Services, origin: string): boolean {
  const { settings } = services;
  const hosts = [new URL(context.req.url).host, context.req.header("host"), forwardedHost(context, services)];
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

/** The origin under which the browser sees this gateway. @param secure whether the browser uses https */
export function publicOrigin(context: Context, services: Services, secure: boolean): URL {
  const { host, origin } = new URL(context.req.url);
  const address = `${secure ? "https" : "http"}://${forwardedHost(context, services) ?? host}`;
  return new URL(URL.canParse(address) ? new URL(address).origin : origin);
}

/**
 * The site's origin for the browser: of those in the operator's settings the one with the host of this request, or else
 * the first; without settings that of this request.
 */
export function siteOrigin(context: Context, services: Services, secure: boolean): string {
  const here = publicOrigin(context, services, secure);
  const allowedOrigins = services.settings.allowedOrigins.map((origin) => new URL(origin));
  return (allowedOrigins.find(({ host }) => host === here.host) ?? allowedOrigins[0] ?? here).origin;
}
