import { attachmentBytesMax, imageBytesMax } from "contract/files/constants";
import { inArray } from "drizzle-orm";
import { uploads } from "../../database/schema";
import { transact } from "../../database/transact";
import { imageType, storableImage } from "../../files/pictures/image";
import { attachmentAddress } from "../../files/storage/addresses";
import { cleanFileName, endingOf } from "../../files/storage/names";
import { fileAddress, storeFile, storePieces } from "../../files/storage/store";
import { storableAttachment } from "../../files/uploads/attachment";
import { kindOf } from "../../files/uploads/take-upload";
import { Refusal } from "../../server/refusal";
import { decodeTitle } from "../bbcode/characters";
import type { OldAttachment } from "../bbcode/context";
import { cutHeld } from "../bbcode/hold";
import { numberOf, type OldRow, rowsBy, textOf, timeOf } from "../read/old-tables";
import { FileUnreadable } from "../read/uploaded-files";
import { type ImportContext, type Imported, importedOf, recordImported } from "./import-context";

/** As many pictures are decoded at once (files/pictures/image.ts). */
const filesAtOnce = 2;

/**
 * The rows of the attachments of some posts, from the ten tables over which the board spreads them: from the table of
 * the topic's last digit, where the board looks when it shows a post, and from the one that `forum_attachment` names.
 * @param posts the rows of the posts by their ids
 */
async function attachmentRows(context: ImportContext, posts: ReadonlyMap<number, OldRow>): Promise<OldRow[]> {
  const { tables, report } = context;
  const heads = (await tables.has("forum_attachment"))
    ? await tables.where("forum_attachment", "pid", [...posts.keys()])
    : [];
  const headOf = new Map(heads.map((row) => [numberOf(row.aid), row]));
  const rows: OldRow[] = [];
  const take = async (number: number, column: "pid" | "aid", values: number[]) => {
    const table = `forum_attachment_${number}`;
    const isThere = number >= 0 && number <= 9 && (await tables.has(table));
    for (const row of isThere ? await tables.where(table, column, values) : []) {
      rows.push({ ...row, downloads: headOf.get(numberOf(row.aid))?.downloads ?? 0 });
      headOf.delete(numberOf(row.aid));
    }
  };
  const byDigit = new Map<number, number[]>();
  for (const [pid, { tid }] of posts) {
    const digit = numberOf(tid) % 10;
    byDigit.set(digit, [...(byDigit.get(digit) ?? []), pid]);
  }
  for (const [digit, pids] of byDigit) await take(digit, "pid", pids);
  for (const [number, some] of rowsBy([...headOf.values()], "tableid"))
    await take(
      number,
      "aid",
      some.map((row) => numberOf(row.aid)),
    );
  for (const [aid, { tableid }] of headOf)
    report.leave("附件的记录不全，没有带来", `aid ${aid}（forum_attachment_${numberOf(tableid)}）`);
  return rows;
}

const refusalText = (error: Refusal) => Object.values(error.fields ?? {}).flat()[0] ?? error.message;

