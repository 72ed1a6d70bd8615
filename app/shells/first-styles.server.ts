import { readFileSync } from "node:fs";
import type { EntryContext } from "@remix-run/node";
import { readCookies } from "contract/base/cookies";
import { readChoice } from "~/cookies/names";

const texts = new Map<string, string>();

/** The browser's files, relative to this module's place in the build: `build/server/assets/`. */
const client = new URL("../../client/", import.meta.url);

/** The text of one style sheet of the build. */
function textOf(href: string): string {
  let text = texts.get(href);
  if (text === undefined) {
    text = readFileSync(new URL(href.slice(1), client), "utf8");
    texts.set(href, text);
  }
  return text;
}

/** The files that the routes of a page load. */
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
 * For a browser without cached files of this site: the page's styles as text, and a Link header with its scripts,
 * which the browser requests before it has parsed the page. Null for other browsers and in development.
 */
export function firstVisit(request: Request, context: EntryContext): { styles: string; link: string } | null {
  if (import.meta.env.DEV || readChoice(readCookies(request.headers.get("cookie")), "styles")) return null;
  const { sheets, scripts } = filesOf(context);
  return {
    styles: sheets.map(textOf).join("\n"),
    link: scripts.map((path) => `<${path}>; rel=modulepreload`).join(", "),
  };
}

/** Adds style sheets to the document's first style element. The browser does not hydrate that element's text. */
export function withStylesAlong(html: Uint8Array<ArrayBuffer>, sheets: Set<string>): Uint8Array<ArrayBuffer> {
  if (sheets.size === 0) return html;
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const end = bytes.indexOf("</style>");
  return Buffer.concat([bytes.subarray(0, end), Buffer.from([...sheets].join("\n")), bytes.subarray(end)]);
}
