import { Transform } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "./components/nonce";
import { getScope } from "./context.server";

/** Milliseconds after which a page that is still rendering is given up. */
export const streamTimeout = 15_000;

/** Renders a document whole. */
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
  if (!headers.has("cache-control")) headers.set("cache-control", context.cacheable ? "no-cache" : "private, no-cache");
  headers.append("vary", "Cookie, User-Agent, Sec-CH-UA-Mobile");
  const nonce = context.cspNonce;

  return new Promise((resolve, reject) => {
    let responseStatus = status;
    let answered = false;
    const send = () => {
      answered = true;
      const body = withoutPadding();
      resolve(new Response(createReadableStreamFromReadable(body), { status: responseStatus, headers }));
      stream.pipe(body);
    };
    const stream = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceContext.Provider>,
      {
        nonce,
        // No screen defers its data, so waiting for the lazy parts costs nothing, and without JavaScript a part that
        // streams in later would never be seen.
        onAllReady: send,
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          // Before the answer went out, onShellError has the same error.
          if (answered) console.error(`[门户] 渲染失败 跟踪号 ${scope.traceId}`, error);
        },
      },
    );
    setTimeout(() => stream.abort(), streamTimeout).unref();
  });
}

/**
 * React 18 fills a 2 KB view before it writes it; where a character of several bytes does not fit at its end, the one or
 * two bytes left over go out as NUL. Chinese pages are full of them, and a parser shows each as a broken character.
 */
function withoutPadding(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}

/** The data of client navigations: it carries the session's changes too. */
export async function handleDataRequest(
  response: Response,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<Response> {
  const scope = await getScope({ request, context });
  await scope.commit(response.headers);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", context.cacheable ? "no-cache" : "private, no-cache");
  return response;
}

/** What a loader or action did not expect. Aborted requests are nobody's fault. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  console.error(`[门户] ${request.method} ${new URL(request.url).pathname}`, error);
}
