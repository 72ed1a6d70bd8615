import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flushViews } from "gateway/forum/states/count-views";
import type { GatewaySettings } from "gateway/server/context";
import type { Limits } from "gateway/server/limits";
import { openTemplate } from "./database-template";
import { PlainBrowser } from "./plain-browser";
import { startProcess } from "./processes";
import { type Member, TestGateway } from "./test-gateway";
import { startUpstream, type Upstream } from "./upstream";

/** A portal whose gateway runs in this process, so that tests can write into its tables. */
export interface GatewayPortal {
  origin: string;
  gateway: TestGateway;
  /**
   * The server between the two. `misbehave` makes it answer some requests differently; null passes all requests on
   * again.
   */
  upstream: Upstream;
  misbehave(answers: Odd | null): void;
  /** All that the portal has written so far. */
  output(): string;
  /** A browser in which this member is signed in. */
  browserOf(member: Member, headers?: Record<string, string>): Promise<PlainBrowser>;
  stop(): Promise<void>;
}

/** A status, or a status with a body, for requests that must not reach the gateway. */
type Odd = (path: string, body: string) => number | { status: number; body: unknown } | null;

export async function startGatewayPortal(
  settings: Partial<GatewaySettings> = {},
  limits?: Limits,
  portalSettings: Record<string, string> = {},
): Promise<GatewayPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), "gateway-portal-"));
  const open = await openTemplate();
  const gateway = new TestGateway(open.database, settings, limits);
  const upstream = await startUpstream();
  let odd: Odd | null = null;
  upstream.behave(async ({ method, path, headers, body }, response) => {
    const strange = odd?.(path, body);
    if (strange) {
      const { status, body: answer } = typeof strange === "number" ? { status: strange, body: {} } : strange;
      return void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(answer));
    }
    const {
      host: _host,
      connection: _connection,
      "content-length": _length,
      "transfer-encoding": _encoding,
      ...sent
    } = headers;
    const init = { method, headers: sent as Record<string, string>, ...(method === "GET" ? {} : { body }) };
    const answer = await gateway.fetch(path, init);
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => name !== "content-length")),
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const environment = {
    PORT: "0",
    DATA_DIR: dataDir,
    GATEWAY_URL: upstream.origin,
    SESSION_SECRET: "a-secret-of-at-least-32-characters!",
    ...portalSettings,
  };
  const portal = await startProcess(["build/main.js"], environment, /已启动：(http:\/\/[^\s"]+)/);
  const origin = portal.found[1] ?? "";
  return {
    origin,
    gateway,
    upstream,
    output: portal.output,
    misbehave(answers) {
      odd = answers;
    },
    async browserOf(member, headers = {}) {
      const browser = new PlainBrowser(origin, headers);
      await browser.jar.setCookie(member.cookie, origin);
      return browser;
    },
    async stop() {
      await portal.stop();
      await upstream.close();
      // The gateway writes view counts later, and would then find the database closed.
      await flushViews(open.database);
      await open.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
