import { attachmentsPrefix } from "contract/base/wire";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Context, Hono } from "hono";
import type { Database } from "../../database/open";
import { files, postAttachments, posts, sections, topics, uploads } from "../../database/schema";
import type { Caller, Services } from "../../server/context";
import { mayIn } from "../../server/rights";
import { readRequestCaller } from "../../server/sessions/callers";
import { answerPieces, disposition } from "./answer-pieces";

/** The headers of every attachment. Browsers must save it, never show it, and never treat it as part of this site. */
const safetyHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
};

interface Attachment {
  id: number;
  accountId: number;
  fileName: string;
  originalName: string;
  bytes: number;
  type: string;
}

/** The number of sections with a link to an attachment whose rights are checked. */
const sectionsLooked = 20;

/** The id and name in an attachment's address, or null. */
function readAddress(path: string): { id: number; name: string } | null {
  const match = /^(\d{1,9})\/([^/]+)$/.exec(path.slice(attachmentsPrefix.length));
  try {
    return match ? { id: Number(match[1]), name: decodeURIComponent(match[2] ?? "") } : null;
  } catch {
    return null;
  }
}

/**
 * Whether the caller may download an attachment: with the right in the section of a listed post that links to it,
 * always as its uploader, and as a moderator of the section or an administrator also for posts that are not listed.
 */
async function mayDownload(database: Database, attachment: Attachment, caller: Caller): Promise<boolean> {
  const { account, fids } = caller;
  if (account && (account.admin || account.id === attachment.accountId)) return true;
  const moderated = fids.length > 0 ? inArray(topics.sectionId, fids) : sql`false`;
  const rows = await database
    .selectDistinct({ id: sections.id, rights: sections.rights })
    .from(postAttachments)
    .innerJoin(posts, eq(posts.id, postAttachments.postId))
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(
      and(
        eq(postAttachments.uploadId, attachment.id),
        or(and(posts.listed, topics.listed, eq(sections.closed, false)), moderated),
      ),
    )
    .limit(sectionsLooked);
  return rows.some((section) => mayIn(caller, section, "downloadAttachment"));
}

const missing = (context: Context) =>
  context.text("没有这个附件，它可能已被删除。", 404, { ...safetyHeaders, "cache-control": "no-store" });

/**
 * Serves GET and HEAD /gateway/attachments/{id}/{name}. A request for the first byte counts as a download. HEAD, later
 * parts of a download, and answers 304 do not count.
 */
export function serveAttachments(app: Hono, services: Services): void {
  const { database } = services;
  app.get(`${attachmentsPrefix}*`, async (context) => {
    const address = readAddress(context.req.path);
    if (!address) return missing(context);
    const [attachment] = await database
      .select({
        id: uploads.id,
        accountId: uploads.accountId,
        fileName: uploads.fileName,
        originalName: uploads.originalName,
        bytes: uploads.bytes,
        type: files.type,
        location: files.location,
      })
      .from(uploads)
      .innerJoin(files, eq(files.name, uploads.fileName))
      .where(
        and(
          eq(uploads.id, address.id),
          eq(uploads.kind, "attachment"),
          eq(uploads.originalName, address.name),
        ),
      )
      .limit(1);
    if (!attachment) return missing(context);
    const caller = await readRequestCaller(context, services);
    if (!(await mayDownload(database, attachment, caller))) return missing(context);

    const { bytes, fileName: name, type, location } = attachment;
    // Browsers must ask each time, so that downloads are counted and a hidden post's attachment disappears at once.
    const headers = {
      ...safetyHeaders,
      "cache-control": "private, no-cache",
      "content-disposition": disposition("attachment", attachment.originalName),
    };
    const contentType = type === "text/plain" ? "text/plain; charset=utf-8" : type;
    return answerPieces(context, services, { name, location, bytes, contentType, headers }, async () => {
      if (caller.seenBy) return;
      await database
        .update(uploads)
        .set({ downloads: sql`${uploads.downloads} + 1` })
        .where(eq(uploads.id, attachment.id));
    });
  });
}
