import type { OpenDatabase } from "gateway/database/open";
import { files } from "gateway/database/schema";
import { serveFiles } from "gateway/files/serving/serve-files";
import { fileAddress, storeFile, storeFiles } from "gateway/files/storage/store";
import { databaseOnly } from "gateway/files/stores/file-stores";
import type { GatewaySettings } from "gateway/server/context";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneDatabase } from "../support/database";

let open: OpenDatabase;
const app = new Hono();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>图</text></svg>');
let name: string;
const get = (path: string, init?: RequestInit) => Promise.resolve(app.request(path, init));

beforeAll(async () => {
  open = await cloneDatabase();
  serveFiles(app, { ...open, files: databaseOnly, settings: {} as GatewaySettings, now: () => new Date() });
  name = await storeFile({ ...open, files: databaseOnly }, { content: svg, type: "image/svg+xml" });
});
afterAll(() => open.close());

describe("storing", () => {
  it("names a file by its content, in fewer than 40 characters (spec 9)", () => {
    expect(name).toMatch(/^[0-9a-f]{32}\.svg$/);
    expect(name.length).toBeLessThan(40);
  });

  it("stores the same bytes once, and other bytes or another type under another name", async () => {
    const before = (await open.database.select().from(files)).length;
    const names = await storeFiles({ ...open, files: databaseOnly }, [
      { content: svg, type: "image/svg+xml" },
      { content: svg, type: "image/png" },
      { content: Buffer.from("other"), type: "image/png" },
      { content: Buffer.from("other"), type: "image/png" },
    ]);
    expect(names[0]).toBe(name);
    expect(new Set(names).size).toBe(3);
    expect((await open.database.select().from(files)).length).toBe(before + 2);
  });
});

describe("serving", () => {
  it("answers with the bytes, cacheable forever, and lets nothing in them run", async () => {
    const response = await get(fileAddress(name));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(svg);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "image/svg+xml",
      "content-length": String(svg.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${name}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });

  it("answers HEAD with the same headers and no body", async () => {
    const response = await get(fileAddress(name), { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(svg.byteLength));
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => "*"])(
    "answers 304 to a tag it knows (%#)",
    async (header) => {
      const response = await get(fileAddress(name), { headers: { "if-none-match": header(`"${name}"`) } });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(`"${name}"`);
      expect(await response.text()).toBe("");
    },
  );

  it("answers 200 to another tag", async () => {
    expect((await get(fileAddress(name), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it.each([
    `${"0".repeat(32)}.svg`,
    "",
    "a.svg",
    "../../etc/passwd",
    "%2e%2e%2fetc%2fpasswd",
    "%00.svg",
    "%E0%A4%A.svg",
    `${"a".repeat(5_000)}.svg`,
    `sub/${"0".repeat(32)}.svg`,
    `${"0".repeat(32)}.exe`,
  ])("answers 404 in Chinese for %s", async (unknown) => {
    const response = await get(`/gateway/files/${unknown.replaceAll("../", "..%2F")}`, {
      headers: { "if-none-match": "*" },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain;\s*charset=utf-8$/i);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("没有这个文件，它可能已被删除。");
  });
});
