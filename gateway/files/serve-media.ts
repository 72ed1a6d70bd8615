import { downloadsPrefix, mediaPrefix } from "contract/base/wire";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { files, productNotices, resources, resourceVersions } from "../database/schema";
import { htmlPage } from "../pages/html-page";
import { layout } from "../pages/layout";
import { readRequestCaller } from "../server/callers";
import type { Services } from "../server/context";
import { answerPieces, disposition } from "./answer-pieces";
import { mediaNamePattern } from "./file-types";
import { warmer } from "./heat";
import { signatureState } from "./signed";

/** On every file: its type is never guessed, and nothing in it is anything of this site's. */
const safetyHeaders = { "x-content-type-options": "nosniff" };
const sealed = "default-src 'none'; sandbox";
/** A PDF is shown by the browser's own viewer, which a sandbox would keep from it. */
const shown = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Where a person goes on from an address that does not lead to its file any more. */
interface WayBack {
  address: string;
  name: string;
}

const home: WayBack = { address: "/home", name: "回到首页" };

function goneBack(context: Context, { settings }: Services, status: 404 | 410, way: WayBack) {
  const [title, text] =
    status === 410
      ? ["下载地址已过期", "为了安全，下载地址只在几个小时内有效。回到它所在的页面，就能得到新的地址。"]
      : ["没有这个文件", "地址可能不完整，或者文件已经撤下。"];
  const page = layout({
    siteName: settings.siteName,
    title,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button primary" href="${way.address}">${way.name}</a></p>`,
  });
  return htmlPage(context, settings, page, status);
}

/** Caches keep what everybody may have for as long as its address is good. */
const cacheFor = (open: boolean, seconds: number) =>
  `${open ? "public" : "private"}, max-age=${Math.min(seconds, 86_400)}, immutable`;

/** Serves GET and HEAD of versions' files, and counts a download at its first byte. */
function serveDownloads(app: Hono, services: Services): void {
  const { database, settings } = services;
  app.get(`${downloadsPrefix}:version/:name`, async (context) => {
    const [version] = /^\d{1,9}$/.exec(context.req.param("version")) ?? [];
    const [row] =
      version === undefined
        ? []
        : await database
            .select({ version: resourceVersions, access: resources.access, title: resources.title })
            .from(resourceVersions)
            .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
            .where(and(eq(resourceVersions.id, Number(version)), isNotNull(resourceVersions.fileName)));
    if (!row) return goneBack(context, services, 404, home);
    const { id, resourceId, fileName, originalName, bytes } = row.version;
    const back = { address: `/resources/details/${resourceId}`, name: `回到“${row.title}”` };
    const signed = signatureState(settings, new URL(context.req.url), services.now());
    if (signed.state !== "good")
      return goneBack(context, services, signed.state === "expired" ? 410 : 404, back);
    const open = row.access === "open";
    // Whoever was given the address of something that is not for everybody still has to be somebody.
    if (!open && !(await readRequestCaller(context, services)).account)
      return context.redirect(back.address, 303);
    const [stored] = await database
      .select({ type: files.type, name: files.name })
      .from(files)
      .where(and(eq(files.name, fileName ?? ""), isNotNull(files.bytes)));
    if (!stored) return goneBack(context, services, 404, back);
    const headers = {
      ...safetyHeaders,
      "content-security-policy": sealed,
      "cache-control": cacheFor(open, signed.seconds),
      "content-disposition": disposition("attachment", originalName),
    };
    return answerPieces(
      context,
      database,
      { name: stored.name, bytes, contentType: stored.type, headers },
      async () => {
        const now = services.now();
        await database
          .update(resources)
          .set({ downloads: sql`${resources.downloads} + 1`, heat: warmer(resources.heat, now) })
          .where(eq(resources.id, resourceId));
        await database
          .update(resourceVersions)
          .set({ downloads: sql`${resourceVersions.downloads} + 1` })
          .where(eq(resourceVersions.id, id));
      },
    );
  });
}

/** Where a document of the operator's stands, for whoever comes with its old address. */
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

/** Serves GET and HEAD of videos, subtitles, and documents that are looked at where they stand. */
export function serveMedia(app: Hono, services: Services): void {
  const { database, settings } = services;
  serveDownloads(app, services);
  app.get(`${mediaPrefix}:name/:saveAs?`, async (context) => {
    const name = context.req.param("name");
    if (!mediaNamePattern.test(name)) return goneBack(context, services, 404, home);
    const signed = signatureState(settings, new URL(context.req.url), services.now());
    if (signed.state !== "good")
      return signed.state === "expired"
        ? goneBack(context, services, 410, await pageOf(services, name))
        : goneBack(context, services, 404, home);
    const [stored] = await database
      .select({ type: files.type, bytes: files.bytes })
      .from(files)
      .where(and(eq(files.name, name), isNotNull(files.bytes)));
    if (!stored) return goneBack(context, services, 404, home);
    const { type } = stored;
    const isPdf = type === "application/pdf";
    const kind = type === "application/zip" ? "attachment" : "inline";
    const headers = {
      ...safetyHeaders,
      "content-security-policy": isPdf ? shown : sealed,
      "cache-control": cacheFor(true, signed.seconds),
      "content-disposition": disposition(kind, context.req.param("saveAs") ?? name),
    };
    const contentType = type === "text/vtt" ? "text/vtt; charset=utf-8" : type;
    return answerPieces(context, database, { name, bytes: stored.bytes ?? 0, contentType, headers });
  });
}
