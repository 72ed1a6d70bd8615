import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";

/** A portal that logs as in production, behind a proxy whose request ids it accepts. */
let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({}, undefined, { LOG_FORMAT: "json", TRUST_PROXY: "1" });
});
afterAll(() => portal?.stop());

type Line = Record<string, unknown>;
const linesNow = () =>
  portal
    .output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
/** The log line of the request with this id. */
async function lineOf(requestId: string): Promise<Line> {
  const find = () => linesNow().filter((line) => line.requestId === requestId && line.message === "request");
  await expect.poll(find).toHaveLength(1);
  return find()[0] ?? {};
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, portal.origin), { headers, redirect: "manual" });

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

describe("the log of requests", () => {
  test("has one line for each request, with the pattern of its address and without its query", async () => {
    for (const [id, path, route, status] of [
      ["page-0001", "/forum/all?order=new&q=li.lei@example.com", "/forum/all", 200],
      ["page-0002", "/forum/all?order=new&q=li.lei@example.com", "/forum/all", 200],
      ["none-0001", "/no/such/13800138000", "*", 404],
      ["file-0001", "/assets/none-13800138000.js", "/assets/*", 404],
    ] as const) {
      expect((await get(path, { "x-request-id": id })).status).toBe(status);
      expect(await lineOf(id)).toEqual({
        time: expect.any(String),
        level: "info",
        message: "request",
        requestId: id,
        method: "GET",
        route,
        status,
        ms: expect.any(Number),
      });
    }
    expect(portal.output()).not.toMatch(/li\.lei|13800138000/);
  });

  test("contains the id of the account that sent the request", async () => {
    const member = await portal.gateway.member();
    await get("/forum/all", { cookie: member.cookie, "x-request-id": "member-0001" });
    expect(await lineOf("member-0001")).toMatchObject({ route: "/forum/all", account: member.id });
  });

  test("ids and trace ids of the trusted proxy are passed to the gateway, those of others are not", async () => {
    const sentWith = async (headers: Record<string, string>) => {
      const before = portal.upstream.received.length;
      const answer = await get(`/forum/all?order=new&only=${before}`, {
        ...headers,
        cookie: "gateway_session=none",
      });
      // The front door's own question for the account is not part of the page.
      const ofPage = portal.upstream.received
        .slice(before)
        .find((received) => received.headers["x-request-id"] !== undefined);
      const sent: Record<string, unknown> = ofPage?.headers ?? {};
      return { answer: answer.headers.get("x-request-id"), sent };
    };
    const given = await sentWith({ "x-request-id": "from-nginx-1", traceparent });
    expect(given.answer).toBe("from-nginx-1");
    expect(given.sent).toMatchObject({
      "x-trace-id": "from-nginx-1",
      "x-request-id": "from-nginx-1",
      traceparent,
    });
    const traced = await sentWith({ traceparent });
    expect([traced.answer, traced.sent["x-trace-id"]]).toEqual([trace, trace]);
    const forged = await sentWith({ "x-request-id": "a b <script>", traceparent: "00-nonsense" });
    expect(forged.answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(forged.sent["x-trace-id"]).toBe(forged.answer);
    expect(forged.sent.traceparent).toBeUndefined();
  });

  test("a failure has the same id in the log, in the answer and on the page", async () => {
    portal.misbehave((path) => (/home-list|section-list/.test(path) ? 500 : null));
    try {
      const answer = await get("/forum/all?order=new&page=7", {
        "x-request-id": "failed-0001",
        cookie: "gateway_session=none",
      });
      expect([502, 503]).toContain(answer.status);
      expect(await answer.text()).toMatch(/跟踪号 (?:<!-- -->)?failed-0001/);
      await lineOf("failed-0001");
      const failure = linesNow().find((line) => line.requestId === "failed-0001" && line.level === "error");
      expect(failure?.message).toMatch(/^\[门户\] Unavailable /);
    } finally {
      portal.misbehave(null);
    }
  });
});
