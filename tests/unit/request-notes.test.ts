import { asRequestId, asTraceparent, traceIdOf } from "contract/base/request-id";
import { describe, expect, it } from "vitest";
import { screens } from "../../app/navigation/screens";
import { routeOf } from "../../server/watch/request-route";
import { withIds } from "../../server/watch/requests";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

describe("an id from outside", () => {
  it("is accepted if it is valid", () => {
    for (const id of ["0b1c2d3e-0000-4000-8000-000000000000", trace, "req_1.abc-DEF"])
      expect(asRequestId(id)).toBe(id);
    expect(traceIdOf(asTraceparent(traceparent))).toBe(trace);
  });

  it.each([
    "",
    "short",
    "a".repeat(65),
    "a b c d e f",
    "li.lei@example.com",
    'x"},{"y":"z',
    "换行换行换行换行",
    "-".repeat(20),
  ])("is none: %j", (id) => expect(asRequestId(id)).toBeUndefined());

  it.each([
    "",
    traceparent.toUpperCase(),
    `ff${traceparent.slice(2)}`,
    traceparent.replace(trace, "0".repeat(32)),
    `${traceparent}-more`,
  ])("is no trace: %j", (value) => expect(asTraceparent(value)).toBeUndefined());

  it("is replaced by the portal's own in the forwarded request", () => {
    const headers: [string, string][] = [
      ["X-Request-Id", "forged-id-1"],
      ["x-trace-id", "forged-id-2"],
      ["Traceparent", traceparent],
      ["tracestate", "a=b"],
      ["accept", "text/html"],
    ];
    const request = { method: "GET", url: "http://forum.test/", headers, body: null };
    expect(withIds(request, { requestId: "ours-1234", traceparent: undefined }).headers).toEqual([
      ["accept", "text/html"],
      ["x-trace-id", "ours-1234"],
    ]);
    expect(withIds(request, { requestId: trace, traceparent }).headers).toContainEqual([
      "traceparent",
      traceparent,
    ]);
  });
});

describe("the route of an address", () => {
  it.each([
    ["/hsforum/thread-12-1?page=2", "/hsforum/:thread"],
    ["/h5/hsforum/thread-12-1", "/h5/hsforum/:thread"],
    ["/hsforum/thread-12-1.data?_routes=root", "/hsforum/:thread"],
    ["/editor/draft", "/editor/draft"],
    ["/og/topic-5.png", "/og/:name"],
    ["/assets/entry-abc.js", "/assets/*"],
    ["/gateway/rest/workspace/current", "/gateway/rest/workspace/current"],
    ["/gateway/files/3f2a/photo.webp", "/gateway/files/*"],
    ["/gateway/exports/secret-key", "/gateway/exports/*"],
    ["/gateway/signin", "/gateway/signin"],
    ["/gateway/secret", "/gateway/*"],
    ["/readyz", "/readyz"],
    ["/.env", "*"],
    ["/hsforum/thread-12-1/etc", "*"],
  ])("%s is %s", (address, route) => expect(routeOf(address)).toBe(route));

  it("is its own path for every screen", () => {
    for (const { path, only } of screens) {
      const prefix = only === "h5" ? "/h5" : "";
      const filled = path.replace(/:[a-z]+/gi, "1").replace(/\*$/, "x");
      expect(routeOf(prefix + filled)).toBe(prefix + path);
    }
  });
});
