import type { Context } from "hono";
import type { Services } from "../../server/context";
import { type ContentTable, fileContents, openContent } from "../storage/content";
import { endingOf } from "../storage/names";
import { decidedBy, readRange } from "./range";

/** The Content-Disposition header (RFC 6266): a plain name for old programs, and the real name in UTF-8. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = /^[\w .()+-]+$/.test(name) ? name : `attachment${endingOf(name)}`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export interface StoredPieces {
  /** The storage name, which is also the entity tag. */
  name: string;
  /** Its location outside of the database; null if it is inside. */
  location: string | null;
  /** Its table and id, if it is not a row of `files` with its name. */
  stored?: { of: ContentTable; id: string | number };
  bytes: number;
  contentType: string;
  headers: Record<string, string>;
}

/**
 * Answers GET and HEAD with a stored file or the requested range of it, piece by piece. If If-Range names another file,
 * it sends the whole file.
 * @param onFirstByte called before the first byte is sent: not for HEAD, later parts, or a copy that is still good
 */
export async function answerPieces(
  context: Context,
  services: Pick<Services, "database" | "files">,
  { name, location, bytes, contentType, headers: own, stored }: StoredPieces,
  onFirstByte?: () => Promise<unknown>,
): Promise<Response> {
  const tag = `"${name}"`;
  const headers = { ...own, etag: tag, "accept-ranges": "bytes" };
  const decided = decidedBy((header) => context.req.header(header), tag);
  if (decided) return context.body(null, decided, headers);
  const condition = context.req.header("if-range");
  const range = condition && condition !== tag ? null : readRange(context.req.header("range"), bytes);
  if (range === "unsatisfiable")
    return context.body(null, 416, { ...headers, "content-range": `bytes */${bytes}` });
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const all = {
    ...headers,
    "content-type": contentType,
    "content-length": String(last - first + 1),
    ...(range ? { "content-range": `bytes ${first}-${last}/${bytes}` } : {}),
  };
  const status = range ? 206 : 200;
  if (context.req.method === "HEAD") return context.body(null, status, all);
  const { of, id } = stored ?? { of: fileContents, id: name };
  const body = await openContent(services, of, { id, location }, first, last);
  if (!body) return context.text("没有这个文件，它可能已被删除。", 404, { "cache-control": "no-store" });
  if (first === 0) await onFirstByte?.();
  return context.body(body, status, all);
}