/** A file of the board as this portal stores it; throws Refusal, and the same for one that cannot be read as a picture. */
async function storable(content: Buffer, originalName: string) {
  const type = imageType(content);
  const kind = type ? "image" : kindOf(content, endingOf(originalName));
  if (content.byteLength > (kind === "image" ? imageBytesMax : attachmentBytesMax)) return tooLarge;
  try {
    // A board has as many pictures as its members have uploaded in years.
    const image = type ? await storableImage(content, type, { isQuick: true }) : null;
    return { kind, image, file: image ?? (await storableAttachment(content, endingOf(originalName))) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return "附件的文件损坏";
  }
}

const tooLarge = "附件超过 20 MB";

/** What a place of files says about an attachment (its content or size), or the reason why it does not come. */
async function askedOf<Answer extends Buffer | number>(
  row: OldRow,
  ask: (path: string) => Promise<Answer | null>,
): Promise<Answer | string> {
  if (numberOf(row.readperm) > 0 || numberOf(row.price) > 0) return "限制阅读或收费的附件，没有带来";
  try {
    const answer = await ask(`forum/${textOf(row.attachment)}`);
    if (answer === null) return numberOf(row.remote) === 1 ? "附件在远程空间上，没有带来" : "附件的文件缺失";
    return (typeof answer === "number" ? answer : answer.byteLength) === 0 ? "附件是空的" : answer;
  } catch (error) {
    if (error instanceof FileUnreadable) return `附件的文件读不了（${error.message}）`;
    throw error;
  }
}

/** Stores a file as an upload of its author. Returns its id, or the reason why it cannot be stored. */
async function storeOne(
  context: ImportContext,
  row: OldRow,
  owner: { accountId: number; postId: number },
): Promise<number | string> {
  const { services, options } = context;
  const content = await askedOf(row, context.files.read);
  if (typeof content === "string") return content;
  const originalName = cleanFileName(decodeTitle(textOf(row.filename)));
  try {
    const stored = await storable(content, originalName);
    if (typeof stored === "string") return stored;
    const { kind, image, file } = stored;
    const fileName = image
      ? await storeFile(services, image)
      : await storePieces(services, file as Awaited<ReturnType<typeof storableAttachment>>);
    const [upload] = await transact(services.database, async (database) => {
      const inserted = await database
        .insert(uploads)
        .values({
          accountId: owner.accountId,
          kind,
          fileName,
          originalName,
          bytes: file.content.byteLength,
          width: image?.width ?? null,
          height: image?.height ?? null,
          downloads: Math.max(0, Math.min(2_000_000_000, numberOf(row.downloads))),
          createdAt: timeOf(row.dateline),
        })
        .returning({ id: uploads.id });
      await recordImported(
        database,
        options.source,
        "file",
        inserted.map(({ id }) => ({ oldId: numberOf(row.aid), newId: id, parentId: owner.postId })),
      );
      return inserted;
    });
    return upload?.id ?? "附件不能保存";
  } catch (error) {
    if (error instanceof Refusal) return `附件不能保存：${refusalText(error)}`;
    throw error;
  }
}

const exampleOf = (row: OldRow) => `${textOf(row.filename)}（aid ${numberOf(row.aid)}）`;

/** The attachments of posts, without those that are named only in text that stays behind, with the new ids of some. */
async function openAttachments(
  context: ImportContext,
  posts: ReadonlyMap<number, OldRow>,
): Promise<{ rows: OldRow[]; known: Map<number, Imported> }> {
  const { services, options, report } = context;
  const held = new Set(
    options.hidden === "hold"
      ? [...posts.values()].flatMap(({ message }) => cutHeld(textOf(message)).attachments)
      : [],
  );
  const found = await attachmentRows(context, posts);
  const rows = found.filter((row) => !held.has(numberOf(row.aid)));
  for (const row of found)
    if (held.has(numberOf(row.aid))) report.leave("隐藏内容里的附件，没有带来", exampleOf(row));
  const known = await importedOf(
    services.database,
    options.source,
    "file",
    rows.map((row) => numberOf(row.aid)),
  );
  return { rows, known };
}

/**
 * Counts the attachments that `importAttachments` would bring, for a dry run. It asks only how large the files are: one
 * that is broken or has an ending that is not accepted here is counted too.
 */
export async function countAttachments(
  context: ImportContext,
  posts: ReadonlyMap<number, OldRow>,
): Promise<void> {
  const { report } = context;
  const { rows, known } = await openAttachments(context, posts);
  for (const row of rows) {
    if (known.has(numberOf(row.aid))) continue;
    const size = await askedOf(row, context.files.size);
    const reason = typeof size === "number" && size > attachmentBytesMax ? tooLarge : size;
    if (typeof reason === "string") report.leave(reason, exampleOf(row));
    else report.add("附件");
  }
}

/**
 * Brings the attachments of posts, each once. Returns them by post and old id. What is named only in text that stays
 * behind stays there too: its old address would show it.
 * @param owners the new author and the new id of each post, by its old id
 * @param rows the rows of the posts by their old ids
 */
export async function importAttachments(
  context: ImportContext,
  {
    owners,
    rows: posts,
  }: {
    owners: ReadonlyMap<number, { accountId: number; postId: number }>;
    rows: ReadonlyMap<number, OldRow>;
  },
): Promise<Map<number, Record<number, OldAttachment>>> {
  const { services, report } = context;
  const { rows, known } = await openAttachments(context, posts);
  const result = new Map<number, Record<number, OldAttachment>>();
  const stored = new Map<number, number>([...known].map(([aid, { newId }]) => [aid, newId]));
  const bring = async (row: OldRow) => {
    const [aid, owner] = [numberOf(row.aid), owners.get(numberOf(row.pid))];
    if (!owner || stored.has(aid)) return;
    const outcome = await storeOne(context, row, owner);
    if (typeof outcome === "number") {
      stored.set(aid, outcome);
      report.add("附件");
    } else report.leave(outcome, exampleOf(row));
  };
  for (let at = 0; at < rows.length; at += filesAtOnce) {
    // A failure is thrown when the others have ended, so that nothing is stored after the import has failed.
    const outcomes = await Promise.allSettled(rows.slice(at, at + filesAtOnce).map(bring));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
  const ids = [...stored.values()];
  const files =
    ids.length > 0 ? await services.database.select().from(uploads).where(inArray(uploads.id, ids)) : [];
  const byId = new Map(files.map((file) => [file.id, file]));
  for (const row of rows) {
    const [aid, pid] = [numberOf(row.aid), numberOf(row.pid)];
    const file = byId.get(stored.get(aid) ?? -1);
    const isImage = file ? file.kind === "image" : false;
    const address = file
      ? isImage
        ? fileAddress(file.fileName)
        : attachmentAddress(file.id, file.originalName)
      : null;
    const list = result.get(pid) ?? {};
    list[aid] = { name: decodeTitle(textOf(row.filename)) || `附件 ${aid}`, address, isImage };
    result.set(pid, list);
  }
  return result;
}
