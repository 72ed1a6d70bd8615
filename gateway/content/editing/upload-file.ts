import { createHash } from "node:crypto";
import type { CallRequest, CallResponse } from "contract";
import { limitConcurrency, QueueFull } from "contract/base/concurrency-limit";
import { contentFileEndings, contentFileKinds } from "contract/content/constants";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { attachmentBytesMax } from "contract/files/constants";
import { refusals } from "contract/refusals";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { files, uploads } from "../../database/schema";
import { cleanFileName, endingOf } from "../../files/storage/names";
import { storePieces } from "../../files/storage/store";
import { storableAttachment } from "../../files/uploads/attachment";
import { entriesListed, readZipBytes } from "../../files/uploads/zip";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { editedKinds } from "./kinds/all";

type Stored = CallResponse<"uploadContentFile">;

const refused = (
  code: "FILE_EMPTY" | "FILE_TYPE_REFUSED" | "FILE_TOO_LARGE" | "FILE_BROKEN" | "UPLOAD_QUOTA",
  message: string = refusals[code].message,
) => new Refusal(code, { file: [message] });

/** Archives are unpacked one at a time, so that they do not keep the threads that read files from everybody. */
const unpacking = limitConcurrency(1, 10);

/** What is seen of a document at once. Throws a refusal beside `file`. */
function checkOutside(content: Buffer, ending: string): void {
  if (content.byteLength === 0) throw refused("FILE_EMPTY");
  if (!contentFileEndings.includes(ending))
    throw refused("FILE_TYPE_REFUSED", `这里只能上传 ${contentFileKinds}`);
  if (content.byteLength > attachmentBytesMax)
    throw refused("FILE_TOO_LARGE", `文件不能超过 ${attachmentBytesMax / 1024 / 1024} MB`);
}

/** The directory of an archive. Throws FILE_BROKEN beside `file`, and TOO_FREQUENT when too many wait. */
async function unpacked(content: Buffer) {
  // As of a pack's archives: none holds more than its directory says.
  const archive = await unpacking(() => readZipBytes(content)).catch((error: unknown) => {
    throw error instanceof QueueFull
      ? new Refusal("TOO_FREQUENT", undefined, "正在检查的压缩包太多，请稍后再试")
      : error;
  });
  if ("problem" in archive) throw refused("FILE_BROKEN", archive.problem);
  return archive.entries.slice(0, entriesListed);
}

/**
 * Stores a document for a piece of content. It has an address once a published piece, or the preview of a draft, names
 * it; a file that nothing names is cleared like all others. Throws FILE_EMPTY, FILE_TYPE_REFUSED, FILE_TOO_LARGE,
 * FILE_BROKEN and UPLOAD_QUOTA beside `file`, and DISK_FULL.
 */
export async function uploadContentFile(
  { file, filename }: CallRequest<"uploadContentFile">,
  context: CallContext,
): Promise<Stored> {
  const { database, limits } = context;
  const accountId = accountOf(context).id;
  const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const bytes = content.byteLength;
  const originalName = cleanFileName(filename);
  const ending = endingOf(originalName);
  checkOutside(content, ending);
  const { type } = await storableAttachment(content, ending);
  if (!(await context.hasRoom(bytes))) throw new Refusal("DISK_FULL");
  const key = String(accountId);
  if (!(await limits.take("contentFilesPerDay", key)))
    throw refused("UPLOAD_QUOTA", "今天上传的文件已达上限，请明天再试");
  // A refused archive counts too: it was unpacked.
  const entries = ending === ".zip" ? await unpacked(content) : null;
  try {
    const fileName = await storePieces(context, { content, type });
    const sha256 = createHash("sha256").update(content).digest("hex");
    // The size is written last: a file with one is whole.
    await database.update(files).set({ bytes, sha256, entries }).where(eq(files.name, fileName));
    await database
      .insert(uploads)
      .values({ accountId, kind: "attachment", fileName, originalName, bytes, createdAt: context.now() });
    return { fileName, originalName, bytes };
  } catch (error) {
    await limits.giveBack("contentFilesPerDay", key);
    throw error;
  }
}

/** What an editor uploaded among these stored files, as bodies name it. */
async function uploadedBy(database: Database, by: number, names: string[]): Promise<Stored[]> {
  if (names.length === 0) return [];
  return database
    .select({ fileName: uploads.fileName, originalName: uploads.originalName, bytes: uploads.bytes })
    .from(uploads)
    .innerJoin(files, eq(files.name, uploads.fileName))
    .where(and(eq(uploads.accountId, by), inArray(uploads.fileName, names), isNotNull(files.bytes)));
}

/** What a body says of a document, to compare it; the properties of a stored body have an order of their own. */
function wordsOf(file: unknown): string {
  if (typeof file === "string") return file;
  const { fileName, originalName, bytes } = file as Stored;
  return JSON.stringify([fileName, originalName, bytes]);
}
const nameIn = (file: unknown) => (typeof file === "string" ? file : (file as Stored).fileName);

/**
 * Documents are private until a row names them: a body names those that earlier versions of the piece had, and those
 * that its editor uploaded. Throws INVALID_REQUEST beside any other.
 * @param newest what the newest version says; `earlier` the bodies of versions with one of these names, which is asked
 * only for what neither the newest version has nor the editor uploaded
 */
export async function checkFiles(
  database: Database,
  kind: ContentKind,
  {
    body,
    newest,
    earlier,
    by,
  }: {
    body: ContentBody;
    newest: ContentBody | undefined;
    earlier: (names: string[]) => Promise<ContentBody[]>;
    by: number;
  },
): Promise<void> {
  const { documents } = editedKinds[kind];
  let left = documents(body);
  const leave = (files: unknown[]) => {
    const known = new Set(files.map(wordsOf));
    left = left.filter(({ file }) => !known.has(wordsOf(file)));
  };
  const namesLeft = () => [...new Set(left.map(({ file }) => nameIn(file)))];
  if (left.length > 0 && newest) leave(documents(newest).map(({ file }) => file));
  if (left.length > 0) {
    const own = await uploadedBy(database, by, namesLeft());
    leave(own.flatMap((one) => [one, one.fileName]));
  }
  if (left.length > 0)
    leave((await earlier(namesLeft())).flatMap((one) => documents(one).map(({ file }) => file)));
  if (left.length > 0)
    throw new Refusal(
      "INVALID_REQUEST",
      Object.fromEntries(left.map(({ at }) => [at, ["没有这个文件，请再上传一次"]])),
    );
}
