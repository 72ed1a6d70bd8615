import type { LoaderFunctionArgs } from "@remix-run/node";
import { gatewayPrefix } from "contract/base/wire";

/**
 * For load balancers: the portal's process answers, and where its gateway is embedded so does its database
 * (503 within two seconds when it does not). An upstream of others is asked for its own health.
 */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const health = await context.gatewayFetch?.(new Request(`http://gateway.internal${gatewayPrefix}/healthz`));
  const ok = health?.ok ?? true;
  return Response.json({ ok }, { status: ok ? 200 : 503, headers: { "cache-control": "no-store" } });
}
