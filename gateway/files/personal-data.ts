import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { postAttachments, posts, uploads } from "../database/schema";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";
import { attachmentAddress } from "./storage/addresses";
import { fileAddress } from "./storage/store";

async function* uploadsOf(database: Database, accountId: number) {
  for await (const row of stretches((after) =>
    database
      .select()
      .from(uploads)
      .where(and(eq(uploads.accountId, accountId), gt(uploads.id, after)))
      .orderBy(asc(uploads.id))
      .limit(rowsAtOnce),
  )) {
    const { id, kind, originalName, fileName, bytes, createdAt } = row;
    yield {
      id,
      kind,
      originalName,
      bytes,
      createdAt,
      address: kind === "image" ? fileAddress(fileName) : attachmentAddress(id, originalName),
    };
  }
}

/**
 * Deletes the uploads that no text of the person uses. For the others it erases only the original file name.
 */
async function eraseUploads(database: Database, id: number): Promise<number> {
  const address = sql`'/gateway/files/' || ${uploads.fileName}`;
  const isPublic = sql`exists (select 1 from ${posts} where ${posts.authorId} = ${id} and position(${address} in ${posts.html}) > 0)`;
  const linked = sql`exists (select 1 from ${postAttachments} where ${postAttachments.uploadId} = ${uploads.id})`;
  const deleted = await database
    .delete(uploads)
    .where(and(eq(uploads.accountId, id), sql`not ${isPublic}`, sql`not ${linked}`))
    .returning({ id: uploads.id });
  await database
    .update(uploads)
    .set({ originalName: "" })
    .where(and(eq(uploads.accountId, id), eq(uploads.kind, "image")));
  return deleted.length;
}

export const filesPersonalData: PersonalData = {
  files: {
    "uploads.json": {
      about: "上传过的文件和地址。文件本身可以按地址下载",
      read: (database, { id }) => uploadsOf(database, id),
    },
  },
  erase: async (database, { id }) => ({ uploads: await eraseUploads(database, id) }),
};
