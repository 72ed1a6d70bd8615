import { filesPrefix } from "contract/base/wire";
import { attachmentsPerPost, imagesPerPost } from "contract/forum/constants";
import type { Attachment } from "contract/forum/shapes";
import { and, eq, exists, inArray, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { postAttachments, posts, topics, uploads } from "../../database/schema";
import { needFiles } from "../../files/needs/uses";
import { attachmentAddress, attachmentIds } from "../../files/storage/addresses";
import { fileAddress } from "../../files/storage/store";
import { Refusal } from "../../server/refusal";
import { checkRight, type Entitled, type Entitling } from "../../server/rights";
import type { PictureSizes } from "../../text/addresses";

const storedPicture = /\/gateway\/files\/([0-9a-f]{32}\.(?:png|jpg|gif|webp))/g;

/** The sizes of the uploaded pictures of a text; no query for a text without any. */
export async function pictureSizes(database: Database, source: string): Promise<PictureSizes> {
  if (!source.includes(filesPrefix)) return new Map();
  const names = [...new Set([...source.matchAll(storedPicture)].map((match) => match[1] ?? ""))].slice(
    0,
    imagesPerPost * 2,
  );
  if (names.length === 0) return new Map();
  const { fileName: name, width, height } = uploads;
  const rows = await database
    .selectDistinct({ name, width, height })
    .from(uploads)
    .where(inArray(name, names));
  return new Map(
    rows.map((row) => [fileAddress(row.name), { width: row.width ?? 0, height: row.height ?? 0 }]),
  );
}

/** What is said of pictures that are on their author's computer alone; null without any. */
export const localProblem = (local: string[]): string | null =>
  local.length === 0
    ? null
    : `正文引用了本机图片 ${local.slice(0, 3).join("、")}${local.length > 3 ? ` 等 ${local.length} 张` : ""}，别人看不到，请重新选择该文件上传`;

/**
 * Refuses a text with more pictures or attachments than a post may have (TOO_MANY_FILES), or with a picture
 * that is only on its author's computer (LOCAL_IMAGE, naming it), beside the content.
 * @param local names of pictures that are on the author's computer alone (text/local-images.ts)
 */
export function checkFiles(local: string[], html: string): void {
  const problem = (code: "TOO_MANY_FILES" | "LOCAL_IMAGE", message: string) => {
    throw new Refusal(code, { content: [message] });
  };
  const onlyHere = localProblem(local);
  if (onlyHere) problem("LOCAL_IMAGE", onlyHere);
  const images = html.split("<img ").length - 1;
  if (images > imagesPerPost)
    problem("TOO_MANY_FILES", `一个帖子最多 ${imagesPerPost} 张图片，现在有 ${images} 张，请删减`);
  const attachments = attachmentIds(html).length;
  if (attachments > attachmentsPerPost)
    problem("TOO_MANY_FILES", `一个帖子最多 ${attachmentsPerPost} 个附件，现在有 ${attachments} 个，请删减`);
}

/**
 * Refuses new pictures and attachments where the section does not allow the writer any: RIGHT_DENIED beside the
 * content.
 * @param before the text before the edit; its files may stay
 */
export function checkUploads(caller: Entitled, section: Entitling, html: string, before = ""): void {
  const pictures = (text: string) => [...text.matchAll(storedPicture)].map(([name]) => name);
  const previousFiles = new Set<string | number>([...pictures(before), ...attachmentIds(before)]);
  const isNew = (file: string | number) => !previousFiles.has(file);
  if (pictures(html).some(isNew)) checkRight(caller, section, "uploadImage", "content");
  if (attachmentIds(html).some(isNew)) checkRight(caller, section, "uploadAttachment", "content");
}

/**
 * Stores the files that a post needs and the attachments that it links to, in the transaction that writes its text. A
 * file must be the author's own or be used in a listed post: nobody can publish another person's file.
 */
export async function linkAttachments(
  database: Database,
  post: { id: number; authorId: number; html: string },
  { isNew = false } = {},
): Promise<void> {
  await needFiles(database, post.html);
  const ids = attachmentIds(post.html);
  if (!isNew) await database.delete(postAttachments).where(eq(postAttachments.postId, post.id));
  if (ids.length === 0) return;
  const published = database
    .select({ id: posts.id })
    .from(postAttachments)
    .innerJoin(posts, eq(posts.id, postAttachments.postId))
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(and(eq(postAttachments.uploadId, uploads.id), posts.listed, topics.listed));
  const allowed = await database
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        inArray(uploads.id, ids),
        eq(uploads.kind, "attachment"),
        or(eq(uploads.accountId, post.authorId), exists(published)),
      ),
    );
  if (allowed.length > 0)
    await database
      .insert(postAttachments)
      .values(allowed.map(({ id }) => ({ postId: post.id, uploadId: id })));
}

/**
 * The attachments of the shown posts, by the post's id. Costs one query, or none when no text links to any.
 */
export async function attachmentsOfPosts(
  database: Database,
  postTexts: { pid: number; html: string }[],
): Promise<Record<string, Attachment[]>> {
  const ids = postTexts.filter(({ html }) => attachmentIds(html).length > 0).map(({ pid }) => pid);
  if (ids.length === 0) return {};
  const rows = await database
    .select({
      postId: postAttachments.postId,
      id: uploads.id,
      name: uploads.originalName,
      bytes: uploads.bytes,
      downloads: uploads.downloads,
    })
    .from(postAttachments)
    .innerJoin(uploads, eq(uploads.id, postAttachments.uploadId))
    .where(inArray(postAttachments.postId, ids))
    .orderBy(postAttachments.postId, uploads.id);
  const byPost: Record<string, Attachment[]> = {};
  for (const { postId, ...row } of rows) {
    byPost[postId] ??= [];
    byPost[postId].push({ ...row, address: attachmentAddress(row.id, row.name) });
  }
  return byPost;
}
