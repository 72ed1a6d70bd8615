/** Members' own notes about lessons, which nobody else sees. */
import { z } from "zod";
import { count, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, longId, page, submissionId, timestamp } from "../../base/fields";
import { idAndName } from "../../resources/shapes";
import { courseKeyword } from "../courses/calls";
import { listPlace } from "../shapes";
import { notePart, noteSecond, noteText } from "./fields";

const own = { group: "development", method: "POST", body: "json", access: "user" } as const;
const writes = { ...own, limit: "edit", effect: "private" } as const;
const done = z.object({ success: z.literal(true).default(true) });

const note = z.object({
  id: z.number(),
  lesson: idAndName,
  course: idAndName,
  /** The second of the video; null without one. */
  at: z.number().nullable().default(null),
  /** The beginning of the part of the text; empty without one. */
  part: words,
  text: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** What a note about a lesson can be about. */
const places = {
  /** The beginnings of the parts of its text, and the titles of its slides. */
  parts: some(z.string()),
  /** Seconds of its video; 0 without one. */
  seconds: count,
};
const what = { at: noteSecond.optional(), part: notePart, text: noteText };

export const noteCalls = {
  lessonNotes: defineCall({
    ...own,
    summary:
      "The caller's newest notes about a lesson, by their place in the video and then in the order in which they were written, how many there are in all, and the parts that a note can be about.",
    path: "/gateway/rest/training/lesson-notes",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ lesson: id }),
    response: z.object({ notes: some(note), total: count, ...places }),
  }),
  studyNotes: defineCall({
    ...own,
    summary:
      "The caller's notes, newest first or in the order of their lessons, by course and by words in them; and how many each course has.",
    path: "/gateway/rest/training/notes",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      course: id.optional(),
      text: courseKeyword.default(""),
      order: z.enum(["newest", "lessons"]).default("newest"),
      page: page.default(1),
    }),
    response: z.object({
      notes: z.array(note),
      /** The courses with notes, by their titles. */
      courses: some(idAndName.extend({ notes: count })),
      ...listPlace,
    }),
  }),
  studyNote: defineCall({
    ...own,
    summary: "One of the caller's notes, and the parts of its lesson that it can be about.",
    path: "/gateway/rest/training/note",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ id: longId }),
    response: note.extend(places),
  }),
  addStudyNote: defineCall({
    ...writes,
    summary: "Writes a note about a lesson. The same form posted twice writes one.",
    path: "/gateway/rest/training/add-note",
    request: z.object({ lesson: id, ...what, submissionId }),
    response: z.object({ id: z.number() }),
  }),
  saveStudyNote: defineCall({
    ...writes,
    summary: "Changes one of the caller's notes.",
    path: "/gateway/rest/training/save-note",
    request: z.object({ id: longId, ...what }),
    response: done,
  }),
  deleteStudyNote: defineCall({
    ...writes,
    summary: "Deletes one of the caller's notes.",
    path: "/gateway/rest/training/delete-note",
    request: z.object({ id: longId }),
    response: done,
  }),
};

export type StudyNote = z.infer<typeof note>;
