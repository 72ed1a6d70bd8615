import { mediaPrefix, privateQuery } from "contract/base/wire";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Hono } from "hono";
import { files, productNotices, resources, resourceVersions } from "../../database/schema";
import { keep } from "../../server/answers";
import type { Services } from "../../server/context";
import { mediaNamePattern } from "../file-types";
import { signatureState } from "../storage/signed";
import { answerPieces, disposition } from "./answer-pieces";
import { directAddress } from "./direct-address";
import { goneBack, home, type WayBack } from "./gone-back";
import { mediaHeaders, mediaPolicy, sealed } from "./media-headers";

/** The seconds for which a file's existence is cached. New files have new names, so they are never missed. */
const keptSeconds = 5;

/** The page of an operator's document, for people with an expired address of the file. */
async function pageOf(services: Services, name: string): Promise<WayBack> {
  const { database } = services;
  const [version] = await database
    .select({ id: resources.id, title: resources.title })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .where(eq(resourceVersions.fileName, name))
    .limit(1);
  if (version) return { address: `/resources/details/${version.id}`, name: `回到“${version.title}”` };
  const [notice] = await database
    .select({ number: productNotices.number })
    .from(productNotices)
    .where(eq(productNotices.fileName, name))
    .limit(1);
  return notice ? { address: `/products/notices/${notice.number}`, name: `回到公告 ${notice.number}` } : home;
}

/** Serves GET and HEAD of videos, subtitles, and documents that pages embed. */
export function serveMedia(app: Hono, services: Services): void {
  const { database, settings } = services;
  app.get(`${mediaPrefix}:name/:saveAs?`, async (context) => {
    const name = context.req.param("name");
    if (!mediaNamePattern.test(name)) return goneBack(context, services, 404, home);
    const signed = signatureState(settings, new URL(context.req.url), services.now());
    if (signed.state !== "good")
      return signed.state === "expired"
        ? goneBack(context, services, 410, await pageOf(services, name))
        : goneBack(context, services, 404, home);
    // Players request a video in many parts, and the content of a name never changes, so this is cached.
    const [stored] = await keep(services, ["media", name], { seconds: keptSeconds }, async () =>
      database
        .select({ type: files.type, bytes: files.bytes, location: files.location })
        .from(files)
        .where(and(eq(files.name, name), isNotNull(files.bytes))),
    );
    if (!stored) return goneBack(context, services, 404, home);
    const { type, location } = stored;
    const isPdf = type === "application/pdf";
    const kind = type === "application/zip" ? "attachment" : "inline";
    const open = context.req.query(privateQuery) === undefined;
    const served = mediaHeaders({
      policy: isPdf ? mediaPolicy : sealed,
      disposition: disposition(kind, context.req.param("saveAs") ?? name),
      open,
      seconds: signed.seconds,
    });
    const headers = open ? served : { ...served, "cache-control": "private, no-store" };
    const contentType = type === "text/vtt" ? "text/vtt; charset=utf-8" : type;
    // Browsers accept captions from another origin only with CORS headers, so captions are served here.
    const direct =
      type === "text/vtt" || !open
        ? null
        : await directAddress(context, services, { location, signed, contentType, headers });
    if (direct) return context.redirect(direct, 302);
    const bytes = stored.bytes ?? 0;
    return answerPieces(context, services, { name, location, bytes, contentType, headers });
  });
}
