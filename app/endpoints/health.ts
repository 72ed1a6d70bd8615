import type { LoaderFunctionArgs } from "@remix-run/node";
import { gatewayPrefix } from "contract/base/wire";

/**
 * For load balancers: whether the portal's process runs, and with an embedded gateway also its database (503 within
 * two seconds otherwise). A separate upstream has its own health check.
 */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const health = await context.gatewayFetch?.(new Request(`http://gateway.internal${gatewayPrefix}/healthz`));
  const ok = health?.ok ?? true;
  return Response.json({ ok }, { status: ok ? 200 : 503, headers: { "cache-control": "no-store" } });
}
