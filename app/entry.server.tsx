import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { logError, loggedPath } from "contract/base/log";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { StructuredDataContext } from "./metadata/structured-data";
import { withAroundInEntry } from "./navigation/around";
import { isNeverCached } from "./request/kept-pages";
import { getScope } from "./request/scope.server";
import { preloadLinks } from "./request/stored-images.server";
import { FirstStylesContext } from "./shells/first-styles";
import { firstVisit, withStylesAlong } from "./shells/first-styles.server";
import { NavigationContext } from "./shells/header/document-markup";
import { NonceContext } from "./ui/nonce";
import { StylesAlongContext } from "./ui/styles-along";

/** For the front door, which knows when something was taken out of everybody's sight. */
export { countedAnswers, forgetAnswers } from "./gateway-client/answers.server";

/** Milliseconds after which a page that is still rendering is given up. */
export const streamTimeout = 15_000;

/** By Remix's own: the front door has one for each group of routes (server/route-groups.ts). */
const manifests = new WeakMap<EntryContext["manifest"], EntryContext["manifest"]>();

const cachingOf = (request: Request, context: AppLoadContext): string =>
  isNeverCached(new URL(request.url).pathname)
    ? "private, no-store"
    : context.cacheable
      ? "no-cache"
      : "private, no-cache";

/**
 * Renders a document whole: no screen defers its data, so nothing waits, a failure still has its status, and
 * the page is compressed in one piece.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const scope = await getScope({ request, context });
  await scope.commit(headers);
  headers.set("content-type", "text/html; charset=utf-8");
  if (!headers.has("cache-control"))
    headers.set(
      "cache-control",
      request.method === "POST" ? "private, no-store" : cachingOf(request, context),
    );
  headers.append("vary", "Cookie, User-Agent, Sec-CH-UA-Mobile");
  const nonce = context.cspNonce;
  const manifest = manifests.get(remix.manifest) ?? withAroundInEntry(remix.manifest);
  manifests.set(remix.manifest, manifest);
  const entry = { ...remix, manifest };
  const first = firstVisit(request, entry);
  if (first) headers.set("link", first.link);
  for (const link of preloadLinks(scope.page.pictures)) headers.append("link", link);
  const along = new Set<string>();
  const { html: page, failed } = await renderWhole(
    <NonceContext.Provider value={nonce}>
      <FirstStylesContext.Provider value={first?.styles}>
        <StylesAlongContext.Provider value={along}>
          <StructuredDataContext.Provider value={scope.page.structuredData}>
            <NavigationContext.Provider value={scope.page.navigation}>
              <RemixServer context={entry} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
            </NavigationContext.Provider>
          </StructuredDataContext.Provider>
        </StylesAlongContext.Provider>
      </FirstStylesContext.Provider>
    </NonceContext.Provider>,
    nonce,
  );
  const styled = withStylesAlong(page, along);
  const html = request.method === "POST" ? atFirstWrong(styled) : styled;
  if (failed) logError(`[门户] 渲染失败 跟踪号 ${scope.traceId}`, failed, { requestId: scope.traceId });
  headers.set("content-length", String(html.length));
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** The HTML, and the error of a part that could not be rendered. Rejects when not even the shell could be. */
function renderWhole(
  page: ReactElement,
  nonce: string | undefined,
): Promise<{ html: Uint8Array<ArrayBuffer>; failed: unknown }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failed: unknown;
    const body = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ html: withoutNul(Buffer.concat(chunks)), failed });
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      ...(nonce ? { nonce } : {}),
      onAllReady: () => stream.pipe(body),
      onShellError: reject,
      onError: (error) => {
        failed = error;
      },
    });
    const timer = setTimeout(() => stream.abort(), streamTimeout).unref();
  });
}

/** What a wrong field says of itself: as an attribute, since in a text the quotes are escaped. */
const wrongMarks = [' aria-invalid="true"', ' data-wrong=""'];

/**
 * A form that came back, with the cursor in its first wrong field before scripts run too: which
 * one that is, only the whole page knows. What scripts are given stands behind it all.
 */
function atFirstWrong(html: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const found = wrongMarks.map((mark) => page.indexOf(mark)).filter((at) => at !== -1);
  if (found.length === 0) return html;
  const at = Math.min(...found);
  const focus = Buffer.from(' autofocus=""');
  // The title of the dialog that it stands in would be first.
  const other = page.subarray(0, at).indexOf(focus);
  const before =
    other === -1
      ? [page.subarray(0, at)]
      : [page.subarray(0, other), page.subarray(other + focus.length, at)];
  return Buffer.concat([...before, focus, page.subarray(at)]);
}

/**
 * React 18 fills a 2 KB view before it writes it; where a character of several bytes does not fit at its end,
 * the one or two bytes left over go out as NUL. Chinese pages are full of them, and a parser shows each as a
 * broken character; one that somebody typed is no better. Cut piece by piece: byte by byte would cost a fifth
 * of the page.
 */
function withoutNul(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(0); at !== -1; at = html.indexOf(0, from)) {
    pieces.push(html.subarray(from, at));
    from = at + 1;
  }
  return from === 0 ? html : Buffer.concat([...pieces, html.subarray(from)]);
}

/** The data of client navigations: it carries the session's changes too. */
export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<Response> {
  const scope = await getScope({ request, context });
  await scope.commit(response.headers);
  if (!response.headers.has("cache-control"))
    response.headers.set("cache-control", cachingOf(request, context));
  return response;
}

/** What a loader or action did not expect. Aborted requests are nobody's fault. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // Nor are wrong methods and addresses: anyone could fill the log with them.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logError(`[门户] ${request.method} ${loggedPath(request.url)}`, error);
}
