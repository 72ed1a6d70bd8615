import type { ServerResponse } from "node:http";
import { contract } from "contract";
import { readyPath } from "contract/base/wire";
import { readJson } from "~/gateway-client/response.server";
import { callHeaders, whoLooksPath } from "./admission/members";
import { type Backend, ownAsking, ownRequest } from "./backend/backend";
import type { MissingCalls } from "./missing-calls";
import type { PagesChannel } from "./pages-channel";
import { webResponse } from "./responses/plain-response";

/** The portal's own address; the gateway has one under its prefix. */
export const portalReadyPath = "/readyz";

const upstreamMilliseconds = 3_000;

interface Parts {
  backend: Backend;
  /** The upstream gateways; one that works is enough. */
  gatewayUrls: readonly string[];
  /** Whether to send trace ids to the upstream. */
  sendTraceId: boolean;
  channel: PagesChannel | undefined;
  missingCalls: MissingCalls;
}

interface Answer {
  status: 200 | 503;
  body: Record<string, unknown>;
}

/**
 * Whether the upstream is ready. If a foreign gateway has no readiness address, it must answer the one call that every
 * page needs, in the form of the contract, so that a server that is not a gateway does not count.
 */
async function askUpstream(gatewayUrl: string, sendTraceId: boolean): Promise<boolean> {
  const signal = AbortSignal.timeout(upstreamMilliseconds);
  const ask = async (path: string, headers: [string, string][] = []) => {
    const url = gatewayUrl + path;
    const response = await fetch(url, { signal, redirect: "manual", headers }).catch(() => null);
    const body = response && (await readJson(response, signal).catch(() => undefined));
    return { ok: response?.ok ?? false, body };
  };
  const { ok, body } = await ask(readyPath);
  const isReady = (body as { ready?: unknown } | null | undefined)?.ready;
  if (typeof isReady === "boolean") return ok && isReady;
  const who = await ask(whoLooksPath, callHeaders(sendTraceId));
  return who.ok && contract.workspaceCurrent.response.safeParse(who.body).success;
}

async function look({ backend, gatewayUrls, sendTraceId, channel, missingCalls }: Parts): Promise<Answer> {
  const joined = channel ? (channel.joined() ? "ok" : "unavailable") : "unused";
  if (backend.engine) {
    const { response } = await backend.askGateway(ownRequest(readyPath), ownAsking);
    const body = (await webResponse(response).json()) as { redis?: string };
    const redis = joined === "unavailable" ? joined : body.redis;
    return { status: response.status === 200 ? 200 : 503, body: { ...body, redis } };
  }
  const ready = (await Promise.all(gatewayUrls.map((url) => askUpstream(url, sendTraceId)))).some(Boolean);
  // Whoever asks for readiness does not wait for this question.
  if (ready) void missingCalls.look();
  const missing = ready ? missingCalls.known() : null;
  return {
    status: ready ? 200 : 503,
    body: {
      ready,
      upstream: ready ? "ok" : "unavailable",
      redis: joined,
      ...(missing ? { missingCalls: missing } : {}),
    },
  };
}

/**
 * Answers GET /readyz in JSON: `ready`, and each of `database` (or `upstream`, with GATEWAY_URL), `redis` and `files`
 * as `ok`, `unavailable` or `unused`, and `disk` as `ok` or `full`. 503 if a dependency that pages need is missing.
 * Pages do not need Redis or the file stores. With GATEWAY_URL `missingCalls` names the calls that the upstream says it
 * lacks.
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
