import { createHash, randomUUID } from "node:crypto";
import type { CallRequest, CallResponse } from "contract";
import { limitConcurrency, QueueFull } from "contract/base/concurrency-limit";
import { addTime } from "contract/base/time";
import { uploadedPackDays } from "contract/content/constants";
import { attachmentBytesMax } from "contract/files/constants";
import { refusals } from "contract/refusals";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { files } from "../database/schema";
import { transact } from "../database/transact";
import { cleanFileName, endingOf } from "../files/storage/names";
import { storePieces } from "../files/storage/store";
import { accountOf, type CallContext } from "../server/context";
import { enqueue } from "../server/jobs";
import { Refusal } from "../server/refusal";
import { clearUploadJob, keepUploadedPack } from "./load/uploaded-pack";
import { archiveProblems } from "./pack/archive";
import type { Problem } from "./pack/problems";

const refused = (
  code: "FILE_EMPTY" | "FILE_TYPE_REFUSED" | "FILE_TOO_LARGE" | "FILE_BROKEN" | "UPLOAD_QUOTA",
  ...messages: string[]
) => new Refusal(code, { file: messages.length > 0 ? messages : [refusals[code].message] });

/** The directory of an archive has ten thousand entries: one is read at a time. */
const reading = limitConcurrency(1, 10);
/** The problems that the form says of an archive that is not taken. */
const problemsSaid = 8;

function checkOutside(content: Buffer, ending: string): void {
  if (content.byteLength === 0) throw refused("FILE_EMPTY");
  if (ending !== ".zip") throw refused("FILE_TYPE_REFUSED", "这里只能上传 ZIP 压缩包");
  if (content.byteLength > attachmentBytesMax)
    throw refused(
      "FILE_TOO_LARGE",
      `内容包不能超过 ${attachmentBytesMax / 1024 / 1024} MB，更大的请管服务器的人用文件夹装载`,
    );
}

/** Throws FILE_BROKEN beside `file` with what may not be unpacked, and TOO_FREQUENT when too many wait. */
async function checkArchive(content: Buffer): Promise<void> {
  const problems = await reading(() => archiveProblems(content)).catch((error: unknown): Problem[] => {
    if (!(error instanceof QueueFull)) throw error;
    throw new Refusal("TOO_FREQUENT", undefined, "正在检查的压缩包太多，请稍后再试");
  });
  if (problems.length === 0) return;
  const said = problems.slice(0, problemsSaid).map(({ file, message }) => `${file}：${message}`);
  const more = problems.length - said.length;
  throw refused("FILE_BROKEN", ...said, ...(more > 0 ? [`另有 ${more} 处没有列出`] : []));
}

/**
 * Stores a pack that comes as a ZIP, in place of an earlier one about which nobody decided, and has it checked. Throws
 * FILE_EMPTY, FILE_TYPE_REFUSED, FILE_TOO_LARGE, FILE_BROKEN and UPLOAD_QUOTA beside `file`, DISK_FULL, and what
 * `check` throws.
 * @param check enqueues the check, in the transaction that names the upload
 */
export async function uploadPack(
  { file, filename }: CallRequest<"uploadContentPack">,
  context: CallContext,
  check: (database: Database, upload: string, by: number) => Promise<void>,
): Promise<CallResponse<"uploadContentPack">> {
  const { database, limits } = context;
  const by = accountOf(context).id;
  const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const bytes = content.byteLength;
  const originalName = cleanFileName(filename);
  checkOutside(content, endingOf(originalName));
  if (!(await context.hasRoom(bytes))) throw new Refusal("DISK_FULL");
  if (!(await limits.take("contentFilesPerDay", String(by))))
    throw refused("UPLOAD_QUOTA", "今天上传的文件已达上限，请明天再试");
  await checkArchive(content);
  const fileName = await storePieces(context, { content, type: "application/zip" });
  const sha256 = createHash("sha256").update(content).digest("hex");
  // The size is written last: a file with one is whole.
  await database.update(files).set({ bytes, sha256 }).where(eq(files.name, fileName));
  const id = randomUUID();
  const now = context.now();
  await transact(database, async (inside) => {
    const named = { id, name: originalName.slice(0, -".zip".length), originalName, fileName, bytes, by };
    await keepUploadedPack(inside, { ...named, uploadedAt: now.toISOString(), check: null }, now);
    await check(inside, id, by);
    await enqueue(
      inside,
      clearUploadJob,
      { id },
      { now, at: addTime(now, uploadedPackDays, "day"), key: id },
    );
  });
  context.wakeJobs();
  return { id };
}
