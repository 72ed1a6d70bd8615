import { createConnection } from "node:net";
import { describe, expect, inject, test } from "vitest";
import { sendRaw, signInAs } from "../support/fuzz/send";
import { untilUndisturbed } from "./support";

const megabyte = 1024 * 1024;
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
  sendRaw(inject("portalOrigin"), { method, path, headers, body });

/** Sends a request's head as raw text; gives the answer that comes before any body is sent. */
function answerBeforeBody(path: string, more: string): Promise<string> {
  const { hostname, port, host } = new URL(inject("portalOrigin"));
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname);
    socket.on("error", reject);
    socket.setTimeout(20_000, () => {
      socket.destroy();
      resolve("nothing");
    });
    socket.once("data", (chunk: Buffer) => {
      socket.destroy();
      resolve(chunk.toString());
    });
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
    socket.write(`${head}Content-Length: ${24 * megabyte}\r\n${more}\r\n--x\r\n`);
  });
}

describe("an upload of many megabytes", () => {
  test.each([
    ["nobody", ""],
    ["a made-up session", "Cookie: gateway_session=made-up\r\n"],
  ])("by %s is answered before it is read", async (_, more) => {
    const page = await answerBeforeBody("/posting", more);
    expect(page).toMatch(/^HTTP\/1\.1 403 /);
    expect(page).toContain("请先登录");
    const script = await answerBeforeBody("/editor/upload", more);
    expect(script).toMatch(/^HTTP\/1\.1 403 /);
    expect(script).toContain(`"code":"NOT_SIGNED_IN"`);
  });

  test("is answered when the sender sends the whole body", async () => {
    const body = Buffer.alloc(24 * megabyte, "a");
    const headers = {
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(body.length),
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send("POST", "/posting", headers, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  test("is read from a member", async () => {
    const { cookie } = await signInAs(inject("portalOrigin"), "member");
    const body = Buffer.concat([Buffer.from("--y\r\n"), Buffer.alloc(2 * megabyte, "a")]);
    const headers = {
      cookie,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(body.length),
    };
    expect((await send("POST", "/editor/upload", headers, body)).status).toBe(400);
  });
});

describe("parts of an address that no page reads", () => {
  const tagOf = async (path: string) => {
    const { status, headers } = await send("GET", path);
    expect(status, path).toBe(200);
    return headers.etag;
  };

  test.each([
    ["/forum/digest?page=1", "/forum/digest?utm_source=x&page=1&utm_campaign=%E4%B8%AD&_data=root"],
    [
      "/forum/digest.data?_routes=root%2Cdesktop%3A%2Fforum%2Fdigest",
      "/forum/digest.data?_routes=desktop%3A%2Fforum%2Fdigest%2Croot%2Croot%2Cx&utm=1",
    ],
  ])("makes no other page: %s", (plain, more) =>
    untilUndisturbed(async () => {
      const tag = await tagOf(plain);
      expect(tag).toMatch(/^W\//);
      expect(await tagOf(more)).toBe(tag);
    }),
  );

  test("still notes the source of a visit", async () => {
    const { status, headers } = await send("GET", "/forum/digest?from=wechat&utm_source=x");
    expect(status).toBe(302);
    expect(String(headers["set-cookie"])).toContain("wechat");
  });
});

describe("invalid requests", () => {
  test.each([
    ["/forum/all", { origin: "" }],
    ["/legalNotices/privacyPolicy?version=%00", {}],
    ["/gateway/attachments/1/%00", {}],
    ["/gateway/files/%00.png", {}],
    ["/search?q=%00", {}],
    ["/%00", {}],
  ] as [string, Record<string, string>][])("%s %j is a 400", async (path, headers) => {
    const answer = await send("GET", path, headers);
    expect(answer.status).toBe(400);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("a refused method is answered with the list of allowed methods", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await send(method, "/forum/all");
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    }
    expect((await send("OPTIONS", "/forum/all")).status).toBe(204);
  });

  test("an old data request gets the page", async () => {
    for (const path of ["/forum/all?_data=root", "/forum/all?%5fdata=x", "/login?_data"])
      expect((await send("GET", path)).status).toBeLessThan(400);
  });

  test("every answer to a visitor has a Cache-Control header", async () => {
    const { headers } = await send("GET", "/forum/all?page=2");
    expect(headers["cache-control"]).toBeTruthy();
    for (const path of [
      "/personalCenter/posts",
      "/posting",
      "/login",
      "/search?q=x",
      "/gateway/signin",
      "/gateway/nothing",
      "/healthz",
      "/no/such",
      "/unread",
    ])
      expect((await send("GET", path)).headers["cache-control"], path).toBeTruthy();
  });
});
