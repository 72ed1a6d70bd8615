import { downloadsPrefix, viewQuery } from "contract/base/wire";
import type { ResourceAccess } from "contract/resources/constants";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context, Hono } from "hono";
import { files, resources, resourceVersions } from "../database/schema";
import { answerPieces, disposition } from "../files/serving/answer-pieces";
import { beginsAtFirstByte, directAddress } from "../files/serving/direct-address";
import { goneBack, home } from "../files/serving/gone-back";
import { countedAs, warmer } from "../files/serving/heat";
import { mediaHeaders, mediaPolicy, sealed } from "../files/serving/media-headers";
import { fileMark, isShown, signatureState } from "../files/storage/signed";
import type { Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { readRequestCaller } from "../server/sessions/callers";
import { checkMay } from "./download";

async function may(access: ResourceAccess, context: Context, services: Services): Promise<boolean> {
  if (access === "open") return true;
  try {
    const { account } = await readRequestCaller(context, services);
    await checkMay(access, account, services);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Serves GET and HEAD of versions' files, and counts a download at its first byte; a document that is only shown is none. */
export function serveDownloads(app: Hono, services: Services): void {
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
    const { id, resourceId, fileName, originalName, bytes, state, delistedAt } = row.version;
    const back = { address: `/resources/details/${resourceId}`, name: `回到“${row.title}”` };
    const signed = signatureState(settings, new URL(context.req.url), services.now());
    if (signed.state !== "good")
      return goneBack(context, services, signed.state === "expired" ? 410 : 404, back);
    if (state === "withdrawn" || delistedAt) return goneBack(context, services, 404, back);
    // Another file stands there since: the page has its address, and its hash. Earlier addresses name none.
    const mark = context.req.query("File");
    if (mark !== undefined && mark !== fileMark(fileName))
      return goneBack(context, services, /^[0-9a-f]{12}$/.test(mark) ? 410 : 404, back);
    // The address is the same for everybody and people may share it, so access is checked at every download.
    if (!(await may(row.access, context, services))) return context.redirect(back.address, 303);
    const [stored] = await database
      .select({ type: files.type, name: files.name, location: files.location })
      .from(files)
      .where(and(eq(files.name, fileName ?? ""), isNotNull(files.bytes)));
    if (!stored) return goneBack(context, services, 404, back);
    const isView = context.req.query(viewQuery) !== undefined && isShown(row.version.fileType);
    const headers = mediaHeaders({
      policy: isView ? mediaPolicy : sealed,
      disposition: disposition(isView ? "inline" : "attachment", originalName),
      open: row.access === "open",
      seconds: signed.seconds,
    });
    const count = async () => {
      if (isView) return;
      const now = services.now();
      // The call that counts leaves a download alone that was counted here.
      const caller = await readRequestCaller(context, services);
      if (caller.seenBy) return;
      await services.limits.take("useCount", `resource ${id} ${countedAs({ caller })}`);
      await database
        .update(resources)
        .set({ downloads: sql`${resources.downloads} + 1`, heat: warmer(resources.heat, now) })
        .where(eq(resources.id, resourceId));
      await database
        .update(resourceVersions)
        .set({ downloads: sql`${resourceVersions.downloads} + 1` })
        .where(eq(resourceVersions.id, id));
    };
    const { name, type: contentType, location } = stored;
    // Whom an address that asks for a person is given to, nobody but this gateway can ask.
    const direct =
      row.access === "open"
        ? await directAddress(context, services, { location, signed, contentType, headers })
        : null;
    if (direct) {
      if (beginsAtFirstByte(context)) await count();
      return context.redirect(direct, 302);
    }
    return answerPieces(context, services, { name, location, bytes, contentType, headers }, count);
  });
}
