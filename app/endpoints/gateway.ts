import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { traceIdHeader, visitorAddressHeader } from "contract/base/wire";
import { proxy } from "hono/proxy";
import { gatewayCookies } from "~/gateway-client/request.server";
import { gatewayOf, settingsOf } from "~/request/scope.server";

/** Headers that fetch sets itself, and `expect`, with which fetch refuses a request. */
const ownHeaders = ["host", "content-length", "expect"];

/** The gateway's pages accept no larger body, in bytes. */
const bodyMaximum = 1024 * 1024;

/**
 * Passes requests of the browser to the gateway: sign-in pages, the logout servlet, stored files. With an embedded
 * gateway, the front door answers these before Remix.
 */
async function passOn({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { fetch, origin } = gatewayOf(context);
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ownHeaders) headers.delete(name);
  const cookie = gatewayCookies(headers.get("cookie"));
  if (cookie) headers.set("cookie", cookie);
  else headers.delete("cookie");
  // The visitor's own forwarding headers cannot be trusted; the front door knows the address.
  headers.delete("x-forwarded-for");
  headers.delete("forwarded");
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-proto", url.protocol.slice(0, -1));
  if (context.visitorAddress) headers.set(visitorAddressHeader, context.visitorAddress);
  else headers.delete(visitorAddressHeader);
  if (settingsOf(context).hostTraceIds) headers.delete(traceIdHeader);
  if (Number(request.headers.get("content-length") ?? 0) > bodyMaximum)
    return plain("提交的内容过大，请精简后再试", 413);
  const body =
    request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
  if (body && body.byteLength > bodyMaximum) return plain("提交的内容过大，请精简后再试", 413);
  try {
    return await proxy(origin.replace(/\/+$/, "") + url.pathname + url.search, {
      raw: new Request(url, { method: request.method, headers }),
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
      customFetch: (passed) => fetch(passed, passed.method === "GET"),
    });
  } catch {
    return plain("服务暂时不可用，请稍后再试", 502);
  }
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

export const loader = passOn;
export const action = passOn;
