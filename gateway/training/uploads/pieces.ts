/** Recordings uploaded piece by piece, which can continue after a lost connection or on another day. */
import { randomBytes } from "node:crypto";
import type { CallRequest, CallResponse } from "contract";
import { subtractTime } from "contract/base/time";
import {
  pendingUploadsMax,
  recordingBytesMax,
  recordingKeptDays,
  recordingPieceBytes,
} from "contract/training/constants";
import type { BegunUpload, VideoUpload } from "contract/training/uploads/calls";
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "../../database/open";
import { lessons, videoUploads, videoUploadsBegun } from "../../database/schema";
import { transact } from "../../database/transact";
import { fileContents, openContent, pieceBytes } from "../../files/storage/content";
import { cleanFileName, endingOf } from "../../files/storage/names";
import { addPieces, closeVideo, dropVideo, openVideo } from "../../files/storage/store";
import { headProblem, readStoredVideo } from "../../files/uploads/video";
import { checkFields } from "../../sensitive-words/check-fields";
import { accountOf, type CallContext, type Services } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { managedCourse } from "../courses/find";
import { checkRoom, fileRefusal, kindOf, placeOf, sameLesson, toRecording } from "./take";

type PendingUpload = typeof videoUploadsBegun.$inferSelect;

const containerOf = ({ originalName }: Pick<PendingUpload, "originalName">) =>
  endingOf(originalName).toLowerCase() === ".mp4" ? "mp4" : "webm";

/** An unfinished upload of the caller. Throws RECORDING_NOT_BEGUN. */
async function ownPendingUpload(context: CallContext, id: number): Promise<PendingUpload> {
  const mine = and(eq(videoUploadsBegun.id, id), eq(videoUploadsBegun.accountId, accountOf(context).id));
  const [row] = await context.database.select().from(videoUploadsBegun).where(mine);
  return found(row, "RECORDING_NOT_BEGUN");
}

/** The caller's unfinished uploads for a course. */
export async function unfinishedUploads(context: CallContext, course: number): Promise<BegunUpload[]> {
  const rows = await context.database
    .select()
    .from(videoUploadsBegun)
    .where(
      and(eq(videoUploadsBegun.accountId, accountOf(context).id), eq(videoUploadsBegun.courseId, course)),
    )
    .orderBy(asc(videoUploadsBegun.id));
  return rows.map(({ id, originalName, bytes, received, note, lessonId }) => ({
    id,
    name: originalName,
    bytes,
    received,
    note,
    lesson: lessonId,
  }));
}

/** Starts an upload, or finds the unfinished or finished upload of the same file. */
export async function beginVideo(
  request: CallRequest<"beginVideoUpload">,
  context: CallContext,
): Promise<CallResponse<"beginVideoUpload">> {
  const { database, now } = context;
  const account = accountOf(context);
  const { course, lesson } = await placeOf(context, request);
  const { bytes, mark } = request;
  const originalName = cleanFileName(request.filename);
  const kind = kindOf(originalName, bytes, recordingBytesMax, "2 GB");
  const { texts } = await checkFields(context, { note: { value: request.note, strictness: "report" } });
  const note = texts.note[0] ?? "";
  // Without the mark, the same name and size do not prove that it is the same file.
  const [finishedUpload] =
    mark === ""
      ? []
      : await database
          .select()
          .from(videoUploads)
          .where(
            and(
              ...[sameLesson(account.id, course, lesson), eq(videoUploads.originalName, originalName)],
              ...[eq(videoUploads.bytes, bytes), eq(videoUploads.mark, mark)],
            ),
          );
  if (finishedUpload)
    return { id: 0, received: bytes, upload: toRecording(finishedUpload, context, lesson, account.nickname) };
  const mine = eq(videoUploadsBegun.accountId, account.id);
  const [before] = await database
    .select()
    .from(videoUploadsBegun)
    .where(
      and(
        ...[mine, eq(videoUploadsBegun.courseId, course), eq(videoUploadsBegun.originalName, originalName)],
        ...[eq(videoUploadsBegun.bytes, bytes), eq(videoUploadsBegun.mark, mark)],
      ),
    );
  if (before) {
    await database
      .update(videoUploadsBegun)
      .set({ note, lessonId: lesson?.id ?? null, heardAt: now() })
      .where(eq(videoUploadsBegun.id, before.id));
    return { id: before.id, received: before.received, upload: null };
  }
  if ((await database.$count(videoUploadsBegun, mine)) >= pendingUploadsMax)
    throw new Refusal("RECORDINGS_BEGUN");
  if (!(await context.hasRoom(bytes))) throw new Refusal("DISK_FULL");
  await checkRoom(context, account.id, course);
  // The usual name is the content's hash, which is not known yet; a random name serves as well, since it never changes.
  const fileName = `${randomBytes(16).toString("hex")}.${kind}`;
  await openVideo(database, fileName, `video/${kind}`);
  const [added] = await database
    .insert(videoUploadsBegun)
    .values({
      courseId: course,
      lessonId: lesson?.id ?? null,
      accountId: account.id,
      fileName,
      originalName,
      bytes,
      note,
      mark,
      heardAt: now(),
      createdAt: now(),
    })
    .returning();
  return { id: found(added, "SERVER_ERROR").id, received: 0, upload: null };
}

