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
  missingCalls: ReturnType<typeof findMissingCalls>,
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
    const calls = findMissingCalls([upstream.origin]);
    expect(await readiness(answers, calls)).toEqual(expected);
    // No request of this test comes during another, which counts its own.
    await calls.look();
  });

  it("that lacks a call, as it says itself: from what is known in /readyz, in the log once, until it has the call", async () => {
    const names = Object.keys(contract).filter((name) => name !== "hotTags" && name !== "devCaches");
    const answers = (calls: string[]): Record<string, [number, string]> => ({
      [readyPath]: [200, '{"ready":true}'],
      [callsPath]: [200, JSON.stringify({ calls })],
    });
    const missing = ["hotTags", "devCaches"].sort((one, other) => all.indexOf(one) - all.indexOf(other));
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let minutes = 0;
    const calls = findMissingCalls([upstream.origin], () => minutes * 60_000);
    const asked = () => upstream.received.filter(({ path }) => path === callsPath).length;
    const before = asked();
    // Readiness does not wait for the first answer.
    expect(await readiness(answers(names), calls)).toEqual(ok);
    await calls.look();
    expect(await readiness(answers(names), calls)).toEqual({ ...ok, missing });
    expect(asked()).toBe(before + 1);
    minutes += 1;
    expect(await readiness(answers(names), calls)).toEqual({ ...ok, missing });
    await calls.look();
    expect(asked()).toBe(before + 2);
    expect(warned.mock.calls.flat().filter((line) => String(line).includes(missing.join("、")))).toHaveLength(
      1,
    );
    warned.mockRestore();
    // After the upgrade of the gateway there is nothing left to ask.
    for (minutes = 2; minutes < 5; minutes += 1) {
      await readiness(answers(all), calls);
      await calls.look();
    }
    expect(calls.known()).toEqual([]);
    expect(asked()).toBe(before + 3);
  });

  it("that has every call, or that could not be asked at first, or says too much", async () => {
    let minutes = 0;
    const calls = findMissingCalls([upstream.origin], () => minutes * 60_000);
    const silent: Record<string, [number, string]> = { [readyPath]: [200, '{"ready":true}'] };
    const saying = (body: string) => ({ ...silent, [callsPath]: [200, body] as [number, string] });
    const list = JSON.stringify({ calls: all });
    for (const answers of [silent, saying(`${list}${" ".repeat(8 * 1024 * 1024)}`), saying(list)]) {
      expect(await readiness(answers, calls)).toEqual(ok);
      await calls.look();
      minutes += 1;
    }
    expect(await readiness(silent, calls)).toEqual({ ...ok, missing: [] });
    await calls.look();
  });
});
