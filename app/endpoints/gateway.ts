import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { gatewayOf } from "~/context.server";
import { gatewayCookies } from "~/gateway-client/request.server";
import { visitorAddressHeader } from "contract/wire";

/** Headers that belong to one connection, or that fetch sets by itself (and with some of them refuses the request). */
const hopHeaders =
  "connection keep-alive transfer-encoding upgrade expect te trailer host accept-encoding content-length content-encoding".split(" ");

/**
 * What the browser itself asks of the gateway (design 1): sign-in pages, the logout servlet, stored files. The front
 * door answers these before Remix where the gateway is embedded; elsewhere they are passed on as they are.
 */
async function passOn({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { fetch, origin } = gatewayOf(context);
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of hopHeaders) headers.delete(name);
  const cookie = gatewayCookies(headers.get("cookie"));
  if (cookie) headers.set("cookie", cookie);
  else headers.delete("cookie");
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-proto", url.protocol.slice(0, -1));
  if (context.visitorAddress) headers.set(visitorAddressHeader, context.visitorAddress);
  else headers.delete(visitorAddressHeader);
  const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
  try {
    const answer = await fetch(
      new Request(origin.replace(/\/+$/, "") + url.pathname + url.search, {
        method: request.method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(60_000),
        ...(body ? { body } : {}),
      }),
    );
    const answerHeaders = new Headers(answer.headers);
    for (const name of hopHeaders) answerHeaders.delete(name);
    return new Response(answer.body, { status: answer.status, headers: answerHeaders });
  } catch {
    return new Response("服务暂时不可用，请稍后再试", { status: 502, headers: { "content-type": "text/plain; charset=utf-8" } });
  }
}

export const loader = passOn;
export const action = passOn;
