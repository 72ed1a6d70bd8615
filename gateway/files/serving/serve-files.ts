import { filesPrefix } from "contract/base/wire";
import type { Hono } from "hono";
import type { Services } from "../../server/context";
import { signatureState } from "../storage/signed";
import { readFile } from "../storage/store";
import { decidedBy } from "./range";

/**
 * The headers of every stored file. An SVG that is opened by itself is a document, so it gets no scripts, no network
 * and no origin. Browsers must not guess the type.
 */
const safetyHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Serves GET and HEAD /gateway/files/{name} for pictures; other files have other addresses. The content of a name never
 * changes, so copies are valid for ever.
 */
export function serveFiles(app: Hono, services: Pick<Services, "database" | "settings" | "now">): void {
  app.get(`${filesPrefix}*`, async (context) => {
    const name = context.req.path.slice(filesPrefix.length);
    const address = new URL(context.req.url);
    // Pictures are public, but an address with an expiry is refused after that time.
    const signed = address.searchParams.has("Expires")
      ? signatureState(services.settings, address, services.now()).state
      : "good";
    if (signed === "expired")
      return context.text("图片地址已过期，请回到原来的页面刷新。", 410, {
        ...safetyHeaders,
        "cache-control": "no-store",
      });
    if (signed === "wrong")
      return context.text("没有这个文件，地址不完整。", 404, {
        ...safetyHeaders,
        "cache-control": "no-store",
      });
    const file = await readFile(services.database, name);
    if (!file) {
      return context.text("没有这个文件，它可能已被删除。", 404, {
        ...safetyHeaders,
        "cache-control": "no-store",
      });
    }
    const tag = `"${name}"`;
    const headers = { ...safetyHeaders, etag: tag, "cache-control": "public, max-age=31536000, immutable" };
    const decided = decidedBy((header) => context.req.header(header), tag);
    if (decided) return context.body(null, decided, headers);
    return context.body(file.content, 200, {
      ...headers,
      "content-type": file.type,
      "content-length": String(file.content.byteLength),
    });
  });
}