/**
 * Stores the next piece. A piece that is stored already changes nothing; one that leaves a gap or has a wrong length is
 * refused.
 */
export async function takePiece(
  { id, at, file }: CallRequest<"sendVideoPiece">,
  context: CallContext,
): Promise<CallResponse<"sendVideoPiece">> {
  const { database } = context;
  const upload = await ownPendingUpload(context, id);
  const end = at + file.byteLength;
  if (end <= upload.received) return { received: upload.received };
  const isWhole = end === upload.bytes || file.byteLength % pieceBytes === 0;
  const fits = file.byteLength > 0 && file.byteLength <= recordingPieceBytes && end <= upload.bytes;
  if (at !== upload.received || !isWhole || !fits) throw new Refusal("RECORDING_PIECE_MISPLACED");
  // A file that is no video is refused at once, before all of its up to 2 GB are sent.
  const problem = at === 0 ? await headProblem(file, containerOf(upload)) : null;
  if (problem !== null) return giveUp(context, upload, problem);
  if (!(await context.hasRoom(file.byteLength))) throw new Refusal("DISK_FULL");
  await addPieces(database, upload.fileName, at, file);
  await database
    .update(videoUploadsBegun)
    .set({ received: end, heardAt: context.now() })
    .where(and(eq(videoUploadsBegun.id, id), eq(videoUploadsBegun.received, at)));
  return { received: (await ownPendingUpload(context, id)).received };
}

/** Deletes an upload that is no video, and throws the problem beside the file. */
async function giveUp(context: CallContext, upload: PendingUpload, problem: string): Promise<never> {
  await removePendingUpload(context.database, upload);
  throw fileRefusal("FILE_BROKEN", problem);
}

async function removePendingUpload(
  database: Database,
  { id, fileName }: Pick<PendingUpload, "id" | "fileName">,
) {
  await database.delete(videoUploadsBegun).where(eq(videoUploadsBegun.id, id));
  await dropVideo(database, fileName);
}

/** Reads stored bytes of an upload, for the parser of the video. */
async function readAt(context: CallContext, { fileName, bytes }: PendingUpload, at: number, length: number) {
  const last = Math.min(at + length, bytes) - 1;
  if (last < at) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  const content = await openContent(context, fileContents, { id: fileName, location: null }, at, last);
  for await (const part of content ?? []) parts.push(part);
  return Buffer.concat(parts);
}

/** Completes an upload whose pieces are all stored, if its content is a video. */
export async function finishVideo(
  { id }: CallRequest<"finishVideoUpload">,
  context: CallContext,
): Promise<VideoUpload> {
  const { database } = context;
  const account = accountOf(context);
  const upload = await ownPendingUpload(context, id);
  await managedCourse(context, upload.courseId);
  if (upload.received < upload.bytes) throw new Refusal("RECORDING_PIECE_MISPLACED");
  const read = (at: number, length: number) => readAt(context, upload, at, length);
  const facts = await readStoredVideo(read, upload.bytes, containerOf(upload));
  if ("problem" in facts) return giveUp(context, upload, facts.problem);
  const { seconds, width, height, type } = facts;
  const row = await transact(database, async (inside) => {
    const deleted = await inside.delete(videoUploadsBegun).where(eq(videoUploadsBegun.id, id)).returning();
    if (deleted.length === 0) throw new Refusal("RECORDING_NOT_BEGUN");
    await closeVideo(inside, upload.fileName, upload.bytes);
    const [added] = await inside
      .insert(videoUploads)
      .values({
        courseId: upload.courseId,
        lessonId: upload.lessonId,
        accountId: account.id,
        fileName: upload.fileName,
        originalName: upload.originalName,
        bytes: upload.bytes,
        type,
        seconds,
        width,
        height,
        note: upload.note,
        mark: upload.mark,
        createdAt: context.now(),
      })
      .returning();
    return found(added, "SERVER_ERROR");
  });
  const lesson =
    row.lessonId === null
      ? undefined
      : (
          await database
            .select({ id: lessons.id, title: lessons.title, number: lessons.number })
            .from(lessons)
            .where(and(eq(lessons.id, row.lessonId), isNull(lessons.delistedAt)))
        )[0];
  return toRecording(row, context, lesson ?? null, account.nickname);
}

/** Deletes one of the caller's unfinished uploads. */
export async function dropPendingUpload({ id }: CallRequest<"dropVideoUpload">, context: CallContext) {
  const upload = await ownPendingUpload(context, id);
  await removePendingUpload(context.database, upload);
  return { course: upload.courseId };
}

/** Deletes uploads that nobody has continued for days. @returns how many */
export async function dropOldUploads({ database, now }: Pick<Services, "database" | "now">): Promise<number> {
  const before = subtractTime(now(), recordingKeptDays, "day");
  const old = await database.select().from(videoUploadsBegun).where(lt(videoUploadsBegun.heardAt, before));
  for (const upload of old) await removePendingUpload(database, upload);
  return old.length;
}
