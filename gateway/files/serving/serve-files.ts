import { logError } from "contract/base/log";
import { filesPrefix } from "contract/base/wire";
import type { Context, Hono } from "hono";
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

const missing = (context: Context) =>
  context.text("没有这个文件，它可能已被删除。", 404, { ...safetyHeaders, "cache-control": "no-store" });

/** Opens a picture, wherever it is stored; null if its object is lost. @param tried a location without the object */
async function openPicture(
  services: Pick<Services, "database" | "files">,
  name: string,
  file: Awaited<ReturnType<typeof readFile>>,
  isHead: boolean,
  tried?: string,
): Promise<{ bytes: number; body: Uint8Array<ArrayBuffer> | ReadableStream | null } | null> {
  if (!file) return null;
  const { content, location } = file;
  if (location === null) return { bytes: content.byteLength, body: content };
  if (location === tried) {
    logError(`[网关] 存放的图片不见了：${location}`, new Error("the object of a stored picture is missing"));
    return null;
  }
  const { store, key } = services.files.at(location);
  const bytes = isHead ? await store.size(key) : null;
  if (bytes !== null) return { bytes, body: null };
  const object = isHead ? null : await store.read(key);
  // The picture may have been moved after its row was read.
  return object ?? openPicture(services, name, await readFile(services.database, name), isHead, location);
}

/**
 * Serves GET and HEAD /gateway/files/{name} for pictures; other files have other addresses. The content of a name never
 * changes, so copies are valid for ever.
 */
export function serveFiles(
  app: Hono,
  services: Pick<Services, "database" | "files" | "settings" | "now">,
): void {
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
    if (!file) return missing(context);
    const tag = `"${name}"`;
    const headers = { ...safetyHeaders, etag: tag, "cache-control": "public, max-age=31536000, immutable" };
    const decided = decidedBy((header) => context.req.header(header), tag);
    if (decided) return context.body(null, decided, headers);
    const picture = await openPicture(services, name, file, context.req.method === "HEAD");
    if (!picture) return missing(context);
    const all = {
      ...headers,
      "content-type": file.type,
      "content-length": String(picture.bytes),
    };
    return new Response(picture.body, { headers: all });
  });
}
