import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isUnchanged, matchesEtag } from "../../app/request/conditional";
import { lockDataFolder } from "../../server/data/data-folder-lock";
import { createEntry, isShareable } from "../../server/page-cache/page-entry";
import { pageKey } from "../../server/page-cache/page-key";
import { preferredEncoding } from "../../server/responses/negotiation";
import { hashInline } from "../../server/responses/security-headers";
import { readVisit } from "../../server/visit";

/** A request as node:http gives it. */
function incoming(url: string, headers: Record<string, string>, method = "GET"): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.method = method;
  message.url = url;
  for (const [name, value] of Object.entries(headers)) {
    message.headers[name] = value;
    message.rawHeaders.push(name, value);
  }
  return message;
}

const desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const visit = { protocol: "http", host: "forum.test", address: "1.2.3.4" } as const;

describe("page key", () => {
  const idOf = (url: string, headers: Record<string, string> = {}, method?: string) =>
    pageKey(incoming(url, { "user-agent": desktop, ...headers }, method), visit)?.id;

  it("is the same for all who see the same page", () => {
    const id = idOf("/forum/all?page=2");
    expect(
      idOf("/forum/all?page=2", {
        "user-agent": `${desktop} Edg/130`,
        cookie: "analytics=1; other=2",
        "accept-language": "en",
      }),
    ).toBe(id);
    expect(idOf("/forum/all?page=2", {}, "HEAD")).toBe(id);
    expect(
      idOf("/forum/all?page=2", {
        cookie: "color_scheme=purple; cookie_policy=V0; shell_choice=x; banner_closed=4",
      }),
    ).toBe(id);
  });

  it.each([
    ["query", { url: "/forum/all?page=3" }],
    ["a phone", { headers: { "user-agent": phone } }],
    ["a phone's client hint", { headers: { "sec-ch-ua-mobile": "?1" } }],
    ["shell choice", { headers: { cookie: "a=b; shell_choice=h5" } }],
    ["scheme", { headers: { cookie: "color_scheme=dark" } }],
    ["a closed banner", { headers: { cookie: "banner_closed=2" } }],
    ["consent", { headers: { cookie: "cookie_policy=V1" } }],
  ])(
    "differs by %s",
    (_, { url = "/forum/all", headers = {} }: { url?: string; headers?: Record<string, string> }) => {
      expect(idOf(url, headers)).toBeDefined();
      expect(idOf(url, headers)).not.toBe(idOf("/forum/all"));
    },
  );

  it("differs by host and protocol", () => {
    const request = () => incoming("/", { "user-agent": desktop });
    const ids = [visit, { ...visit, host: "other.test" }, { ...visit, protocol: "https" as const }].map(
      (one) => pageKey(request(), one)?.id,
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("does not exist for a person's own pages, writes, ranges and endless addresses", () => {
    expect(idOf("/", { cookie: "x=1; gateway_session=abc" })).toBeUndefined();
    expect(idOf("/", { cookie: "portal_session=abc" })).toBeUndefined();
    expect(idOf("/", {}, "POST")).toBeUndefined();
    expect(idOf("/", { range: "bytes=0-1" })).toBeUndefined();
    expect(idOf(`/?${"a".repeat(2_100)}`)).toBeUndefined();
  });

  it("gives a request without any other data of the visitor", () => {
    const key = pageKey(
      incoming("/forum/all?page=2", {
        "user-agent": phone,
        cookie: "tracking=secret; color_scheme=dark",
        "x-evil": "1",
        referer: "http://a/",
      }),
      visit,
    );
    const request = key?.request();
    expect(request?.url).toBe("http://forum.test/forum/all?page=2");
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: "text/html",
      cookie: "color_scheme=dark",
      host: "forum.test",
      "sec-ch-ua-mobile": "?1",
      "user-agent": expect.stringContaining("Mobile"),
    });
  });
});

describe("forwarded headers of a request", () => {
  const forwarded = {
    host: "inside:3000",
    "x-forwarded-for": "9.9.9.9, 1.2.3.4",
    "x-forwarded-host": "forum.test",
    "x-forwarded-proto": "https",
  };

  it("are ignored without a trusted proxy", () => {
    const request = incoming("/", {
      ...forwarded,
      "x-visitor-address": "8.8.8.8",
      "x-real-ip": "8.8.8.8",
      forwarded: "for=8.8.8.8",
    });
    expect(readVisit(request, false)).toMatchObject({ host: "inside:3000", protocol: "http" });
    expect(request.headers).toEqual({ host: "inside:3000", via: "proxy" });
    expect(request.rawHeaders).toEqual(["host", "inside:3000", "via", "proxy"]);
  });

  it("are accepted from a trusted proxy", () => {
    const request = incoming("/", forwarded);
    expect(readVisit(request, true)).toEqual({ host: "forum.test", protocol: "https", address: "1.2.3.4" });
    expect(request.rawHeaders).toEqual(["host", "forum.test", "via", "proxy"]);
  });

  it("give the host as an Origin does", () => {
    const behindTls = incoming("/", { ...forwarded, "x-forwarded-host": "Forum.Test:443" });
    expect(readVisit(behindTls, true)?.host).toBe("forum.test");
    expect(behindTls.headers.host).toBe("forum.test");
    expect(readVisit(incoming("/", { host: "forum.test:3000" }), false)?.host).toBe("forum.test:3000");
  });

  it("an absolute address is used as its path, and an invalid host is refused", () => {
    const request = incoming("http://evil.test/forum?a=1", { host: "forum.test" });
    expect(readVisit(request, false)?.host).toBe("forum.test");
    expect(request.url).toBe("/forum?a=1");
    const none = ["", "a b", "a/b", "user@host", "a,b", "forum.test:99999", "999.999.999.999"];
    // Node 24 accepts it as a valid name.
    if (!URL.canParse("http://xn--a")) none.push("xn--a");
    for (const host of none) expect(readVisit(incoming("/", { host }), false), host).toBeNull();
  });
});

describe("negotiation", () => {
  it.each([
    [undefined, "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["deflate", "identity"],
  ])("answers Accept-Encoding %j with %s", (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });

  it("compares entity tags weakly", () => {
    expect(matchesEtag('W/"a", "b"', 'W/"b"')).toBe(true);
    expect(matchesEtag("*", '"x"')).toBe(true);
    expect(matchesEtag('"a"', '"b"')).toBe(false);
    expect(matchesEtag(undefined, '"b"')).toBe(false);
  });
});

describe("a shared page", () => {
  const html = { "content-type": "text/html; charset=utf-8" };
  it.each([
    ["a page", 200, html, true],
    ["a page that is not there", 404, html, true],
    ["data of a client navigation", 200, { "content-type": "text/x-script; charset=utf-8" }, true],
    ["a redirect", 302, { location: "/h5" }, true],
    ["a failure", 500, html, false],
    ["a page with a cookie", 200, { ...html, "set-cookie": "a=b" }, false],
    ["a page declared private", 200, { ...html, "cache-control": "private, no-cache" }, false],
    ["a page not to be stored", 200, { ...html, "cache-control": "no-store" }, false],
    ["JSON", 200, { "content-type": "application/json" }, false],
    [
      "a feed declared public",
      200,
      { "content-type": "application/atom+xml", "cache-control": "public, max-age=300" },
      true,
    ],
    [
      "a workbook declared public, which is no text",
      200,
      {
        "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "cache-control": "public, max-age=300",
      },
      false,
    ],
    ["a feed that says nothing", 200, { "content-type": "application/atom+xml" }, false],
    ["nothing at all", 200, {}, false],
  ])("%s", (_, status, headers, shareable) => {
    expect(
      isShareable(
        new Response(status === 302 ? null : "x", { status, headers: headers as Record<string, string> }),
      ),
    ).toBe(shareable);
  });

  it("has hashes of the portal's own scripts and sheets, and of no others", () => {
    const own = 'window.a = "1"';
    const sheet = "a>b{color:red}";
    const page = `<script nonce="N">${own}</script><script nonce="N" src="/a.js"></script><script>alert(1)</script><script nonce="M">alert(2)</script><style nonce="N">${sheet}</style><style>*{display:none}</style>`;
    const { html: hashedHtml, scripts, styles } = hashInline(page, "N");
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect([scripts, styles]).toEqual([hashOf(own), hashOf(sheet)]);
    expect(hashedHtml).not.toContain('nonce="N"');
    expect(hashedHtml).toContain(`<script>${own}</script>`);
    // Browsers check an empty sheet too.
    expect(hashInline(`<style nonce="N"></style>`, "N").styles).toBe(hashOf(""));
  });

  it("keeps its headers, but not its nonce, its caching or its lengths", async () => {
    const response = new Response("<p>页</p>", {
      headers: { ...html, link: "</h5>; rel=alternate", "cache-control": "no-cache", vary: "Cookie" },
    });
    const entry = await createEntry(response, "N", (scripts) => `script-src ${scripts}`, true);
    const headers = entry.headers;
    expect(headers).toContain("</h5>; rel=alternate");
    expect(headers.filter((value) => value === "vary")).toHaveLength(1);
    expect(headers[headers.indexOf("cache-control") + 1]).toBe("public, max-age=0, must-revalidate");
    expect(headers).toContain("strict-transport-security");
    expect(Buffer.from(entry.body).toString()).toBe("<p>页</p>");
    expect(entry.size).toBeGreaterThan(0);
  });
});

describe("an answer declared as public", () => {
  it("keeps its own caching, tag and date, is the same for everyone, and differs from a newer one in either", async () => {
    const date = "Sat, 21 Nov 2026 15:34:30 GMT";
    const declared = {
      "content-type": "application/atom+xml",
      "cache-control": "public, max-age=300",
      etag: 'W/"own"',
      "last-modified": date,
    };
    const entry = await createEntry(new Response("<feed/>", { headers: declared }), "N", () => "", false);
    const { headers } = entry;
    const value = (name: string) => headers[headers.indexOf(name) + 1];
    expect([value("cache-control"), value("etag"), value("last-modified"), value("vary")]).toEqual([
      "public, max-age=300",
      'W/"own"',
      date,
      "Accept-Encoding",
    ]);
    expect(isUnchanged({ "if-none-match": '"own"' }, entry)).toBe(true);
    expect(isUnchanged({ "if-none-match": '"other"', "if-modified-since": date }, entry)).toBe(false);
    expect(isUnchanged({ "if-modified-since": date }, entry)).toBe(true);
    expect(isUnchanged({ "if-modified-since": "Sat, 21 Nov 2026 15:34:31 GMT" }, entry)).toBe(false);
    expect(isUnchanged({}, entry)).toBe(false);
    const dateless = await createEntry(
      new Response("x", { headers: { "cache-control": "public" } }),
      "N",
      () => "",
      false,
    );
    expect(isUnchanged({ "if-modified-since": date }, dateless)).toBe(false);
  });
});

describe("the data folder's lock", () => {
  it("refuses a second process, and is taken over from a dead one", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "lock-"));
    const file = join(dataDir, "server.pid");
    try {
      // A living process that is not this one.
      writeFileSync(file, `${process.ppid}\n`);
      expect(() => lockDataFolder(dataDir)).toThrow(`进程号 ${process.ppid}`);
      // The same process id with another start time: the system has reused the id.
      writeFileSync(file, `${process.ppid}\nanother-boot 1\n`);
      lockDataFolder(dataDir)();
      writeFileSync(file, "999999999\n");
      const release = lockDataFolder(dataDir);
      expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid}\n`));
      release();
      expect(() => readFileSync(file)).toThrow("ENOENT");
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
