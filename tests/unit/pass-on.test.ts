import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action, loader } from "../../app/endpoints/gateway";
import { parsePortalSettings } from "../../app/settings/portal-settings";
import { createBackend } from "../../server/backend/backend";
import { createFrontDoor } from "../../server/front-door";
import { KeptViews } from "../../server/page-cache/kept-views";
import { PageCache } from "../../server/page-cache/page-cache";
import { startUpstream, type Upstream } from "../support/upstream";

let upstream: Upstream;
let portal: Server;
const settings = () =>
  parsePortalSettings({ GATEWAY_URL: `${upstream.origin}/base/`, SESSION_SECRET: "s".repeat(32) });
const origin = () => `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;

/** A front door whose only screen is the one that forwards the gateway's addresses. */
beforeAll(async () => {
  upstream = await startUpstream();
  const door = createFrontDoor({
    settings: settings(),
    backend: createBackend({
      settings: settings(),
      gateway: undefined,
      portal: {
        render: (request, context) =>
          (request.method === "GET" ? loader : action)({ request, context: { ...context }, params: {} }),
        forget: () => {},
        counted: () => ({ hits: 0, misses: 0 }),
      },
    }),
    files: () => false,
    cache: new PageCache(),
    views: new KeptViews(() => undefined),
    scale: 1,
    overloadMilliseconds: 600,
    onChange: () => {},
    answerReadiness: () => {},
  });
  portal = createServer(door);
  await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  portal.closeAllConnections();
  portal.close();
  await upstream.close();
});

describe("a browser's request for a gateway on another host", () => {
  it("reaches the gateway's own path, without the portal's cookies", async () => {
    upstream.answer(200, {});
    const headers = { cookie: "portal_session=a; gateway_session=b; csrf=c", "accept-encoding": "zstd" };
    await fetch(`${origin()}/gateway/signin?redirect=%2F`, { headers });
    const received = upstream.received.at(-1);
    expect([received?.path, received?.headers.cookie]).toEqual([
      "/base/gateway/signin?redirect=%2F",
      "gateway_session=b",
    ]);
    expect(received?.headers["accept-encoding"]).not.toContain("zstd");
  });

  it("is forwarded when the sender waits for `100 Continue` before its body", async () => {
    upstream.answer(200, {});
    const request = new Request(`${origin()}/gateway/signin`, {
      method: "POST",
      body: "a=b",
      headers: { expect: "100-continue" },
    });
    const answer = await action({ request, context: { environment: settings() }, params: {} });
    expect([answer.status, upstream.received.at(-1)?.body]).toEqual([200, "a=b"]);
  });

  it("keeps the policy that the gateway sets for its stored files", async () => {
    upstream.answer(200, {}, { "content-security-policy": "default-src 'none'; sandbox" });
    const file = await fetch(`${origin()}/gateway/files/a.svg`);
    expect(file.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    upstream.answer(200, {});
    expect((await fetch(`${origin()}/gateway/signin`)).headers.get("content-security-policy")).toContain(
      "nonce-",
    );
  });
});
