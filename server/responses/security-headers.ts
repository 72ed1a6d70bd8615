import { createHash } from "node:crypto";
import type { PortalSettings } from "../../app/settings/portal-settings";

/** Sent with everything. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

/** Instead, on the page whose document reads codes with the camera. */
export const withCamera = securityHeaders["permissions-policy"].replace("camera=()", "camera=(self)");

/** Sent with everything behind TLS. */
export const transportSecurity = "max-age=31536000";

/** Says which inline scripts and sheets a page has; the rest of the policy is the same for all. */
export type PolicyFor = (scripts: string, styles?: string) => string;

const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);

/** Pictures of other sites, by the setting EXTERNAL_PICTURES. */
const pictureSources = { none: "", https: " https:", all: " https: http:" } as const;

/**
 * What other sites may show and what readers of feeds fetch: pictures, and files that people put into posts.
 * Everything else is this site's own.
 */
const forOthers =
  /^\/(?:gateway\/files\/|og\/|share\/|assets\/|favicon|icons?\/|[\w-]+\.(?:png|svg|ico|webp)$)/;
export const resourcePolicy = (pathname: string): "same-origin" | "cross-origin" =>
  forOthers.test(pathname) ? "cross-origin" : "same-origin";

/**
 * The content security policy of a deployment. Sheets are ours, by their address, nonce or hash. Style
 * attributes may be inline: Mantine's fields carry their sizes so; browsers that know of no difference
 * between the two read the plain `style-src`. Pictures may come from wherever the operator lets posts show
 * them from: over https, unless set otherwise.
 */
export function createPolicy(settings: PortalSettings): PolicyFor {
  // Browsers check the redirect after a form post too, and signing in leads there. What is of the gateway they reach
  // on this origin: its own address is nobody's business.
  // A download begins with a form too, and may lead to where the files are.
  const files = originOf(settings.filesUrl);
  const formTargets = [
    "'self'",
    ...originOf(settings.signInUrlCn),
    ...originOf(settings.signInUrlCom),
    ...files,
  ];
  const frames = ["'self'", ...originOf(settings.complaintFrameUrl), ...files];
  const collected = originOf(settings.analytics?.server);
  const monitor = originOf(settings.analytics?.monitorUrl);
  const connected = ["'self'", ...collected, ...monitor];
  const rest = [
    ...(connected.length > 1 ? [`connect-src ${connected.join(" ")}`] : []),
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictureSources[settings.externalPictures]}`,
    ...(files.length > 0 ? [`media-src 'self' ${files.join(" ")}`] : []),
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
 * Turns a page that was rendered with a nonce into one that can be kept: the nonce is taken out, and the
 * hashes of the scripts and sheets that carried it are the policy's sources. One without the nonce was not
 * written by the portal and gets no hash, so it does nothing.
 */
export function hashInline(html: string, nonce: string): { html: string; scripts: string; styles: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, attributes = "", text = ""] of html.matchAll(inlinePattern)) {
    // Nothing is no script; a browser asks about an empty sheet all the same.
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
