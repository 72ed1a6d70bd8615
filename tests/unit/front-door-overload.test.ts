import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parsePortalSettings } from "../../app/settings/portal-settings";
import { refuseOverload } from "../../server/admission/gateway-overload";
import type { Backend } from "../../server/backend/backend";
import type { Work } from "../../server/backend/work";
import { createFrontDoor } from "../../server/front-door";
import { KeptViews } from "../../server/page-cache/kept-views";
import { PageCache } from "../../server/page-cache/page-cache";
import { createEntry } from "../../server/page-cache/page-entry";
import { plainResponse } from "../../server/responses/plain-response";
import { createPolicy } from "../../server/responses/security-headers";

/** What is still answered while more is asked for than can be computed. */
const settings = parsePortalSettings({
  GATEWAY_URL: "http://127.0.0.1:4499",
  SESSION_SECRET: "s".repeat(32),
});
let work: Work;
let isBusy: boolean;
let server: Server;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  work = { threads: 1, active: 0, done: 0, pending: 0 };
  isBusy = false;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Time in which the threads do nothing but compute, each answer in 20 ms, or have nothing to do. */
function pass(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  if (!isBusy) return;
  work.active += milliseconds;
  work.done += milliseconds / 20;
}
function overload(on: boolean): void {
  isBusy = on;
  work.pending = on ? 1_000 : 0;
}

function door(): Promise<string> {
  const page = () =>
    new Response("<html>", { headers: { "content-type": "text/html", "cache-control": "public" } });
  const answer = async () => ({
    response: await plainResponse(page()),
    change: { drop: [], later: false, hides: false },
  });
  const backend: Backend = {
    engine: null,
    render: answer,
    askGateway: answer,
    makePage: async () => ({ entry: await createEntry(page(), "nonce", createPolicy(settings), false) }),
    forget: () => undefined,
    countViews: () => undefined,
    work: () => work,
  };
  return serve(
    createFrontDoor({
      settings,
      backend,
      files: () => false,
      cache: new PageCache(),
      views: new KeptViews(() => undefined),
      scale: 1,
      overloadMilliseconds: 600,
      onChange: () => {},
      answerReadiness: (response) => void response.end("{}"),
    }),
  );
}

describe("a front door before threads with too much to do", () => {
  it("sends what is kept, says that it lives, and tells everybody else to come back", async () => {
    const origin = await door();
    const status = async (path: string, init?: RequestInit) => (await fetch(origin + path, init)).status;
    expect([await status("/home"), await status("/forum/all?page=2")]).toEqual([200, 200]);
    overload(true);
    pass(3_000);
    const refused = await fetch(`${origin}/forum/all?page=3`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.text()).toContain("访问的人太多");
    expect(await status("/home")).toBe(200);
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
    expect(await status("/gateway/files/0.svg")).toBe(200);
    const post = { method: "POST", headers: { origin }, body: new URLSearchParams({ content: "一" }) };
    expect(await status("/posting", post)).toBe(503);
    expect(await status("/messages", { headers: { cookie: "gateway_session=somebody" } })).toBe(503);
    // A page that would be made anew is better old than not at all, for ten minutes.
    pass(300_000);
    expect([await status("/home"), await status("/forum/all?page=3")]).toEqual([200, 503]);
    pass(400_000);
    expect(await status("/home")).toBe(503);
    overload(false);
    pass(400);
    expect([await status("/forum/all?page=3"), await status("/posting", post)]).toEqual([200, 200]);
  });
});

describe("a gateway by itself with too much to do", () => {
  it("refuses calls as it would say it, and people on its pages with one", async () => {
    const refuse = refuseOverload({ arrive: () => undefined, read: () => work }, 600);
    const origin = await serve((request, response) => {
      if (!refuse(request, response)) response.end("answered");
    });
    const call = () => fetch(`${origin}/gateway/rest/workspace/current`);
    expect(await (await call()).text()).toBe("answered");
    overload(true);
    pass(3_000);
    const refused = await call();
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
      503,
      "5",
      { errorCode: "UNAVAILABLE", message: expect.stringContaining("稍后再试") },
    ]);
    const page = await fetch(`${origin}/gateway/signin`, { method: "POST", body: "a=b" });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("访问的人太多")]);
    expect(await (await fetch(`${origin}/gateway/readyz`)).text()).toBe("answered");
    expect(await (await fetch(`${origin}/gateway/files/0.svg`)).text()).toBe("answered");
  });
});
