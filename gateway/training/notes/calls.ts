/** Members' own notes about lessons, which nobody else sees. */
import { studyPageSize } from "contract/training/constants";
import type { noteCalls, StudyNote } from "contract/training/notes/calls";
import { lessonNotesMax, notesMax } from "contract/training/notes/constants";
import { and, asc, count, eq, ilike, type SQL, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, courses, lessonNotes, lessons } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { openLesson } from "../courses/find";
import { studyLesson } from "../join-course";
import { partsOf } from "./parts";

type Lesson = typeof lessons.$inferSelect;
interface Place {
  at?: number | undefined;
  part: string;
}

/** The caller's notes that fit, with what each is about. */
async function notesOf(
  database: Database,
  where: SQL | undefined,
  order: SQL[],
  { limit, offset }: { limit: number; offset: number },
): Promise<StudyNote[]> {
  const rows = await database
    .select({
      id: lessonNotes.id,
      lesson: { id: lessons.id, name: lessons.title },
      course: { id: courses.id, name: courses.title },
      at: lessonNotes.at,
      part: lessonNotes.part,
      text: lessonNotes.text,
      createdAt: lessonNotes.createdAt,
      updatedAt: lessonNotes.updatedAt,
    })
    .from(lessonNotes)
    .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Throws when a lesson has no such place; a note keeps one that has left the lesson since it was written. */
function checkPlace(
  lesson: Lesson,
  { at, part }: Place,
  before?: Pick<typeof lessonNotes.$inferSelect, "at" | "part">,
): void {
  const isNew = at !== undefined && at !== before?.at;
  if (isNew && lesson.seconds === 0)
    throw new Refusal("INVALID_REQUEST", { at: ["这节课没有视频，不填时间"] });
  if (isNew && at > lesson.seconds) throw new Refusal("INVALID_REQUEST", { at: ["视频没有这么长"] });
  if (part !== "" && part !== before?.part && !partsOf(lesson).includes(part))
    throw new Refusal("INVALID_REQUEST", { part: ["讲义里没有这一段，请另选一段"] });
}

/** One of the caller's notes with its lesson. Throws NOTE_NOT_FOUND. */
async function ownNote({ database }: Pick<CallContext, "database">, accountId: number, id: number) {
  const [row] = await database
    .select({ note: lessonNotes, lesson: lessons })
    .from(lessonNotes)
    .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
    .where(and(eq(lessonNotes.id, id), eq(lessonNotes.accountId, accountId)));
  return found(row, "NOTE_NOT_FOUND");
}

/** The order of the index, in which the newest comes first. */
const newestFirst = sql`${lessonNotes.id} desc nulls last`;

/** Course by course, in the order of its lessons and of their videos. */
const byLesson = [
  asc(courses.title),
  asc(courses.id),
  asc(lessons.number),
  asc(lessons.id),
  sql`${lessonNotes.at} asc nulls last`,
  asc(lessonNotes.id),
];

/** In the order of the video, those without a second at the end. */
const byPlace = (one: StudyNote, other: StudyNote): number =>
  one.at === other.at ? one.id - other.id : (one.at ?? Infinity) - (other.at ?? Infinity);

const done = { success: true } as const;

export const noteHandlers = {
  async lessonNotes({ lesson: id }, context) {
    const { lesson } = await openLesson(context, id);
    const mine = and(eq(lessonNotes.accountId, accountOf(context).id), eq(lessonNotes.lessonId, id));
    const place = { limit: lessonNotesMax, offset: 0 };
    const notes = await notesOf(context.database, mine, [newestFirst], place);
    const total =
      notes.length < lessonNotesMax ? notes.length : await context.database.$count(lessonNotes, mine);
    return { notes: notes.sort(byPlace), total, parts: partsOf(lesson), seconds: lesson.seconds };
  },

  async studyNotes({ course, text, order, page }, context) {
    const { database } = context;
    const mine = eq(lessonNotes.accountId, accountOf(context).id);
    const all = and(
      mine,
      course === undefined ? undefined : eq(lessons.courseId, course),
      text === "" ? undefined : ilike(lessonNotes.text, likeContaining(text)),
    );
    // Only the caller's rows are counted, through an index; a person has a thousand at most.
    const counted = await database
      .select({ id: courses.id, name: courses.title, notes: count() })
      .from(lessonNotes)
      .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(mine)
      .groupBy(courses.id, courses.title)
      .orderBy(asc(courses.title), asc(courses.id));
    const [{ total } = { total: 0 }] = await database
      .select({ total: count() })
      .from(lessonNotes)
      .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
      .where(all);
    const { offset, ...place } = pageOf(total, page, studyPageSize);
    const sorted = order === "newest" ? [newestFirst] : byLesson;
    const notes = await notesOf(database, all, sorted, { limit: studyPageSize, offset });
    return { notes, courses: counted, ...place, total };
  },

  async studyNote({ id }, context) {
    const accountId = accountOf(context).id;
    const { lesson } = await ownNote(context, accountId, id);
    const [note] = await notesOf(context.database, eq(lessonNotes.id, id), [asc(lessonNotes.id)], {
      limit: 1,
      offset: 0,
    });
    return { ...found(note, "NOTE_NOT_FOUND"), parts: partsOf(lesson), seconds: lesson.seconds };
  },

  async addStudyNote(request, context) {
    const accountId = accountOf(context).id;
    const { lesson: lessonId, at, part, text } = request;
    const { lesson, courseDelistedAt } = await openLesson(context, lessonId);
    checkPlace(lesson, request);
    const submissionId = submissionKey(request);
    const now = context.now();
    return transact(context.database, async (database) => {
      // Notes that come at once are counted one after the other.
      const person = eq(accounts.id, accountId);
      await database.select({ id: accounts.id }).from(accounts).where(person).for("no key update");
      const mine = eq(lessonNotes.accountId, accountId);
      const [posted] = await database
        .select({ id: lessonNotes.id })
        .from(lessonNotes)
        .where(and(mine, eq(lessonNotes.submissionId, submissionId)));
      if (posted) return posted;
      if ((await database.$count(lessonNotes, mine)) >= notesMax) throw new Refusal("TOO_MANY_NOTES");
      const gone = courseDelistedAt !== null || lesson.delistedAt !== null;
      await studyLesson(database, { accountId, courseId: lesson.courseId, lessonId, gone }, now);
      const [added] = await database
        .insert(lessonNotes)
        .values({
          accountId,
          lessonId,
          at: at ?? null,
          part,
          text,
          submissionId,
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: lessonNotes.id });
      return found(added, "SERVER_ERROR");
    });
  },

  async saveStudyNote({ id, at, part, text }, context) {
    const accountId = accountOf(context).id;
    const { note, lesson } = await ownNote(context, accountId, id);
    checkPlace(lesson, { at, part }, note);
    const [saved] = await context.database
      .update(lessonNotes)
      .set({ at: at ?? null, part, text, updatedAt: context.now() })
      .where(and(eq(lessonNotes.id, id), eq(lessonNotes.accountId, accountId)))
      .returning({ id: lessonNotes.id });
    found(saved, "NOTE_NOT_FOUND");
    return done;
  },

  async deleteStudyNote({ id }, context) {
    const [deleted] = await context.database
      .delete(lessonNotes)
      .where(and(eq(lessonNotes.id, id), eq(lessonNotes.accountId, accountOf(context).id)))
      .returning({ id: lessonNotes.id });
    found(deleted, "NOTE_NOT_FOUND");
    return done;
  },
} satisfies HandlersOf<typeof noteCalls>;
