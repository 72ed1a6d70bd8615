import type { CallRequest } from "contract";
import { QueueFull } from "contract/base/concurrency-limit";
import type { Uploaded } from "contract/files/calls";
import {
  attachmentBytesMax,
  attachmentEndings,
  imageBytesMax,
  imageEndings,
  unsupportedEnding,
} from "contract/files/constants";
import { refusals } from "contract/refusals";
import { and, desc, eq } from "drizzle-orm";
import { uploads } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { imageType, isHeif, storableImage } from "../pictures/image";
import { attachmentAddress } from "../storage/addresses";
import { cleanFileName, endingOf } from "../storage/names";
import { fileAddress, storeFile, storePieces } from "../storage/store";
import { storableAttachment } from "./attachment";

type Upload = typeof uploads.$inferSelect;

type Kind = Upload["kind"];

const kinds = {
  image: {
    endings: imageEndings,
    maxBytes: imageBytesMax,
    quota: "imagesPerDay",
    full: "今天上传的图片已达上限，请明天再试",
  },
  attachment: {
    endings: attachmentEndings,
    maxBytes: attachmentBytesMax,
    quota: "attachmentsPerDay",
    full: "今天上传的附件已达上限，请明天再试",
  },
} as const;

const refused = (
  code: "FILE_EMPTY" | "FILE_TYPE_REFUSED" | "FILE_TOO_LARGE" | "UPLOAD_QUOTA",
  message: string = refusals[code].message,
) => new Refusal(code, { file: [message] });

/**
 * The kind of an upload by its bytes, picture or attachment. Throws FILE_TYPE_REFUSED when the name has the other kind.
 */
export function kindOf(content: Buffer, ending: string): Kind {
  const isImage = imageType(content) !== null;
  if (isImage && imageEndings.includes(ending)) return "image";
  if (!isImage && attachmentEndings.includes(ending)) return "attachment";
  if (isImage && attachmentEndings.includes(ending))
    throw refused("FILE_TYPE_REFUSED", `文件内容是图片，与后缀 ${ending} 不符`);
  if (imageEndings.includes(ending)) {
    const really = isHeif(content) ? "HEIC 照片，请转成 JPEG 再上传；它" : "";
    throw refused(
      "FILE_TYPE_REFUSED",
      really
        ? `文件内容是${really}与后缀 ${ending} 不符`
        : `文件内容不是 PNG、JPEG、GIF 或 WebP 图片，与后缀 ${ending} 不符`,
    );
  }
  throw refused("FILE_TYPE_REFUSED", unsupportedEnding(ending));
}

export function asUploaded({ id, kind, fileName, originalName, bytes, width, height }: Upload): Uploaded {
  const address = kind === "image" ? fileAddress(fileName) : attachmentAddress(id, originalName);
  return { id, kind, address, name: originalName, bytes, width, height };
}

/** Stores the upload by its kind. A repeated upload gets the answer of the first one. */
async function store(
  content: Buffer,
  kind: Kind,
  originalName: string,
  context: CallContext,
): Promise<Upload> {
  const { database } = context;
  const accountId = accountOf(context).id;
  const type = kind === "image" ? imageType(content) : null;
  const image = type ? await storableImage(content, type) : null;
  const file = image ?? (await storableAttachment(content, endingOf(originalName)));
  const fileName = image
    ? await storeFile(context, image)
    : await storePieces(context, file as Awaited<ReturnType<typeof storableAttachment>>);
  const same = and(
    eq(uploads.fileName, fileName),
    eq(uploads.accountId, accountId),
    eq(uploads.originalName, originalName),
  );
  const [earlier] = await database.select().from(uploads).where(same).orderBy(desc(uploads.id)).limit(1);
  if (earlier) return earlier;
  const size = { bytes: file.content.byteLength, width: image?.width ?? null, height: image?.height ?? null };
  const [row] = await database
    .insert(uploads)
    .values({ accountId, kind, fileName, originalName, ...size, createdAt: context.now() })
    .returning();
  return found(row, "SERVER_ERROR");
}

/** Checks an upload, counts it for the daily limit and stores it. @param only the single accepted kind */
export async function takeUpload(
  { file, filename }: CallRequest<"uploadFile">,
  context: CallContext,
  only?: Kind,
): Promise<Upload> {
  const key = String(accountOf(context).id);
  const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const name = cleanFileName(filename);
  if (content.byteLength === 0) throw refused("FILE_EMPTY");
  const kind = kindOf(content, endingOf(name));
  if (only && kind !== only) throw refused("FILE_TYPE_REFUSED", "只能上传 PNG、JPEG、GIF 或 WebP 图片");
  const { maxBytes, quota, full } = kinds[kind];
  if (content.byteLength > maxBytes) {
    throw refused(
      "FILE_TOO_LARGE",
      `${kind === "image" ? "图片" : "附件"}不能超过 ${maxBytes / 1024 / 1024} MB`,
    );
  }
  if (!(await context.limits.take(quota, key))) throw refused("UPLOAD_QUOTA", full);
  try {
    return await store(content, kind, name, context);
  } catch (error) {
    // Refused uploads do not count for the daily limit.
    await context.limits.giveBack(quota, key);
    if (error instanceof QueueFull)
      throw new Refusal("TOO_FREQUENT", undefined, "正在处理的图片太多，请稍后再试");
    throw error;
  }
}
