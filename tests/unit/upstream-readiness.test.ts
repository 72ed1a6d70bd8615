import type { ServerResponse } from "node:http";
import { readyPath } from "contract/base/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whoLooksPath } from "../../server/admission/members";
import type { Backend } from "../../server/backend/backend";
import { createReadiness } from "../../server/readiness";
import { startUpstream, type Upstream } from "../support/upstream";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** The readiness of a portal whose gateway gives these answers to these paths, and 404 to everything else. */
async function readiness(answers: Record<string, [status: number, body: string]>) {
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
  });
  return new Promise<{ status: number; upstream: string }>((resolve) => {
    let status = 0;
    const response = {
      writeHead: (code: number) => {
        status = code;
        return response;
      },
      end: (text: string) => resolve({ status, upstream: JSON.parse(text).upstream }),
    };
    answer(response as unknown as ServerResponse);
  });
}

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
});
