/** Recordings that lecturers upload for their courses (spec 7.2, Search: video upload; spec 6, the course right). */
import { videoUploadPageSize } from "contract/training/constants";
import type { videoUploadCalls } from "contract/training/uploads/calls";
import { desc, eq } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { accounts, lessons, videoUploads } from "../../database/schema";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { managedCourse, manages } from "../courses/find";
import { beginVideo, dropPendingUpload, finishVideo, takePiece, unfinishedUploads } from "./pieces";
import { lessonsOf, takeVideo, toRecording } from "./take";

export const videoUploadHandlers = {
  videoUpload: takeVideo,
  beginVideoUpload: beginVideo,
  sendVideoPiece: takePiece,
  finishVideoUpload: finishVideo,
  dropVideoUpload: dropPendingUpload,

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
      uploads: rows.map(({ upload, lesson, uploader }) => toRecording(upload, context, lesson, uploader)),
      begun: await unfinishedUploads(context, id),
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
    // Nobody who cannot see the upload learns that it exists.
    if (!isOwn)
      throw new Refusal(
        (await manages(context, upload.courseId)) ? "NOT_PERMITTED" : "VIDEO_UPLOAD_NOT_FOUND",
      );
    await database.delete(videoUploads).where(eq(videoUploads.id, id));
    return { course: upload.courseId };
  },
} satisfies HandlersOf<typeof videoUploadCalls>;
