/** Recordings that lecturers upload for their courses (spec 7.2, Search: video upload; spec 6, the course right). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, numeric, page, timestamp, typedText } from "../../base/fields";
import { recordingBytesMax, uploadNoteMax } from "../constants";
import { listPlace } from "../shapes";

const userRow = { group: "search", method: "POST", body: "json", access: "user" } as const;

export const uploadNote = typedText(uploadNoteMax, `说明不能超过 ${uploadNoteMax} 个字`);

/** The lesson of a recording; missing when none is chosen yet. */
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
  /** A signed address; `type` comes from the file's content. */
  address: z.string(),
  type: z.string(),
  bytes: count,
  seconds: count,
  width: count,
  height: count,
  note: words,
  lesson: z.object({ id: z.number(), title: z.string(), number: count }).nullable().default(null),
  uploader: words,
  /** Whether the caller may delete it. */
  own: flag,
  createdAt: timestamp,
});

/** A partly uploaded recording. */
const begun = z.object({
  id: z.number(),
  name: z.string(),
  bytes: count,
  received: count,
  note: words,
  lesson: z.number().nullable().default(null),
});

const filename = z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长").transform(cleanText);
const piece = z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择视频文件");
const size = (max: number) =>
  numeric(z.number("文件大小有误").int("文件大小有误").min(0, "文件大小有误").max(max, "文件大小有误"));

export const videoUploadCalls = {
  videoUpload: defineCall({
    ...userRow,
    summary:
      "Stores a recording for a course or one of its lessons, for people who may manage it; its content is checked. In four parts (spec 7.1).",
    path: "/gateway/rest/training/video-upload",
    body: "file",
    limit: "upload",
    effect: "private",
    request: z.object({
      course: id,
      lesson: uploadLesson,
      note: uploadNote.default(""),
      file: piece,
      filename,
    }),
    response: videoUpload,
  }),
  beginVideoUpload: defineCall({
    ...userRow,
    summary:
      "Begins an upload in pieces, or continues the same one: answers how much is stored. When it is complete, answers the recording.",
    path: "/gateway/rest/training/begin-video-upload",
    limit: "upload",
    effect: "private",
    request: z.object({
      course: id,
      lesson: uploadLesson,
      note: uploadNote.default(""),
      filename,
      bytes: size(Number.MAX_SAFE_INTEGER),
      /** Distinguishes files of the same name and size, for example by their time of change. */
      mark: z.string("文件有误").max(100, "文件有误").transform(cleanText).default(""),
    }),
    response: z.object({ id: z.number(), received: count, upload: videoUpload.nullable().default(null) }),
  }),
  sendVideoPiece: defineCall({
    ...userRow,
    summary:
      "Stores the next piece of a recording: whole megabytes, except for the last. A stored piece again changes nothing.",
    path: "/gateway/rest/training/send-video-piece",
    body: "file",
    limit: "videoPiece",
    effect: "private",
    request: z.object({
      id,
      at: size(recordingBytesMax),
      file: piece,
      filename: z.string("文件名有误").max(1_000, "文件名太长").default(""),
    }),
    response: z.object({ received: count }),
  }),
  finishVideoUpload: defineCall({
    ...userRow,
    summary:
      "Finishes a recording of which all pieces are stored; its content is checked as in a form's upload.",
    path: "/gateway/rest/training/finish-video-upload",
    limit: "upload",
    effect: "private",
    request: z.object({ id }),
    response: videoUpload,
  }),
  dropVideoUpload: defineCall({
    ...userRow,
    summary: "Cancels an unfinished upload and deletes its pieces.",
    path: "/gateway/rest/training/drop-video-upload",
    limit: "edit",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ course: z.number() }),
  }),
  courseVideoUploads: defineCall({
    ...userRow,
    summary: "The recordings uploaded for a course, latest first, for people who may manage it.",
    path: "/gateway/rest/training/video-uploads",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ course: id, page: page.default(1) }),
    response: z.object({
      course: z.object({ id: z.number(), name: z.string() }),
      /** The course's lessons, for one of which a recording may be. */
      lessons: some(z.object({ id: z.number(), title: z.string(), number: count })),
      uploads: z.array(videoUpload),
      /** The caller's unfinished uploads for it. */
      begun: some(begun),
      ...listPlace,
    }),
  }),
  deleteVideoUpload: defineCall({
    ...userRow,
    summary: "Deletes a recording; for the person who uploaded it, and administrators.",
    path: "/gateway/rest/training/delete-video-upload",
    limit: "edit",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ course: z.number() }),
  }),
};

export type BegunUpload = z.infer<typeof begun>;
export type VideoUpload = z.infer<typeof videoUpload>;
