import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallName, contract } from "contract";
import { type Call, isWrapped, wirePaths } from "contract/base/call";
import { callTimeout } from "contract/base/wire";
import type { PortalSettings } from "../../app/settings/portal-settings";
import { openEmbeddedGateway } from "../../server/embedded-gateway";
import { parseEnvironment } from "../../server/environment";
import { portalBuild } from "../../server/paths";
import { loadPortal } from "../../server/portal";
import { copyDemoData } from "./demo-data";
import { PlainBrowser } from "./plain-browser";

/** Makes the answer that a broken upstream gives, from the `healthy` answer. */
type Break = (healthy: Response) => Response | Promise<Response>;

const json = (status: number, body: unknown) => Response.json(body, { status });
const page = (status: number) =>
  new Response("<!doctype html><title>维护中</title><h1>503</h1>", {
    status,
    headers: { "content-type": "text/html" },
  });

/** Sends half of the answer, and then breaks the connection. */
async function cutOff(healthy: Response): Promise<Response> {
  const bytes = new Uint8Array(await healthy.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new TypeError("terminated"));
      else controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      sent = true;
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
}

/** Every way in which a call breaks, by its name. */
export const breaks = {
  "401": () => json(401, {}),
  "403": () => json(403, { errorCode: "SOMETHING" }),
  /** An upstream that does not have the call. */
  "not there": () => json(404, { errorCode: "CALL_NOT_FOUND", message: "没有这个接口" }),
  "9999": () => json(200, { errcode: "9999", errorMsg: "upstream says no" }),
  "500": () => json(500, { errorCode: "SERVER_ERROR", message: "boom at line 7" }),
  "502": () => page(502),
  html: () => page(200),
  "cut off": cutOff,
  slow: () => new Promise<Response>(() => undefined),
  "another shape": () => json(200, { surprise: true, data: 7, result: 7 }),
  empty: () => new Response(null, { status: 200 }),
} satisfies Record<string, Break>;

/** What the portal logs once of each call that its upstream does not have. */
export const missing = /^\[门户\] 上游网关没有接口 \w+/;

export type BreakName = keyof typeof breaks;
export const breakNames = Object.keys(breaks) as BreakName[];

const callAt = new Map(
  (Object.entries(contract) as [CallName, Call][]).flatMap(([name, row]) =>
    wirePaths(row).map((path): [string, CallName] => [
      `${isWrapped(row) ? "POST" : row.method} ${path}`,
      name,
    ]),
  ),
);
/** The name of the call that a request makes; undefined if it is not a call of the contract. */
const callOf = ({ method, url }: Request) => callAt.get(`${method} ${new URL(url).pathname}`);

/** Stands between portal and gateway. Passes on a call's answer, or gives another one. */
export type Between = (name: CallName, healthy: () => Promise<Response>) => Response | Promise<Response>;

interface Kept {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

/**
 * The built portal in this process, in front of a gateway with the demo. Tests choose how the gateway answers. It
 * renders thousands of pages in a minute, because it starts no process and makes each reading call only once.
 */
export class BreakablePortal {
  /** The calls that were made since `callsOf` last emptied the list. */
  private made: CallName[] = [];
  private readonly answers = new Map<string, Kept>();
  /** The function that may change a call's answer; null passes every answer on. */
  private between: Between | null = null;

  private constructor(
    private readonly portal: Awaited<ReturnType<typeof loadPortal>>,
    private readonly gateway: Awaited<ReturnType<typeof openEmbeddedGateway>>,
    private readonly environment: ReturnType<typeof parseEnvironment>,
  ) {}

  static async open(): Promise<BreakablePortal> {
    const dataDir = await mkdtemp(join(tmpdir(), "breakable-"));
    await copyDemoData(dataDir);
    const environment = parseEnvironment({
      DATA_DIR: dataDir,
      DEMO: "1",
      REGISTER_CONFIG: "1",
      SESSIONS_PER_ACCOUNT: "100",
      RATE_LIMIT_SCALE: "1000",
    });
    // React's development build takes three times as long for a page.
    process.env.NODE_ENV = "production";
    const [portal, gateway] = await Promise.all([loadPortal(portalBuild), openEmbeddedGateway(environment)]);
    process.env.NODE_ENV = "test";
    return new BreakablePortal(portal, gateway, environment);
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await rm(this.environment.dataDir, { recursive: true, force: true });
  }

