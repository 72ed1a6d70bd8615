import type { ServerResponse } from "node:http";
import { readyPath } from "contract/base/wire";
import { type Backend, ownAsking, ownRequest } from "./backend/backend";
import type { PagesChannel } from "./pages-channel";
import { webResponse } from "./responses/plain-response";

/** The portal's own, beside the gateway's under its prefix. */
export const portalReadyPath = "/readyz";

const upstreamMilliseconds = 3_000;

interface Parts {
  backend: Backend;
  /** Where the gateway is elsewhere. */
  gatewayUrl: string | undefined;
  channel: PagesChannel | undefined;
}

interface Answer {
  status: 200 | 503;
  body: Record<string, unknown>;
}

/**
 * What the upstream says of itself, as far as it says so: another gateway may have no such address, and is
 * there all the same.
 */
async function askUpstream(gatewayUrl: string): Promise<boolean> {
  const url = gatewayUrl.replace(/\/+$/, "") + readyPath;
  const response = await fetch(url, {
    signal: AbortSignal.timeout(upstreamMilliseconds),
    redirect: "manual",
  }).catch(() => null);
  await response?.body?.cancel();
  return response !== null && response.status < 500;
}

async function look({ backend, gatewayUrl, channel }: Parts): Promise<Answer> {
  const joined = channel ? (channel.joined() ? "ok" : "unavailable") : "unused";
  if (backend.engine) {
    const { response } = await backend.askGateway(ownRequest(readyPath), ownAsking);
    const body = (await webResponse(response).json()) as { redis?: string };
    const redis = joined === "unavailable" ? joined : body.redis;
    return { status: response.status === 200 ? 200 : 503, body: { ...body, redis } };
  }
  const ready = gatewayUrl !== undefined && (await askUpstream(gatewayUrl));
  return {
    status: ready ? 200 : 503,
    body: { ready, upstream: ready ? "ok" : "unavailable", redis: joined },
  };
}

/**
 * Answers GET /readyz in JSON: `ready`, and each of `database` (or `upstream`, with GATEWAY_URL) and `redis`
 * as `ok`, `unavailable` or `unused`, and `disk` as `ok` or `full`. 503 when one is away that pages cannot do without; Redis they can.
 */
export function createReadiness(parts: Parts): (response: ServerResponse) => void {
  return (response) => {
    void look(parts)
      .catch((): Answer => ({ status: 503, body: { ready: false } }))
      .then(({ status, body }) => {
        response
          .writeHead(status, {
            "content-type": "application/json; charset=utf-8",
            "cache-control": "no-store",
          })
          .end(`${JSON.stringify(body)}\n`);
      });
  };
}
