import { createHash } from "node:crypto";
import { subtractTime } from "contract/base/time";
import { activityFilesPrefix } from "contract/base/wire";
import { and, count, eq, gte } from "drizzle-orm";
import type { Context, Hono } from "hono";
import type { Database } from "../database/open";
import { activityFilePieces, activityFiles } from "../database/schema";
import { transact } from "../database/transact";
import { imageType, storableImage } from "../files/pictures/image";
import { disposition } from "../files/serving/answer-pieces";
import { cleanFileName, endingOf } from "../files/storage/names";
import { pieceBytes, piecesStream } from "../files/storage/store";
import { storableAttachment } from "../files/uploads/attachment";
import { accountOf, type CallContext, type Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { readRequestCaller } from "../server/sessions/callers";
import { hasRole, readActivity } from "./rows";
import { newKey } from "./signups/seats";

/** How many files one account may upload in a day, because each takes disk space. */
const filesPerDay = 40;

/** The address of a file, which only the people concerned can open. */
export const fileAddressOf = ({ key, name }: { key: string; name: string }): string =>
  `${activityFilesPrefix}${key}/${encodeURIComponent(name)}`;

const imageEndings: Record<string, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
};

const fileRefusal = (
  code: "ACTIVITY_FILE_REFUSED" | "ACTIVITY_FILE_BROKEN" | "ACTIVITY_FILE_TOO_LARGE",
  text: string,
) => new Refusal(code, { file: [text] }, text);

/** Detects the kind of a file by its content, which must match the ending. Throws the problem beside `file`. */
async function checkContent(content: Buffer, ending: string): Promise<{ content: Buffer; type: string }> {
  const picture = imageType(content);
  if ([".png", ".jpg", ".jpeg", ".webp"].includes(ending)) {
    const plain = ending === ".jpeg" ? ".jpg" : ending;
    if (picture === null || imageEndings[picture] !== plain)
      throw fileRefusal("ACTIVITY_FILE_BROKEN", `文件内容与后缀 ${ending} 不符`);
    // The image is encoded again, which removes its metadata, such as the place.
    return storableImage(content, picture);
  }
  return storableAttachment(content, ending);
}

interface UploadRequest {
  activityId: number;
  field: string;
  of: "signup" | "work";
  file: Uint8Array;
  filename: string;
}

/**
 * Checks a file by its content and stores it for its owner. Throws FIELD_NOT_FOUND, ACTIVITY_FILE_REFUSED,
 * ACTIVITY_FILE_TOO_LARGE, ACTIVITY_FILE_BROKEN, FILE_EMPTY, FILE_BROKEN, FILE_TYPE_REFUSED or UPLOAD_QUOTA.
 */
export async function takeFile(
  { activityId, field: key, of, file, filename }: UploadRequest,
  context: CallContext,
) {
  const { database } = context;
  const activity = await readActivity(database, activityId);
  const fields = of === "signup" ? activity.fields : (activity.workFields ?? []);
  const field = fields.find((one) => one.key === key && one.type === "file");
  if (!field) throw new Refusal("FIELD_NOT_FOUND");
  const name = cleanFileName(filename);
  const ending = endingOf(name).toLowerCase();
  if (!field.endings.includes(ending))
    throw fileRefusal("ACTIVITY_FILE_REFUSED", `这里只收 ${field.endings.join("、")} 文件`);
  if (file.byteLength === 0) throw new Refusal("FILE_EMPTY", { file: ["这个文件是空的，请换一个"] });
  if (file.byteLength > field.maxBytes)
    throw fileRefusal("ACTIVITY_FILE_TOO_LARGE", `文件不能超过 ${Math.floor(field.maxBytes / 1024)} KB`);
  const accountId = accountOf(context).id;
  const [today] = await database
    .select({ files: count() })
    .from(activityFiles)
    .where(
      and(
        eq(activityFiles.accountId, accountId),
        gte(activityFiles.createdAt, subtractTime(context.now(), 1, "day")),
      ),
    );
  if ((today?.files ?? 0) >= filesPerDay) throw new Refusal("UPLOAD_QUOTA");
  const { content, type } = await checkContent(Buffer.from(file), ending);
  return transact(database, async (inside) => {
    const row = {
      activityId,
      of,
      field: key,
      accountId,
      key: newKey(),
      type,
      originalName: name,
      bytes: content.byteLength,
      createdAt: context.now(),
      sha256: createHash("sha256").update(content).digest("hex"),
    };
    const [stored] = await inside.insert(activityFiles).values(row).returning({ id: activityFiles.id });
    const fileId = stored?.id ?? 0;
    for (let number = 0; number * pieceBytes < content.byteLength; number += 1)
      await inside.insert(activityFilePieces).values({
        fileId,
        number,
        content: content.subarray(number * pieceBytes, (number + 1) * pieceBytes),
      });
    return { id: fileId, name, bytes: row.bytes, address: fileAddressOf({ key: row.key, name }) };
  });
}

async function readPiece(database: Database, fileId: number, number: number): Promise<Buffer | undefined> {
  const [row] = await database
    .select({ content: activityFilePieces.content })
    .from(activityFilePieces)
    .where(and(eq(activityFilePieces.fileId, fileId), eq(activityFilePieces.number, number)));
  return row?.content;
}

const headers = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cache-control": "private, no-store",
};
const missing = (context: Context) => context.text("没有这个文件，它可能已被删除。", 404, headers);

/**
 * Serves GET /gateway/activity-files/{key}/{name} as a download: to the owner, organisers, and for works the judges.
 */
export function serveActivityFiles(app: Hono, services: Services): void {
  app.get(`${activityFilesPrefix}:key/:name`, async (context) => {
    const key = context.req.param("key");
    if (!/^[\w-]{22}$/.test(key)) return missing(context);
    const { database } = services;
    const [file] = await database.select().from(activityFiles).where(eq(activityFiles.key, key));
    if (!file) return missing(context);
    const caller = await readRequestCaller(context, services);
    const asker = { database, caller };
    const may =
      caller.account !== null &&
      (caller.account.id === file.accountId ||
        (await hasRole(asker, file.activityId, "organiser")) ||
        (file.of === "work" && (await hasRole(asker, file.activityId, "judge"))));
    if (!may) return missing(context);
    const body = piecesStream((number) => readPiece(database, file.id, number), 0, file.bytes - 1);
    return context.body(body, 200, {
      ...headers,
      "content-type": file.type,
      "content-length": String(file.bytes),
      "content-disposition": disposition("attachment", file.originalName),
    });
  });
}
