import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isKeptNowhere } from "../../app/request/kept-pages";
import type { PortalSettings } from "../../app/settings/portal-settings";
import { readAddress } from "../../server/admission/request-address";
import { answerTooLarge, BodyTooSlow, readBody } from "../../server/admission/request-limits";
import { createPolicy, resourcePolicy, securityHeaders } from "../../server/responses/security-headers";
import { readVisit } from "../../server/visit";

function incoming(url: string, headers: [string, string][] = [["Host", "forum.test"]]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.method = "POST";
  message.url = url;
  for (const [name, value] of headers) {
    message.headers[name.toLowerCase()] ??= value;
    message.rawHeaders.push(name, value);
  }
  return message;
}

describe("a host", () => {
  it("is one, or the request is refused, whatever a proxy says besides", () => {
    const two: [string, string][] = [
      ["Host", "forum.test"],
      ["host", "evil.test"],
    ];
    expect(readVisit(incoming("/"), false)?.host).toBe("forum.test");
    expect(readVisit(incoming("/", two), false)).toBeNull();
    expect(readVisit(incoming("/", [...two, ["X-Forwarded-Host", "forum.test"]]), true)).toBeNull();
  });
});

describe("an address", () => {
  it.each(["/%E0%A4%A", "/tags/%", "/hsforum/%ff", "/h5/%C3%28?q=1", "/a%00"])("%s is refused", (url) =>
    expect(readAddress(incoming(url))).toBe(false),
  );
  it.each(["/tags/%E4%B8%AD", "/search?q=%E0%A4%A", "/%25"])("%s is one", (url) =>
    expect(readAddress(incoming(url))).toBe(true),
  );
});

describe("a body that drips", () => {
  afterEach(() => vi.useRealTimers());
  const clock = () =>
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "performance"] });

  it("is given up after some seconds; one that comes slowly is read", async () => {
    clock();
    const drip = incoming("/posting", [["Content-Length", "5000"]]);
    const slow = incoming("/posting", [["Content-Length", "50000"]]);
    const given = readBody(drip).catch((error: unknown) => error);
    const read = readBody(slow);
    for (let second = 0; second < 25; second += 1) {
      drip.push("x");
      slow.push("x".repeat(2_000));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await given).toBeInstanceOf(BodyTooSlow);
    slow.push(null);
    expect((await read)?.byteLength).toBe(50_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not read away for ever where nobody wants it", async () => {
    clock();
    const request = incoming("/posting", [["Content-Length", "50000000"]]);
    const response = new ServerResponse(request);
    answerTooLarge(request, response);
    for (let second = 0; second < 12; second += 1) {
      if (!request.destroyed) request.push("x");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(request.destroyed).toBe(true);
  });
});

describe("headers", () => {
  const policy = (externalPictures: PortalSettings["externalPictures"]) =>
    createPolicy({ externalPictures } as PortalSettings)("");
  it("let pictures of other sites in as the operator says, and over http only where they say so", () => {
    expect(policy("https")).toContain("img-src 'self' data: blob: https:;");
    expect(policy("none")).toContain("img-src 'self' data: blob:;");
    expect(policy("all")).toContain("img-src 'self' data: blob: https: http:;");
  });

  it("keep windows apart, and give others pictures and files alone", () => {
    expect(securityHeaders).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    for (const path of [
      "/gateway/files/a.png",
      "/og/topic-1.png",
      "/share/topic/1",
      "/favicon.ico",
      "/logo.svg",
    ])
      expect(resourcePolicy(path), path).toBe("cross-origin");
    for (const path of [
      "/home",
      "/personalCenter/info",
      "/gateway/rest/x",
      "/gateway/exports/x.zip",
      "/unread",
    ])
      expect(resourcePolicy(path), path).toBe("same-origin");
  });
});

it("what is personal, and where staff work, is kept nowhere; where people write more than a line, it is", () => {
  for (const path of [
    "/personalCenter/setting",
    "/h5/personalCenter/follow",
    "/moderator/log",
    "/moderator/log.data",
  ])
    expect(isKeptNowhere(path), path).toBe(true);
  for (const path of [
    "/home",
    "/posting",
    "/hsforum/thread-1-1-1.html",
    "/personalCenter/info",
    "/personalCenter/msg",
  ])
    expect(isKeptNowhere(path), path).toBe(false);
});
