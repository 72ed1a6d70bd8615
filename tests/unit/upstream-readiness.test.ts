import type { ServerResponse } from "node:http";
import { contract } from "contract";
import { callsPath, readyPath } from "contract/base/wire";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { whoLooksPath } from "../../server/admission/members";
import type { Backend } from "../../server/backend/backend";
import { findMissingCalls } from "../../server/missing-calls";
import { createReadiness } from "../../server/readiness";
import { startUpstream, type Upstream } from "../support/upstream";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** The readiness of a portal whose gateway gives these answers to these paths, and 404 to everything else. */
async function readiness(
  answers: Record<string, [status: number, body: string]>,
  missingCalls = findMissingCalls([upstream.origin]),
) {
  upstream.behave(({ path }, response) => {
    const [status, body] = answers[path.split("?", 1)[0] ?? ""] ?? [404, '{"message":"没有"}'];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const backend = { engine: null } as Backend;
  const answer = createReadiness({
    backend,
    gatewayUrls: [upstream.origin],
    sendTraceId: true,
    channel: undefined,
    missingCalls,
  });
  return new Promise<{ status: number; upstream: string; missing?: string[] }>((resolve) => {
    let status = 0;
    const response = {
      writeHead: (code: number) => {
        status = code;
        return response;
      },
      end: (text: string) => {
        const { upstream, missingCalls: missing } = JSON.parse(text);
        resolve({ status, upstream, ...(missing ? { missing } : {}) });
      },
    };
    answer(response as unknown as ServerResponse);
  });
}

/** The names of all calls. */
const all = Object.keys(contract);
const nobody = JSON.stringify({ user: null, leftMenuNode: [] });
const ok = { status: 200, upstream: "ok" };
const unavailable = { status: 503, upstream: "unavailable" };

describe("a portal's readiness, with a gateway elsewhere", () => {
  it.each<[string, Record<string, [number, string]>, typeof ok]>([
    ["says that it is ready", { [readyPath]: [200, '{"ready":true}'] }, ok],
    ["says that it is not", { [readyPath]: [503, '{"ready":false}'] }, unavailable],
    ["knows no readiness, and answers calls", { [whoLooksPath]: [200, nobody] }, ok],
    ["answers 404 to everything", {}, unavailable],
    [
      "answers a page to everything",
      { [readyPath]: [200, "<html>"], [whoLooksPath]: [200, "<html>"] },
      unavailable,
    ],
    ["answers calls with errors", { [readyPath]: [404, ""], [whoLooksPath]: [500, "{}"] }, unavailable],
  ])("that %s", async (_, answers, expected) => {
    expect(await readiness(answers)).toEqual(expected);
  });

  it("that lacks a call, as it says itself: in /readyz each time, in the log once", async () => {
    const names = Object.keys(contract).filter((name) => name !== "hotTags" && name !== "devCaches");
    const answers: Record<string, [number, string]> = {
      [readyPath]: [200, '{"ready":true}'],
      [callsPath]: [200, JSON.stringify({ calls: names })],
    };
    const missing = ["hotTags", "devCaches"].sort((one, other) => all.indexOf(one) - all.indexOf(other));
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const calls = findMissingCalls([upstream.origin]);
    expect(await readiness(answers, calls)).toEqual({ ...ok, missing });
    expect(await readiness(answers, calls)).toEqual({ ...ok, missing });
    expect(warned.mock.calls.flat().filter((line) => String(line).includes(missing.join("、")))).toHaveLength(
      1,
    );
    warned.mockRestore();
  });

  it("that has every call, or that could not be asked at first", async () => {
    const calls = findMissingCalls([upstream.origin]);
    const silent: Record<string, [number, string]> = { [readyPath]: [200, '{"ready":true}'] };
    expect(await readiness(silent, calls)).toEqual(ok);
    const whole: Record<string, [number, string]> = {
      ...silent,
      [callsPath]: [200, JSON.stringify({ calls: all })],
    };
    expect(await readiness(whole, calls)).toEqual({ ...ok, missing: [] });
  });
});
