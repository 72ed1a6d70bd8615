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

/** For the front door, which knows when content was hidden from everybody. */
export { countedAnswers, forgetAnswers } from "./gateway-client/answers.server";

/** Milliseconds after which the rendering of a page is aborted. */
export const streamTimeout = 15_000;

/** By Remix's manifest: the front door has one for each group of routes (server/route-groups.ts). */
const manifests = new WeakMap<EntryContext["manifest"], EntryContext["manifest"]>();

const cachingOf = (request: Request, context: AppLoadContext): string =>
  isNeverCached(new URL(request.url).pathname)
    ? "private, no-store"
    : context.cacheable
      ? "no-cache"
      : "private, no-cache";

/**
 * Renders a document completely before sending it: no screen defers data, so that a failure still has its status, and
 * the page is compressed as a whole.
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
  const { firstPicture, pictures } = scope.page;
  const links = [
    // Before the code, which would keep the browser's six connections to the server busy for a second.
    ...preloadLinks(firstPicture === null ? [] : [firstPicture], "; fetchpriority=high"),
    ...(first ? [first.link] : []),
    // A text's pictures may be large and far down.
    ...preloadLinks(pictures),
  ];
  for (const link of links) headers.append("link", link);
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

/** The HTML, and the error of a part that failed to render. Rejects when the shell failed. */
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

/** The markers of invalid fields. They are attributes, because quotes in texts are escaped. */
const wrongMarks = [' aria-invalid="true"', ' data-wrong=""'];

/**
 * Puts `autofocus` on the first invalid field of a returned form, so that it gets the focus before scripts run. Which
 * field is first is only known when the page is rendered. The data for scripts comes after all fields.
 */
function atFirstWrong(html: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const found = wrongMarks.map((mark) => page.indexOf(mark)).filter((at) => at !== -1);
  if (found.length === 0) return html;
  const at = Math.min(...found);
  const focus = Buffer.from(' autofocus=""');
  // The title of the surrounding dialog has `autofocus` too and would be first: that one is removed.
  const other = page.subarray(0, at).indexOf(focus);
  const before =
    other === -1
      ? [page.subarray(0, at)]
      : [page.subarray(0, other), page.subarray(other + focus.length, at)];
  return Buffer.concat([...before, focus, page.subarray(at)]);
}

/**
 * React 18 fills a 2 KB buffer before it writes it; when a multibyte character does not fit at the end, the remaining
 * one or two bytes are sent as NUL. Chinese pages contain many of them, and parsers show broken characters. Typed NUL
 * characters are removed too. It cuts piece by piece, because a loop over bytes takes a fifth of the rendering time.
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

/** The data of client navigations; also saves the session. */
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

/** Logs an unexpected error of a loader or action. Aborted requests are ignored. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // Wrong methods and addresses are not logged: anyone could fill the log with them.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logError(`[门户] ${request.method} ${loggedPath(request.url)}`, error);
}
