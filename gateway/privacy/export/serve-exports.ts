import { dayOf } from "contract/base/time";
import { exportsPrefix } from "contract/privacy/constants";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Context, Hono } from "hono";
import { dataExports, exportPieces } from "../../database/schema";
import { decidedBy, readRange } from "../../files/serving/range";
import { piecesStream } from "../../files/storage/store";
import type { Services } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { readRequestCaller } from "../../server/sessions/callers";

/**
 * Serves GET and HEAD /gateway/exports/{key}: the archive of the caller's own export, or a part of it, so that a slow
 * download can resume.
 */
export function serveExports(app: Hono, services: Services): void {
  app.get(`${exportsPrefix}:key`, async (context) => {
    const { account } = await readRequestCaller(context, services);
    if (!account) throw new Refusal("NOT_SIGNED_IN");
    return sendArchive(context, services, { accountId: account.id, key: context.req.param("key") });
  });
}

/** Sends one's own archive, or a part of it. Throws EXPORT_NOT_FOUND. */
export async function sendArchive(
  context: Context,
  { database, now }: Services,
  { accountId, key }: { accountId: number; key: string },
): Promise<Response> {
  const ready = and(
    ...[eq(dataExports.key, key), eq(dataExports.accountId, accountId)],
    ...[isNotNull(dataExports.readyAt), gt(dataExports.expiresAt, now())],
  );
  const [row] = await database.select().from(dataExports).where(ready);
  const { bytes, askedAt } = found(row, "EXPORT_NOT_FOUND");
  const tag = `"${key}"`;
  const headers = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    etag: tag,
  };
  const conditionalStatus = decidedBy((header) => context.req.header(header), tag);
  if (conditionalStatus) return context.body(null, conditionalStatus, headers);
  const condition = context.req.header("if-range");
  const range = condition && condition !== tag ? null : readRange(context.req.header("range"), bytes);
  if (range === "unsatisfiable")
    return context.body(null, 416, { ...headers, "content-range": `bytes */${bytes}` });
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const all = {
    ...headers,
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="export-${accountId}-${dayOf(askedAt)}.zip"`,
    "content-length": String(last - first + 1),
    ...(range ? { "content-range": `bytes ${first}-${last}/${bytes}` } : {}),
  };
  const { exportKey, number, content } = exportPieces;
  const read = async (size: number) => {
    const piece = and(eq(exportKey, key), eq(number, size));
    return (await database.select({ content }).from(exportPieces).where(piece))[0]?.content;
  };
  const status = range ? 206 : 200;
  if (context.req.method === "HEAD") return context.body(null, status, all);
  return context.body(piecesStream(read, first, last), status, all);
}
