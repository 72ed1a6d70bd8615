import { afterAll, beforeAll, beforeEach } from "vitest";
import { createGatewayClient, type GatewayClient } from "../../../app/gateway-client/client.server";
import type { GatewayError } from "../../../app/gateway-client/errors";
import type { GatewayClientOptions } from "../../../app/gateway-client/request.server";
import { startUpstream, type Upstream } from "../../support/upstream";

/** An upstream for the whole file, whose memory is emptied between tests. */
export function upstreamForFile(): () => Upstream {
  let upstream: Upstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  beforeEach(() => {
    upstream.received.length = 0;
  });
  afterAll(() => upstream.close());
  return () => upstream;
}

export function clientOptions(
  upstream: Upstream,
  options: Partial<GatewayClientOptions> = {},
): GatewayClientOptions {
  return {
    fetch: (request) => fetch(request),
    origin: upstream.origin,
    cookie: "gateway_session=s3cret",
    csrfToken: async () => undefined,
    traceId: "trace-1",
    timeout: 5_000,
    ...options,
  };
}

export function clientOf(upstream: Upstream, options: Partial<GatewayClientOptions> = {}): GatewayClient {
  return createGatewayClient(clientOptions(upstream, options));
}

/**
 * The error that a call rejects with. Fails if the call resolves, or rejects with another kind of error than a
 * GatewayError.
 */
export async function errorOf<E extends GatewayError>(
  promise: Promise<unknown>,
  kind: new (...args: never[]) => E,
): Promise<E> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("value" in outcome)
    throw new Error(`resolved with ${JSON.stringify(outcome.value)} instead of rejecting with ${kind.name}`);
  if (!(outcome.error instanceof kind))
    throw new Error(`rejected with ${String(outcome.error)} instead of ${kind.name}`, {
      cause: outcome.error,
    });
  return outcome.error;
}