  browser(headers: Record<string, string> = {}): PlainBrowser {
    return new PlainBrowser("http://portal.test", headers, (url, init) =>
      this.answer(new Request(url, init)),
    );
  }

  /** Passes every request that the portal sends to the gateway to `watch`, under these portal settings. */
  async watched(watch: (request: Request) => void, settings: Partial<PortalSettings>): Promise<void> {
    this.portal.forget();
    const gatewayFetch = (request: Request) => {
      watch(request);
      return this.gateway.portalFetch(request);
    };
    const environment = { ...this.environment.portal, ...settings };
    await this.portal.render(new Request("http://portal.test/forum/all"), { environment, gatewayFetch });
  }

  /** The calls that `visit` makes, each once, in their order. */
  async callsOf(visit: () => Promise<unknown>): Promise<CallName[]> {
    this.forget();
    this.made = [];
    await visit();
    return [...new Set(this.made)];
  }

  /** Runs `visit` while one call is broken; `others` may change the answers of the other calls. */
  async broken<Result>(
    name: CallName,
    how: BreakName,
    visit: () => Promise<Result>,
    others: Between = (_, healthy) => healthy(),
  ): Promise<Result> {
    const makeBreak: Break = breaks[how];
    const between: Between = async (made, healthy) => {
      if (made !== name) return others(made, healthy);
      return makeBreak(how === "cut off" ? await others(made, healthy) : new Response());
    };
    return this.altered(between, visit, how === "slow");
  }

  /** Runs `visit` while `between` may change the gateway's answers. */
  async altered<Result>(between: Between, visit: () => Promise<Result>, slow = false): Promise<Result> {
    this.forget();
    this.between = between;
    const later = globalThis.setTimeout;
    // The test does not wait the minute that a call has (spec 9).
    if (slow)
      globalThis.setTimeout = ((run: () => void, milliseconds?: number, ...more: unknown[]) =>
        later(run, milliseconds === callTimeout ? 150 : milliseconds, ...more)) as typeof setTimeout;
    try {
      return await visit();
    } finally {
      globalThis.setTimeout = later;
      this.between = null;
    }
  }

  /** Empties the portal's cache of answers. */
  private forget(): void {
    this.portal.forget();
  }

  private async answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname.startsWith("/gateway/")) return this.gateway.portalFetch(request);
    request.headers.set("host", new URL(request.url).host);
    const { portal } = this.environment;
    const gatewayFetch = (sent: Request) => this.reach(sent);
    return this.portal.render(request, { environment: portal, gatewayFetch, cspNonce: "nonce" });
  }

  private async reach(request: Request): Promise<Response> {
    const name = callOf(request);
    if (!name) return this.gateway.portalFetch(request);
    this.made.push(name);
    const healthy = () => this.healthy(name, request);
    return this.between ? this.between(name, healthy) : healthy();
  }

  /** The gateway's own answer; a reading call gets its earlier answer again. */
  private async healthy(name: CallName, request: Request): Promise<Response> {
    const body = await request.clone().text();
    const key = [request.url, body, request.headers.get("cookie")].join("\n");
    const reads = contract[name].effect === "reads";
    if (!reads) this.answers.clear();
    const stored = reads ? this.answers.get(key) : undefined;
    if (stored) return new Response(stored.body.slice(0), { status: stored.status, headers: stored.headers });
    const answer = await this.gateway.portalFetch(request);
    const fresh = { status: answer.status, headers: [...answer.headers], body: await answer.arrayBuffer() };
    if (reads) this.answers.set(key, fresh);
    return new Response(fresh.body.slice(0), { status: fresh.status, headers: fresh.headers });
  }
}
