import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isNeverCached } from "../../app/request/kept-pages";
import type { PortalSettings } from "../../app/settings/portal-settings";
import { readAddress } from "../../server/admission/request-address";
import { answerTooLarge, BodyTooSlow, readBody } from "../../server/admission/request-limits";
import { createPolicy, resourcePolicy, securityHeaders } from "../../server/responses/security-headers";
import { readVisit } from "../../server/visit";
import { webListener } from "../../server/web-listener";

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
  it("must be valid, or the request is refused, whatever a proxy sends", () => {
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
  it.each(["/tags/%E4%B8%AD", "/search?q=%E0%A4%A", "/%25"])("%s is accepted", (url) =>
    expect(readAddress(incoming(url))).toBe(true),
  );
});

describe("a body that arrives very slowly", () => {
  afterEach(() => vi.useRealTimers());
  const clock = () =>
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "performance"] });

  it("is given up after some seconds; one that is slow but steady is read", async () => {
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

  it("closes its connection at a gateway alone; a complete one waits for its answer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = createServer((request, response) => {
      void webListener(async (read) => {
        await read.text();
        await held;
        return new Response("ok");
      })(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const send = (body: string, length: number) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`);
      return socket;
    };
    const [whole, drip] = [send("x", 1), send("x", 5_000)];
    const closed = once(drip, "close");
    let came = 0;
    server.on("request", () => {
      came += 1;
    });
    await vi.waitFor(() => expect(came).toBe(2), 120_000);
    await vi.advanceTimersByTimeAsync(25_000);
    await closed;
    answer();
    const [text] = await once(whole, "data");
    expect(String(text)).toContain("200 OK");
    whole.destroy();
    server.close();
  });

  it("is not read endlessly after a refusal", async () => {
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
  it("allow pictures of other sites as the operator configures, and over http only if configured", () => {
    expect(policy("https")).toContain("img-src 'self' data: blob: https:;");
    expect(policy("none")).toContain("img-src 'self' data: blob:;");
    expect(policy("all")).toContain("img-src 'self' data: blob: https: http:;");
  });

  it("allow only the portal's sheets: by address, or by the hashes of the page's own", () => {
    const elements = (styles?: string) =>
      /style-src-elem ([^;]*);/.exec(
        createPolicy({ externalPictures: "https" } as PortalSettings)("", styles),
      )?.[1];
    expect(elements()).toBe("'self'");
    expect(elements("'nonce-x'")).toBe("'self' 'nonce-x'");
  });

  it("isolate windows, and let other sites load pictures and files alone", () => {
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

it("personal and staff pages are cached nowhere; pages with long text fields may be kept for Back", () => {
  for (const path of [
    "/personalCenter/setting",
    "/h5/personalCenter/follow",
    "/moderator/log",
    "/moderator/log.data",
    "/activity/manage/1",
    "/h5/activity/manage/1/signups/2",
    "/activity/manage/1/works",
    "/trainingClass/learners/1",
    "/trainingClass/videos/1.data",
  ])
    expect(isNeverCached(path), path).toBe(true);
  for (const path of [
    "/home",
    "/posting",
    "/hsforum/thread-1-1-1.html",
    "/personalCenter/info",
    "/personalCenter/msg",
  ])
    expect(isNeverCached(path), path).toBe(false);
});
