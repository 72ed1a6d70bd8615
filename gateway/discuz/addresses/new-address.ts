import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { importedIds, posts, sections, topics, uploads } from "../../database/schema";
import { attachmentAddress } from "../../files/storage/addresses";
import { fileAddress } from "../../files/storage/store";
import { type OldKind, type OldTarget, parseOldPath } from "../bbcode/old-address";

/** A topic's page, at one of its posts if that is given. */
export const topicAddress = (tid: number, pid?: number): string =>
  `/hsforum/thread-${tid}-1-1.html${pid === undefined ? "" : `?pid=${pid}#post-${pid}`}`;
export const sectionAddress = (fid: number): string => `/forum/${fid}`;
export const memberAddress = (uid: number): string => `/userhomepage?uid=${uid}`;

/** The kind under which the number of posts on a page of the old board is kept, with the old id 0. */
export const pageSizeKind = "pageSize";
export const pageSizeUsual = 10;

async function imported(database: Database, kind: OldKind | typeof pageSizeKind, oldId: number) {
  const [row] = await database
    .select()
    .from(importedIds)
    .where(and(eq(importedIds.kind, kind), eq(importedIds.oldId, oldId), eq(importedIds.written, true)))
    .orderBy(asc(importedIds.source))
    .limit(1);
  return row ?? null;
}

/** A topic at the first floor of a page of the old board, whose pages had another length. */
async function topicPage(database: Database, tid: number, page: number): Promise<string> {
  if (page === 1) return topicAddress(tid);
  const size = (await imported(database, pageSizeKind, 0))?.newId ?? pageSizeUsual;
  const [post] = await database
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.topicId, tid),
        sql`${posts.floor} <= ${Math.min((page - 1) * size + 1, 2_000_000_000)}::int`,
      ),
    )
    .orderBy(sql`${posts.floor} desc`)
    .limit(1);
  return topicAddress(tid, post?.id);
}

async function postAddress(database: Database, pid: number): Promise<string | null> {
  const [post] = await database.select({ tid: posts.topicId }).from(posts).where(eq(posts.id, pid));
  return post ? topicAddress(post.tid, pid) : null;
}

/**
 * A file that everybody may see; of any other, an attachment leads nowhere, because its address names it, and a picture
 * to its post, which says what it says to this reader.
 */
async function fileTarget(
  database: Database,
  uploadId: number,
  postId: number | null,
): Promise<string | null> {
  if (postId === null) return null;
  const [upload] = await database.select().from(uploads).where(eq(uploads.id, uploadId));
  const [open] = await database
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(and(eq(posts.id, postId), posts.listed, topics.listed, sections.listed));
  if (upload?.kind === "attachment") return open ? attachmentAddress(upload.id, upload.originalName) : null;
  return upload && open ? fileAddress(upload.fileName) : postAddress(database, postId);
}

async function newAddress(database: Database, { kind, id, page = 1 }: OldTarget): Promise<string | null> {
  const row = await imported(database, kind, id);
  if (!row) return null;
  switch (kind) {
    case "topic":
    case "article":
      return topicPage(database, row.newId, page);
    case "post":
      return postAddress(database, row.newId);
    case "section":
      return sectionAddress(row.newId);
    case "member":
      return memberAddress(row.newId);
    case "file":
      return fileTarget(database, row.newId, row.parentId);
  }
}

/**
 * Where an address of an imported Discuz! X board leads now; null for an address of none, and for what did not come
 * over. @param address path and query
 */
export async function importedAddress(database: Database, address: string): Promise<string | null> {
  const old = parseOldPath(address);
  return old && newAddress(database, old);
}
