/** Recordings that lecturers hand in for their courses (spec 7.2, Search: video upload; spec 6, the course right). */
import type { CallRequest } from "contract";
import { refusals } from "contract/refusals";
import {
  videoUploadBytesMax,
  videoUploadEndings,
  videoUploadPageSize,
  videoUploadsPerCourse,
} from "contract/training/limits";
import type { VideoUpload, videoUploadCalls } from "contract/training/uploads/calls";
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, lessons, videoUploads } from "../../database/schema";
import { transact } from "../../database/transact";
import { cleanFileName, endingOf } from "../../files/names";
import { signedMedia } from "../../files/signed";
import { storeVideo } from "../../files/store";
import { needFiles } from "../../files/uses";
import { readVideoBytes } from "../../files/video";
import { checkFields } from "../../sensitive-words/checked";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { managedCourse, manages } from "../courses/find";

type Row = typeof videoUploads.$inferSelect;

const refused = (
  code: "FILE_EMPTY" | "FILE_BROKEN" | "FILE_TOO_LARGE" | "VIDEO_UPLOAD_REFUSED" | "UPLOAD_QUOTA",
  text: string,
) => new Refusal(code, { file: [text] }, text);

/** The lessons of a course that a recording may be for. */
const lessonsOf = (database: Database, course: number) =>
  database
    .select({ id: lessons.id, title: lessons.title, number: lessons.number })
    .from(lessons)
    .where(and(eq(lessons.courseId, course), isNull(lessons.delistedAt)))
    .orderBy(asc(lessons.number));

/** What somebody sent is a video by its content. Throws what is wrong with it beside `file`. */
async function checkedVideo(file: Uint8Array, name: string) {
  const ending = endingOf(name).toLowerCase();
  if (!videoUploadEndings.includes(ending))
    throw refused("VIDEO_UPLOAD_REFUSED", refusals.VIDEO_UPLOAD_REFUSED.message);
  if (file.byteLength === 0) throw refused("FILE_EMPTY", "这个文件是空的，请换一个");
  if (file.byteLength > videoUploadBytesMax)
    throw refused(
      "FILE_TOO_LARGE",
      `视频不能超过 ${videoUploadBytesMax / 1024 / 1024} MB，请降低分辨率或分段后再上传`,
    );
  const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kind = ending === ".mp4" ? "mp4" : "webm";
  const facts = await readVideoBytes(content, kind);
  if ("problem" in facts) throw refused("FILE_BROKEN", facts.problem);
  return { content, stored: `video/${kind}` as const, facts };
}

const shown = (
  row: Row,
  { settings, now, caller }: CallContext,
  lesson: VideoUpload["lesson"],
  uploader: string,
): VideoUpload => ({
  ...{
    id: row.id,
    name: row.originalName,
    type: row.type,
    bytes: row.bytes,
    note: row.note,
    lesson,
    uploader,
  },
  ...{ seconds: row.seconds, width: row.width, height: row.height },
  address: signedMedia(settings, row.fileName, now(), row.originalName),
  own: caller.account !== null && (caller.account.admin || caller.account.id === row.accountId),
  createdAt: row.createdAt.toISOString(),
});

async function takeVideo(asked: CallRequest<"videoUpload">, context: CallContext): Promise<VideoUpload> {
  const { database, limits } = context;
  const account = accountOf(context);
  const course = await managedCourse(context, asked.course);
  const lesson =
    asked.lesson === undefined
      ? null
      : ((await lessonsOf(database, course.id)).find(({ id }) => id === asked.lesson) ?? null);
  if (asked.lesson !== undefined && !lesson)
    throw new Refusal("LESSON_NOT_FOUND", { lesson: ["这门课程没有这节课"] });
  const originalName = cleanFileName(asked.filename);
  const { content, stored, facts } = await checkedVideo(asked.file, originalName);
  const { texts } = await checkFields(context, { note: { value: asked.note, strictness: "report" } });
  const held = await database.$count(videoUploads, eq(videoUploads.courseId, course.id));
  if (held >= videoUploadsPerCourse) throw new Refusal("VIDEO_UPLOADS_FULL");
  if (!(await limits.take("videosPerDay", String(account.id))))
    throw refused("UPLOAD_QUOTA", "今天上传的视频已达上限，请明天再试");
  const fileName = await storeVideo(database, { content, type: stored });
  const row = await transact(database, async (inside) => {
    await needFiles(inside, fileName);
    // A form that is sent again, as by an impatient finger, is what is there already.
    const [before] = await inside
      .select()
      .from(videoUploads)
      .where(
        and(
          eq(videoUploads.courseId, course.id),
          eq(videoUploads.accountId, account.id),
          eq(videoUploads.fileName, fileName),
          lesson ? eq(videoUploads.lessonId, lesson.id) : isNull(videoUploads.lessonId),
        ),
      );
    if (before) return before;
    const { seconds, width, height, type } = facts;
    const [added] = await inside
      .insert(videoUploads)
      .values({
        ...{ courseId: course.id, lessonId: lesson?.id ?? null, accountId: account.id, fileName },
        ...{ originalName, type, bytes: content.byteLength, seconds, width, height },
        ...{ note: texts.note[0] ?? "", createdAt: context.now() },
      })
      .returning();
    return found(added, "SERVER_ERROR");
  });
  return shown(row, context, lesson, account.nickname);
}

export const videoUploadHandlers = {
  videoUpload: takeVideo,

  async courseVideoUploads({ course: id, page }, context) {
    const { database } = context;
    const course = await managedCourse(context, id);
    const ofCourse = eq(videoUploads.courseId, id);
    const total = await database.$count(videoUploads, ofCourse);
    const { offset, ...place } = pageOf(total, page, videoUploadPageSize);
    const rows = await database
      .select({
        upload: videoUploads,
        uploader: accounts.nickname,
        lesson: { id: lessons.id, title: lessons.title, number: lessons.number },
      })
      .from(videoUploads)
      .innerJoin(accounts, eq(accounts.id, videoUploads.accountId))
      .leftJoin(lessons, eq(lessons.id, videoUploads.lessonId))
      .where(ofCourse)
      .orderBy(desc(videoUploads.id))
      .limit(videoUploadPageSize)
      .offset(offset);
    return {
      course: { id, name: course.title },
      lessons: await lessonsOf(database, id),
      uploads: rows.map(({ upload, lesson, uploader }) => shown(upload, context, lesson, uploader)),
      ...place,
      total,
    };
  },

  async deleteVideoUpload({ id }, context) {
    const { database } = context;
    const account = accountOf(context);
    const [selected] = await database.select().from(videoUploads).where(eq(videoUploads.id, id));
    const upload = found(selected, "VIDEO_UPLOAD_NOT_FOUND");
    const isOwn = account.admin || upload.accountId === account.id;
    // Who may not see it is not told that there is one.
    if (!isOwn)
      throw new Refusal(
        (await manages(context, upload.courseId)) ? "NOT_PERMITTED" : "VIDEO_UPLOAD_NOT_FOUND",
      );
    await database.delete(videoUploads).where(eq(videoUploads.id, id));
    return { course: upload.courseId };
  },
} satisfies HandlersOf<typeof videoUploadCalls>;
