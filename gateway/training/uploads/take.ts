import type { CallRequest } from "contract";
import { refusals } from "contract/refusals";
import { videoUploadBytesMax, videoUploadEndings, videoUploadsPerCourse } from "contract/training/constants";
import type { VideoUpload } from "contract/training/uploads/calls";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { lessons, videoUploads } from "../../database/schema";
import { transact } from "../../database/transact";
import { needFiles } from "../../files/needs/uses";
import { cleanFileName, endingOf } from "../../files/storage/names";
import { signedMedia } from "../../files/storage/signed";
import { storeVideo } from "../../files/storage/store";
import { readVideoBytes } from "../../files/uploads/video";
import { checkFields } from "../../sensitive-words/check-fields";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { managedCourse } from "../courses/find";

type Row = typeof videoUploads.$inferSelect;

export const fileRefusal = (
  code: "FILE_EMPTY" | "FILE_BROKEN" | "FILE_TOO_LARGE" | "VIDEO_UPLOAD_REFUSED" | "UPLOAD_QUOTA",
  text: string,
) => new Refusal(code, { file: [text] }, text);

/** The lessons of a course that a recording may be for. */
export const lessonsOf = (database: Database, course: number) =>
  database
    .select({ id: lessons.id, title: lessons.title, number: lessons.number })
    .from(lessons)
    .where(and(eq(lessons.courseId, course), isNull(lessons.delistedAt)))
    .orderBy(asc(lessons.number));

/** The container that a recording's name indicates. Throws for a name or size that is not accepted. */
export function kindOf(name: string, bytes: number, most: number, mostInWords: string): "webm" | "mp4" {
  const ending = endingOf(name).toLowerCase();
  if (!videoUploadEndings.includes(ending))
    throw fileRefusal("VIDEO_UPLOAD_REFUSED", refusals.VIDEO_UPLOAD_REFUSED.message);
  if (bytes === 0) throw fileRefusal("FILE_EMPTY", "这个文件是空的，请换一个");
  if (bytes > most)
    throw fileRefusal("FILE_TOO_LARGE", `视频不能超过 ${mostInWords}，请降低分辨率或分段后再上传`);
  return ending === ".mp4" ? "mp4" : "webm";
}

/** Checks by its content that a file is a video. Throws the problem beside `file`. */
async function checkedVideo(file: Uint8Array, name: string) {
  const kind = kindOf(name, file.byteLength, videoUploadBytesMax, `${videoUploadBytesMax / 1024 / 1024} MB`);
  const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const facts = await readVideoBytes(content, kind);
  if ("problem" in facts) throw fileRefusal("FILE_BROKEN", facts.problem);
  return { content, stored: `video/${kind}` as const, facts };
}

export const toRecording = (
  row: Row,
  { settings, now, caller }: CallContext,
  lesson: VideoUpload["lesson"],
  uploader: string,
): VideoUpload => ({
  id: row.id,
  name: row.originalName,
  type: row.type,
  bytes: row.bytes,
  note: row.note,
  lesson,
  uploader,
  seconds: row.seconds,
  width: row.width,
  height: row.height,
  address: signedMedia(settings, row.fileName, now(), row.originalName),
  own: caller.account !== null && (caller.account.admin || caller.account.id === row.accountId),
  createdAt: row.createdAt.toISOString(),
});

/**
 * The course and lesson that a recording is for. Throws when the caller may not manage the course, or the course does
 * not have the lesson.
 */
export async function placeOf(
  context: CallContext,
  target: { course: number; lesson?: number | undefined },
): Promise<{ course: number; lesson: VideoUpload["lesson"] }> {
  const course = await managedCourse(context, target.course);
  const lesson =
    target.lesson === undefined
      ? null
      : ((await lessonsOf(context.database, course.id)).find(({ id }) => id === target.lesson) ?? null);
  if (target.lesson !== undefined && !lesson)
    throw new Refusal("LESSON_NOT_FOUND", { lesson: ["这门课程没有这节课"] });
  return { course: course.id, lesson };
}

/** The condition for somebody's recordings of this lesson, or of the course when there is no lesson. */
export const sameLesson = (accountId: number, course: number, lesson: VideoUpload["lesson"]) =>
  and(
    ...[eq(videoUploads.courseId, course), eq(videoUploads.accountId, accountId)],
    lesson ? eq(videoUploads.lessonId, lesson.id) : isNull(videoUploads.lessonId),
  );

/** Checks that the course, and the lecturer's limit for the day, allow another recording. Throws the reason. */
export async function checkRoom({ database, limits }: CallContext, accountId: number, course: number) {
  const count = await database.$count(videoUploads, eq(videoUploads.courseId, course));
  if (count >= videoUploadsPerCourse) throw new Refusal("VIDEO_UPLOADS_FULL");
  if (!(await limits.take("videosPerDay", String(accountId))))
    throw fileRefusal("UPLOAD_QUOTA", "今天上传的视频已达上限，请明天再试");
}

/** Stores a recording that was sent in one form. */
export async function takeVideo(
  request: CallRequest<"videoUpload">,
  context: CallContext,
): Promise<VideoUpload> {
  const { database } = context;
  const account = accountOf(context);
  const { course, lesson } = await placeOf(context, request);
  const originalName = cleanFileName(request.filename);
  const { content, stored, facts } = await checkedVideo(request.file, originalName);
  const { texts } = await checkFields(context, { note: { value: request.note, strictness: "report" } });
  await checkRoom(context, account.id, course);
  if (!(await context.hasRoom(content.byteLength))) throw new Refusal("DISK_FULL");
  const fileName = await storeVideo(context, { content, type: stored });
  const row = await transact(database, async (inside) => {
    await needFiles(inside, fileName);
    // A form that is sent twice gets the recording that is stored already.
    const same = and(sameLesson(account.id, course, lesson), eq(videoUploads.fileName, fileName));
    const [before] = await inside.select().from(videoUploads).where(same);
    if (before) return before;
    const { seconds, width, height, type } = facts;
    const [added] = await inside
      .insert(videoUploads)
      .values({
        courseId: course,
        lessonId: lesson?.id ?? null,
        accountId: account.id,
        fileName,
        originalName,
        type,
        bytes: content.byteLength,
        seconds,
        width,
        height,
        note: texts.note[0] ?? "",
        createdAt: context.now(),
      })
      .returning();
    return found(added, "SERVER_ERROR");
  });
  return toRecording(row, context, lesson, account.nickname);
}
