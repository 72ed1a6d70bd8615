import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, inject, test, vi } from "vitest";
import { linkOn, publishTopic, signedIn, tidOf, untilUndisturbed, visitor } from "./support";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request with node:http alone: no redirects, no decompression, headers and address exactly as given. */
function ask(
  address: string,
  headers: Record<string, string> = {},
  { method = "GET", body }: { method?: string; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(address, inject("portalOrigin")),
      { method, headers, agent: false },
      (response) => {
        buffer(response).then(
          (content) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
          reject,
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
/** The inline scripts of a page that browsers would run. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => !/\bsrc=|type="application\//.test(attributes))
    .map(([, attributes = "", text = ""]) => ({ attributes, text }));
const assetOn = async (extension: string) => {
  const { body } = await ask("/forum/all", { cookie: "styles_kept=1" });
  const found = new RegExp(`"(/assets/[^"]+\\.${extension})"`).exec(body.toString())?.[1];
  if (!found) throw new Error(`no .${extension} on the page`);
  return found;
};
/** The Cookie header of a signed-in member. */
async function memberCookie(): Promise<string> {
  const browser = await signedIn("member");
  await browser.get("/forum/all");
  return browser.jar.getCookieString(browser.origin);
}

describe("security headers", () => {
  test.each([
    ["a shared page", "/forum/all", {}],
    ["a page that is not there", "/no/such/page", {}],
    ["an answer of the gateway", "/gateway/healthz", {}],
    ["the sign-in portal", "/gateway/signin", {}],
    ["a file", "/favicon.svg", {}],
    ["a file that is not there", "/assets/old-12345678.js", {}],
    ["a request with a broken host", "/", { host: "a b" }],
  ] as [string, string, Record<string, string>][])("%s has them", async (_, address, headers) => {
    const answer = await ask(address, headers);
    if (headers.host !== undefined) expect(answer.status).toBe(400);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["referrer-policy"]).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/);
    expect(answer.headers["permissions-policy"]).toContain("camera=()");
    expect(answer.headers["content-security-policy"]).toMatch(/frame-ancestors '(self|none)'/);
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
    expect(answer.headers["x-powered-by"]).toBeUndefined();
  });

  test("a shared page's policy has the hashes of its own scripts, and no other script may run", async () => {
    const { headers, body } = await ask("/forum/all");
    const policy = String(headers["content-security-policy"]);
    const scripts = inlineScripts(body.toString());
    expect(scripts.length).toBeGreaterThan(0);
    for (const { text } of scripts) expect(policy).toContain(sha256(text));
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|nonce|\*)/);
    expect(body.toString()).not.toContain("nonce=");
  });

  test("a person's own page has a nonce, a new one each time", async () => {
    const cookie = await memberCookie();
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, body } = await ask("/forum/all", { cookie });
        const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(
          String(headers["content-security-policy"]),
        )?.[1];
        for (const { attributes } of inlineScripts(body.toString()))
          expect(attributes).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});

describe("compression", () => {
  const forms = [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const;

  test.each(forms)(
    "a shared page and a file come as %s, with the same bytes inside",
    async (encoding, decompress) => {
      const bothWays = async (address: string) => {
        const [plain, packed] = [await ask(address), await ask(address, { "accept-encoding": encoding })];
        expect(packed.headers["content-encoding"], address).toBe(encoding);
        expect(packed.headers["content-length"], address).toBe(String(packed.body.length));
        expect(packed.headers.vary, address).toContain("Accept-Encoding");
        expect(plain.headers["content-encoding"], address).toBeUndefined();
        expect(packed.body.length, address).toBeLessThan(plain.body.length);
        expect(decompress(packed.body).equals(plain.body), address).toBe(true);
      };
      for (const address of ["/forum/all", await assetOn("js"), await assetOn("css")])
        await untilUndisturbed(() => bothWays(address));
    },
  );

  test.each(forms)("a drawing that the gateway stores is sent as %s", async (encoding, decompress) => {
    const home = (await ask("/home")).body.toString();
    const [drawing] = /\/gateway\/files\/\w+\.svg/.exec(home) ?? [];
    const [plain, sent] = [
      await ask(drawing ?? ""),
      await ask(drawing ?? "", { "accept-encoding": encoding }),
    ];
    expect(sent.headers["content-encoding"]).toBe(encoding);
    expect(sent.headers.vary).toContain("Accept-Encoding");
    expect(decompress(sent.body)).toEqual(plain.body);
  });
  test.each(forms)("a person's own page is sent as %s", async (encoding, decompress) => {
    const { headers, body } = await ask("/forum/all", {
      cookie: await memberCookie(),
      "accept-encoding": encoding,
    });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(decompress(body).toString()).toContain("</html>");
  });
});

describe("built files", () => {
  test("browsers may keep a file whose name has a hash forever", async () => {
    const address = await assetOn("js");
    const { headers } = await ask(address);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const again = await ask(address, { "if-none-match": String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const { headers: other } = await ask("/favicon.svg");
    expect(other["cache-control"]).toBe("public, max-age=3600");
    expect(other["content-type"]).toContain("image/svg+xml");
  });

  test("a missing old file is a short 404, and no path leads out of the folder", async () => {
    const gone = await ask("/assets/root-AAAAAAAA.js");
    expect([gone.status, gone.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    for (const path of [
      "/assets/../../package.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/..%2fpackage.json",
    ]) {
      const { status, body } = await ask(inject("portalOrigin") + path);
      expect(status, path).not.toBe(200);
      expect(body.toString(), path).not.toContain("devDependencies");
    }
  });
});

describe("the page cache", () => {
  test("answers visitors with the same page, 304 to a browser that has it, and HEAD without a body", () =>
    untilUndisturbed(async () => {
      const [one, two] = [await ask("/forum/digest"), await ask("/forum/digest")];
      expect(one.headers.etag).toMatch(/^W\/"/);
      expect(two.headers.etag).toBe(one.headers.etag);
      expect(one.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      expect(one.headers.vary).toBe("Accept-Encoding, Cookie, User-Agent, Sec-CH-UA-Mobile");
      const again = await ask("/forum/digest", { "if-none-match": String(one.headers.etag) });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers["content-security-policy"]).toBe(one.headers["content-security-policy"]);
      const head = await ask("/forum/digest", {}, { method: "HEAD" });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers["content-length"]).toBe(String(one.body.length));
    }));

  test("shares the data of client navigations too", () =>
    untilUndisturbed(async () => {
      const one = await ask("/forum/digest.data");
      expect(one.headers["content-type"]).toContain("text/x-script");
      expect(one.headers.etag).toMatch(/^W\/"/);
      expect((await ask("/forum/digest.data")).headers.etag).toBe(one.headers.etag);
    }));

  test("keeps separate pages for phones, and for choices of shell, scheme and consent", async () => {
    const iphone = {
      "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1",
    };
    expect((await ask("/forum/all", iphone)).headers.location).toBe("/h5/forum/all");
    expect((await ask("/forum/all")).status).toBe(200);
    expect((await ask("/forum/all", { ...iphone, cookie: "shell_choice=desktop" })).status).toBe(200);
    expect((await ask("/forum/all", { cookie: "color_scheme=dark" })).body.toString()).toContain(
      'data-scheme="dark"',
    );
    expect((await ask("/forum/all")).body.toString()).not.toContain('data-scheme="dark"');
    const bar = "cookiePolicy";
    expect((await ask("/forum/all")).body.toString()).toContain(bar);
    expect((await ask("/forum/all", { cookie: "cookie_policy=V1" })).body.toString()).not.toContain(
      `value="agree"`,
    );
  });

  test("sends styles inside the page only to browsers that have not stored them", async () => {
    for (const member of ["", await memberCookie()]) {
      const first = await ask("/forum/all", { cookie: member });
      const page = first.body.toString();
      expect(page).toMatch(/<style(?: nonce="[^"]*")? data-whole="">[^<]{10000,}<\/style>/);
      expect(page).not.toContain('<link rel="stylesheet"');
      expect(first.headers.link).toMatch(/^<\/assets\/entry\.client-[\w-]+\.js>; rel=modulepreload, </);
      for (const [, path] of String(first.headers.link).matchAll(/<([^>]+)>/g))
        expect((await ask(path ?? "")).status).toBe(200);
      // An unknown value of the cookie does not make another page.
      expect((await ask("/forum/all", { cookie: `${member}; styles_kept=2` })).headers.link).toBeDefined();
      const later = await ask("/forum/all", { cookie: `${member}; styles_kept=1` });
      expect(later.body.toString()).toMatch(/<style(?: nonce="[^"]*")?><\/style>/);
      expect(later.body.toString()).toContain('<link rel="stylesheet" href="/assets/');
      expect(later.headers.link).toBeUndefined();
    }
  });

  test("never gives a person's page to another, nor a shared page to a person", async () => {
    const cookie = await memberCookie();
    const own = await ask("/forum/all", { cookie });
    expect(own.headers["cache-control"]).toMatch(/private/);
    expect(own.headers.etag).toBeUndefined();
    expect(own.body.toString()).toContain("阿岚");
    const shared = await ask("/forum/all");
    expect(shared.body.toString()).not.toMatch(/name="csrf" value="[^"]/);
    expect(shared.headers["set-cookie"]).toBeUndefined();
  });

  describe("after a write", () => {
    const list = "/forum/all?order=new";
    const etagOf = async (path: URL) => (await visitor().get(path)).headers.get("etag");

    test("a new text is visible on its page at once, and elsewhere within seconds", async () => {
      const writer = await signedIn("member");
      await visitor().get(list);
      const topic = await publishTopic(writer);
      await vi.waitFor(
        async () => expect((await visitor().get(list)).html).toContain(`thread-${tidOf(topic)}-`),
        { timeout: 120_000, interval: 500 },
      );
      const before = await visitor().get(topic.url);
      expect(before.text).not.toContain("缓存之后的回复");
      await writer.submit(topic, { intent: "reply" }, { content: "缓存之后的回复" });
      expect((await visitor().get(topic.url)).text).toContain("缓存之后的回复");
    });

    test("a hidden text leaves every page that showed it at once, and other topics' pages stay cached", async () => {
      const writer = await signedIn("member");
      const [visibleTopic, gone] = [await publishTopic(writer), await publishTopic(writer)];
      const isListed = async () => (await visitor().get(list)).html.includes(`thread-${tidOf(gone)}-`);
      await vi.waitFor(async () => expect(await isListed()).toBe(true), { timeout: 120_000, interval: 500 });
      const other = await visitor().get(visibleTopic.url);
      const shares = other.html.includes(`thread-${tidOf(gone)}-`);
      const edited = await writer.get(linkOn(await writer.get(gone.url), /\/posting\?pid=\d+/));
      await writer.submit(edited, { intent: "publish" }, { title: "改过的标题，原来的不再看得到" });
      expect((await visitor().get(gone.url)).text).toContain("改过的标题，原来的不再看得到");
      expect((await visitor().get(list)).text).toContain("改过的标题，原来的不再看得到");
      // Unless other tests write meanwhile, the other topic's page is the cached one.
      if (!shares)
        await vi.waitFor(
          async () => {
            const tag = await etagOf(visibleTopic.url);
            await writer.submit(
              await writer.get(edited.url),
              { intent: "publish" },
              { content: `再改一次 ${performance.now()}` },
            );
            expect(await etagOf(visibleTopic.url)).toBe(tag);
          },
          { timeout: 120_000, interval: 500 },
        );
      const page = await writer.get(gone.url);
      await writer.submit(await writer.get(linkOn(page, /remove=/)), { intent: "delete" });
      expect(await isListed()).toBe(false);
    });
  });
});

describe("requests that are too large or invalid", () => {
  test("a form of more than 4 MB is refused with a page that says so, with or without Content-Length", async () => {
    const body = Buffer.alloc(4 * 1024 * 1024 + 1, "a");
    const type = { "content-type": "application/x-www-form-urlencoded", origin: inject("portalOrigin") };
    for (const [name, value] of [
      ["content-length", String(body.length)],
      ["transfer-encoding", "chunked"],
    ] as const) {
      const answer = await ask("/preferences", { ...type, [name]: value }, { method: "POST", body });
      expect(answer.status).toBe(413);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.body.toString()).toContain("提交的内容过大");
    }
  });

  test("a form without Content-Length is accepted", async () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: inject("portalOrigin"),
      "transfer-encoding": "chunked",
    };
    const answer = await ask("/preferences", headers, {
      method: "POST",
      body: "scheme=dark&back=%2Fforum%2Fall",
    });
    expect([answer.status, answer.headers.location]).toEqual([303, "/forum/all"]);
    expect(String(answer.headers["set-cookie"])).toContain("color_scheme=dark");
  });

  test("an unknown method is refused", async () => {
    expect((await ask("/forum/all", {}, { method: "PROPFIND" })).status).toBe(405);
  });

  test("X-Forwarded headers are ignored without a proxy", async () => {
    const answer = await ask("/forum/all", {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).not.toContain("evil.example");
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  });
});
