import { readFileSync } from "node:fs";
import type { EntryContext } from "@remix-run/node";
import { readCookies } from "contract/base/cookies";
import { readChoice } from "~/cookies/names";

const texts = new Map<string, string>();

/** The browser's files, from where the build puts this one: `build/server/assets/`. */
const client = new URL("../../client/", import.meta.url);

/** The text of a sheet of the build. */
function textOf(href: string): string {
  let text = texts.get(href);
  if (text === undefined) {
    text = readFileSync(new URL(href.slice(1), client), "utf8");
    texts.set(href, text);
  }
  return text;
}

/** What the routes of a page load. */
function filesOf({ manifest, staticHandlerContext }: EntryContext): { sheets: string[]; scripts: string[] } {
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const sheets = routes.flatMap(({ css }) => css ?? []);
  const scripts = routes.flatMap(({ module, imports }) => [module, ...(imports ?? [])]);
  return {
    sheets: [...new Set(sheets)],
    scripts: [...new Set([manifest.entry.module, manifest.url, ...scripts])],
  };
}

/**
 * For a browser that has kept nothing of ours yet: the page's styles, to be put into it, and a Link header
 * that names its scripts, which the browser asks for before it has read the page. Null for others, and in
 * development.
 */
export function firstVisit(request: Request, context: EntryContext): { styles: string; link: string } | null {
  if (import.meta.env.DEV || readChoice(readCookies(request.headers.get("cookie")), "styles")) return null;
  const { sheets, scripts } = filesOf(context);
  return {
    styles: sheets.map(textOf).join("\n"),
    link: scripts.map((path) => `<${path}>; rel=modulepreload`).join(", "),
  };
}

/**
 * The document with these sheets too, in our own element of styles, which is the first: what is rendered later adds
 * to them. The browser leaves the element as it is.
 */
export function withStylesAlong(html: Uint8Array<ArrayBuffer>, sheets: Set<string>): Uint8Array<ArrayBuffer> {
  if (sheets.size === 0) return html;
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const end = bytes.indexOf("</style>");
  return Buffer.concat([bytes.subarray(0, end), Buffer.from([...sheets].join("\n")), bytes.subarray(end)]);
}
