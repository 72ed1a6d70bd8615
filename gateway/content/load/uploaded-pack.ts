import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { addTime } from "contract/base/time";
import type { ContentCheck } from "contract/content/calls";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { readDocument } from "../../database/read-document";
import { documents, jobs } from "../../database/schema";
import { transact } from "../../database/transact";
import { copyFile } from "../../files/storage/copy-file";
import type { Services } from "../../server/context";
import { enqueue, type JobKind } from "../../server/jobs";
import { unpackArchive } from "../pack/archive";
import { ContentPackError } from "../pack/problems";
import { inWorkFolder } from "../pack/work-folder";
import { uploadDocument } from "./keep-pack";
import { checkPackFolder, loadPack } from "./load-pack";
import type { LoadOptions, LoadResult } from "./load-result";
import { writeDocument } from "./rows/write-document";

/** An uploaded pack. Its document names the stored file, so that this counts as used. */
export interface UploadedPack {
  /** Of this upload: a decision about it is for no other. */
  id: string;
  /** The name of the pack: that of the file, without its ending. */
  name: string;
  originalName: string;
  fileName: string;
  bytes: number;
  /** Who uploaded it; null after their account ended. */
  by: number | null;
  uploadedAt: string;
  /** The result of its last check; null before it, and after another load. */
  check: ContentCheck | null;
}

/** The pack that was uploaded; null without one. */
export const uploadedPack = (database: Database) =>
  readDocument(database, uploadDocument) as Promise<UploadedPack | null>;

export const keepUploadedPack = (database: Database, pack: UploadedPack, now: Date) =>
  writeDocument(database, uploadDocument, pack, now);

const isUpload = (id: string) =>
  and(eq(documents.key, uploadDocument), sql`${documents.value} ->> 'id' = ${id}`);

/**
 * The pack that was uploaded; null without one. Until the transaction ends, nobody else decides about it: neither a
 * press of a button nor the end of its days.
 */
export async function lockUploadedPack(database: Database): Promise<UploadedPack | null> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, uploadDocument))
    .for("update");
  return (row?.value ?? null) as UploadedPack | null;
}

/** Forgets an upload; the file that nothing names any more is cleared like all others. */
export async function forgetUploadedPack(database: Database, id: string): Promise<void> {
  await database.delete(documents).where(isUpload(id));
}

/** Keeps what a check of this very upload found. */
export async function keepUploadCheck(database: Database, id: string, check: ContentCheck): Promise<void> {
  await database
    .update(documents)
    .set({ value: sql`jsonb_set(${documents.value}, '{check}', ${JSON.stringify(check)}::jsonb)` })
    .where(isUpload(id));
}

/** Takes a person's name off what they uploaded, when their account ends. */
export async function forgetUploader(database: Database, accountId: number): Promise<void> {
  await database
    .update(documents)
    .set({ value: sql`jsonb_set(${documents.value}, '{by}', 'null'::jsonb)` })
    .where(and(eq(documents.key, uploadDocument), sql`${documents.value} ->> 'by' = ${String(accountId)}`));
}

/** Whether an upload waits for its check or load, or is in it. */
const isAtWork = async (database: Database, id: string) =>
  (await database.$count(jobs, and(isNull(jobs.failedAt), sql`${jobs.payload} ->> 'upload' = ${id}`))) > 0;

/**
 * Clears an upload about which nobody decided. It is asked for when the pack is uploaded. One whose load was asked for
 * stays, and is looked at a day later: the load may find mistakes.
 */
export const clearUploadJob: JobKind<{ id: string }> = {
  name: "content-upload-undecided",
  tries: 10,
  failure: () => "没有处理的内容包没有清除",
  run: ({ payload }, { database, now }) =>
    transact(database, async (inside) => {
      const { id } = payload;
      if ((await lockUploadedPack(inside))?.id !== id) return;
      if (!(await isAtWork(inside, id))) return forgetUploadedPack(inside, id);
      const at = now();
      await enqueue(inside, clearUploadJob, payload, { now: at, at: addTime(at, 1, "day") });
    }),
};

const prefix = "uploaded-pack-";

/**
 * Checks or loads an uploaded pack, as a folder is: its archive is unpacked beside the database, and removed again.
 * Members and topics of a pack are for the demo alone, and the recorded state of the server's folder stays. Throws
 * ContentPackError with what is wrong with the archive, or else with the pack.
 */
export async function loadUploadedPack(
  services: Services,
  { name, fileName }: Pick<UploadedPack, "name" | "fileName">,
  options: Omit<LoadOptions, "demo" | "again">,
): Promise<LoadResult> {
  const { progress = () => undefined } = options;
  return inWorkFolder(prefix, (place) => {
    const [archive, folder] = [join(place, "pack.zip"), join(place, "pack")];
    const read = async () => {
      await mkdir(folder);
      if ((await copyFile(services, fileName, archive)) !== "whole")
        throw new ContentPackError(name, [{ file: "压缩包", message: "存着的文件读不出来，请再上传一次" }]);
      const problems = await unpackArchive(archive, folder, (done, total) => progress("check", done, total));
      if (problems.length > 0) throw new ContentPackError(name, problems);
      return checkPackFolder(folder);
    };
    return loadPack(services, name, read, { ...options, demo: false, again: true });
  });
}
