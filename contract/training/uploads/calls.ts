/** Recordings that lecturers hand in for their courses (spec 7.2, Search: video upload; spec 6, the course right). */
import { z } from "zod/v4";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, numeric, page, timestamp, typedText } from "../../base/fields";
import { uploadNoteMax } from "../limits";
import { listPlace } from "../shapes";

const mine = { group: "search", method: "POST", body: "json", access: "user" } as const;

export const uploadNote = typedText(uploadNoteMax, `说明不能超过 ${uploadNoteMax} 个字`);

/** The lesson that a recording is for; none for one that is still to be placed. */
export const uploadLesson = numeric(
  z
    .number("没有这节课")
    .int("没有这节课")
    .min(1, "没有这节课")
    .max(2 ** 31 - 1, "没有这节课"),
).optional();

const videoUpload = z.object({
  id: z.number(),
  name: z.string(),
  /** Signed; the type is that of its content. */
  address: z.string(),
  type: z.string(),
  bytes: count,
  seconds: count,
  width: count,
  height: count,
  note: words,
  lesson: z.object({ id: z.number(), title: z.string(), number: count }).nullable().default(null),
  uploader: words,
  /** The caller may delete it. */
  own: flag,
  createdAt: timestamp,
});

export const videoUploadCalls = {
  videoUpload: defineCall({
    ...mine,
    summary:
      "Stores a recording for a course or one of its lessons, for those who may manage it; checked by its content. In four parts (spec 7.1).",
    path: "/gateway/rest/training/video-upload",
    body: "file",
    limit: "upload",
    pages: "unchanged",
    request: z.object({
      course: id,
      lesson: uploadLesson,
      note: uploadNote.default(""),
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择视频文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长").transform(cleanText),
    }),
    response: videoUpload,
  }),
  courseVideoUploads: defineCall({
    ...mine,
    summary: "The recordings that were handed in for a course, latest first, for those who may manage it.",
    path: "/gateway/rest/training/video-uploads",
    request: z.object({ course: id, page: page.default(1) }),
    response: z.object({
      course: z.object({ id: z.number(), name: z.string() }),
      /** Its lessons, for one of which a recording may be. */
      lessons: some(z.object({ id: z.number(), title: z.string(), number: count })),
      uploads: z.array(videoUpload),
      ...listPlace,
    }),
  }),
  deleteVideoUpload: defineCall({
    ...mine,
    summary: "Deletes a recording: whoever handed it in, and administrators.",
    path: "/gateway/rest/training/delete-video-upload",
    limit: "edit",
    pages: "unchanged",
    request: z.object({ id }),
    response: z.object({ course: z.number() }),
  }),
};

export type VideoUpload = z.infer<typeof videoUpload>;
