import { createHash } from "node:crypto";
import type { PortalSettings } from "../../app/settings/portal-settings";

/** Sent with every answer. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

/** Replaces the header above on the page that scans codes with the camera. */
export const withCamera = securityHeaders["permissions-policy"].replace("camera=()", "camera=(self)");

/** Sent with every answer over TLS. */
export const transportSecurity = "max-age=31536000";

/** Builds the policy of a page with its inline scripts and sheets; the rest is the same for all pages. */
export type PolicyFor = (scripts: string, styles?: string) => string;

const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);

/** Which pictures of other sites may be shown, by the setting EXTERNAL_PICTURES. */
const pictureSources = { none: "", https: " https:", all: " https: http:" } as const;

/**
 * Paths that other sites and feed readers may load: pictures, and files in posts. Everything else is for this site
 * only.
 */
const forOthers =
  /^\/(?:gateway\/files\/|og\/|share\/|assets\/|favicon|icons?\/|[\w-]+\.(?:png|svg|ico|webp)$)/;
export const resourcePolicy = (pathname: string): "same-origin" | "cross-origin" =>
  forOthers.test(pathname) ? "cross-origin" : "same-origin";

/**
 * The content security policy of a deployment. Style sheets are allowed by address, nonce or hash. Style attributes may
 * be inline, because Mantine's fields set their sizes so; older browsers read the plain `style-src` for both. Pictures
 * may come from the sources that the operator allows in posts: over https, unless set otherwise.
 */
export function createPolicy(settings: PortalSettings): PolicyFor {
  // Browsers also check the redirect after a form post, and signing in redirects there. They reach the gateway on this
  // origin, so the policy does not reveal its own address.
  const formTargets = ["'self'", ...originOf(settings.signInUrlCn), ...originOf(settings.signInUrlCom)];
  const frames = ["'self'", ...originOf(settings.complaintFrameUrl)];
  const analyticsOrigin = originOf(settings.analytics?.server);
  const monitor = originOf(settings.analytics?.monitorUrl);
  const connectSources = ["'self'", ...analyticsOrigin, ...monitor];
  const rest = [
    ...(connectSources.length > 1 ? [`connect-src ${connectSources.join(" ")}`] : []),
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictureSources[settings.externalPictures]}`,
    "object-src 'none'",
    "base-uri 'self'",
    `form-action ${formTargets.join(" ")}`,
    `frame-src ${frames.join(" ")}`,
    "frame-ancestors 'self'",
  ].join("; ");
  const sources = (...all: string[]) => all.join(" ").trimEnd();
  return (scripts, styles = "") =>
    [
      "default-src 'self'",
      `script-src ${sources("'self'", ...monitor, scripts)}`,
      `style-src-elem ${sources("'self'", styles)}`,
      rest,
    ].join("; ");
}

const inlinePattern = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * Turns a page that was rendered with a nonce into one that can be cached: removes the nonce, and returns the hashes of
 * the scripts and sheets that had it. A script without the nonce is not the portal's; it gets no hash, so browsers do
 * not run it.
 */
export function hashInline(html: string, nonce: string): { html: string; scripts: string; styles: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, attributes = "", text = ""] of html.matchAll(inlinePattern)) {
    // Browsers run no empty script, but they check the policy for an empty sheet.
    if ((text === "" && tag === "script") || !attributes.includes(attribute)) continue;
    const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    hashes[tag as keyof typeof hashes].add(hash);
  }
  return {
    html: html.replaceAll(attribute, ""),
    scripts: [...hashes.script].join(" "),
    styles: [...hashes.style].join(" "),
  };
}
