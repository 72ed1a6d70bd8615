import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let portal: RunningPortal;
let metricsAt: string;
beforeAll(async () => {
  const port = await freePort();
  metricsAt = `http://127.0.0.1:${port}/metrics`;
  portal = await startPortal({ METRICS_PORT: String(port) });
});
afterAll(() => portal?.stop());

/** All numbers, by their names with labels. */
async function read(): Promise<Map<string, number>> {
  const answer = await fetch(metricsAt);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe("the metrics", () => {
  test("count the requests at the front door and the work of its threads", async () => {
    const before = await read();
    const more = async (name: string) => ((await read()).get(name) ?? 0) - (before.get(name) ?? 0);
    const visitor = new PlainBrowser(portal.origin);
    for (let view = 0; view < 3; view += 1) await visitor.get("/forum/all?page=1&order=views");
    const member = new PlainBrowser(portal.origin);
    await signInWithPassword(member, demoAccounts.member);
    const page = await member.get("/forum/all");
    expect(page.headers.get("server-timing")).toMatch(/^total;dur=\d+\.\d, gateway;dur=\d+\.\d$/);
    const refused = await fetch(`${portal.origin}/gateway/rest/workspace/current`, { method: "POST" });
    expect(refused.status).toBe(404);

    // The front door counts a request after the connection has taken its answer.
    const forum = 'portal_http_requests_total{method="GET",route="/forum/all",status="200"}';
    await expect.poll(() => more(forum)).toBe(4);
    expect(await more('portal_http_request_duration_seconds_count{route="/forum/all"}')).toBe(4);
    expect(await more('portal_pages_total{result="kept"}')).toBeGreaterThanOrEqual(2);
    expect(await more('portal_pages_total{result="made"}')).toBeGreaterThanOrEqual(1);
    expect(await more('portal_gateway_calls_total{call="workspaceCurrent",outcome="ok"}')).toBeGreaterThan(0);
    expect(await more('portal_gateway_call_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(2);
    expect(await more('portal_answers_total{result="miss"}')).toBeGreaterThan(0);
    expect(await more('portal_refusals_total{code="CALL_NOT_FOUND"}')).toBe(1);
  });

  test("show the state of queues, jobs and threads", async () => {
    const now = await read();
    for (const name of [
      'portal_texts{state="waiting"}',
      'portal_jobs{state="failed"}',
      "portal_jobs_oldest_seconds",
      'portal_event_loop_delay_seconds{thread="front-door",quantile="0.99"}',
      'portal_event_loop_delay_seconds{thread="backend",quantile="0.99"}',
      "process_resident_memory_bytes",
    ])
      expect(now.get(name), name).toBeGreaterThanOrEqual(0);
  });

  test("are served at their own address alone", async () => {
    expect((await fetch(new URL("/", metricsAt))).status).toBe(404);
    expect((await fetch(metricsAt, { method: "POST" })).status).toBe(404);
    expect((await fetch(new URL("/metrics", portal.origin))).status).toBe(404);
  });
});
