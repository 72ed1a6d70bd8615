import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { CourseBody } from "contract/content/kinds/course-body";
import { rowField } from "contract/content/kinds/field";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import {
  courseLecturers,
  courseProducts,
  courseResources,
  courses,
  lessons,
} from "../../../../database/schema";
import { pictureSize } from "../../../../files/pictures/picture-sizes";
import { courseBodyOf } from "../../../load/catalogue/training/course-body";
import { writeLessons } from "../../../load/catalogue/training/lessons";
import {
  type CourseItem,
  countExams,
  countLecturers,
  writeCourses,
} from "../../../load/catalogue/training/training";
import type { EditedKind } from "../kind";
import { listedProducts, nextNumber, numberProblem, placedSource } from "../references";
import { completedCourse } from "./course-lessons";
import { courseChoices, missingInCourse } from "./course-references";
import { lessonsOf } from "./course-rows";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };

type Course = typeof courses.$inferSelect;

/** The lessons of a course in the order of its chapters, also those of a course that was taken down. */
async function lessonsIn(database: Database, { chapters }: Pick<Course, "chapters">) {
  const ids = chapters.flatMap((chapter) => chapter.lessons);
  const rows = ids.length === 0 ? [] : await database.select().from(lessons).where(inArray(lessons.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a course names, in its order. */
async function namedBy(database: Database, id: number) {
  const people = await database
    .select({ id: courseLecturers.lecturerId })
    .from(courseLecturers)
    .where(eq(courseLecturers.courseId, id))
    .orderBy(asc(courseLecturers.position));
  const about = await database
    .select({ id: courseProducts.productId })
    .from(courseProducts)
    .where(eq(courseProducts.courseId, id))
    .orderBy(asc(courseProducts.productId));
  const along = await database
    .select({ id: courseResources.resourceId })
    .from(courseResources)
    .where(eq(courseResources.courseId, id))
    .orderBy(asc(courseResources.resourceId));
  const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id);
  return { lecturers: idsOf(people), products: idsOf(about), resources: idsOf(along) };
}

/** A body as the item that a pack's load writes, without its lessons. */
function itemOf(
  key: number,
  course: CourseBody,
  cover: CourseItem["cover"],
  fingerprint: string,
): CourseItem {
  const { section, certificate, exam, liveStarts, liveMinutes = 0, liveUrl = "", replay } = course;
  const { title, summary, class: classId, level, lecturers, products, resources, tags, from } = course;
  const chapters = course.chapters.map((chapter) => ({
    title: chapter.title,
    lessons: chapter.lessons.map(({ id = 0, title: called, minutes, video }) => ({
      id,
      title: called,
      minutes,
      slides: [],
      text: "",
      ...(video ? { videos: [""] } : {}),
    })),
  }));
  return {
    key,
    front: {
      id: key,
      title,
      summary,
      class: classId,
      level,
      lecturers,
      products,
      resources,
      tags,
      from,
      ...(section === undefined ? {} : { section: String(section) }),
      ...(certificate === undefined
        ? {}
        : { certificate: { name: certificate, ...(exam === undefined ? {} : { exam }) } }),
      ...(liveStarts === undefined
        ? {}
        : {
            live: {
              starts: liveStarts,
              minutes: liveMinutes,
              url: liveUrl,
              ...(replay === undefined ? {} : { replay: /^\d+$/.test(replay) ? Number(replay) : replay }),
            },
          }),
      chapters,
    },
    cover,
    lessons: [],
    sources: [course.content],
    fingerprint,
  };
}

/** The listed lessons of a course by their ids. */
async function listedLessons(database: Database, courseId: number): Promise<number[]> {
  const rows = await database
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.delistedAt)));
  return rows.map(({ id }) => id);
}

/** A cover with its size; a drawing has none in the store, and keeps the one that a load gave it. */
async function sizedCover(database: Database, id: number, cover: NonNullable<CourseBody["cover"]>) {
  const [before] = await database.select({ cover: courses.cover }).from(courses).where(eq(courses.id, id));
  const stored = await pictureSize(database, cover.name);
  const kept = before?.cover?.name === cover.name ? before.cover : undefined;
  const { width, height } = (stored?.width ? stored : kept) ?? { width: 0, height: 0 };
  return { ...cover, width, height };
}

/** Writes a course with its lessons. Those that it no longer has are taken down, and keep their learners' progress. */
async function writeCourse(
  database: Database,
  id: number,
  {
    body,
    html: [own = "", ...html],
    fingerprint,
  }: { body: ContentBody; html: string[]; fingerprint: string },
  now: Date,
): Promise<void> {
  const course = contentBodies.courses.whole.parse(body);
  const cover = course.cover ? await sizedCover(database, id, course.cover) : null;
  const item = itemOf(id, course, cover, fingerprint);
  const placed = await lessonsOf(database, id, course.chapters, html);
  const htmlOf = new Map(placed.map((lesson) => [lesson.item.fingerprint, lesson.html]));
  const ids = new Set(placed.map((lesson) => lesson.item.key));
  const left = (await listedLessons(database, id)).filter((lesson) => !ids.has(lesson));
  const sectionIds = new Map(course.section === undefined ? [] : [[String(course.section), course.section]]);
  const texts = { of: async () => ({ html: [own] }) };
  await writeCourses(database, { ...nothing, write: [item] }, texts, sectionIds, now);
  await writeLessons(
    database,
    { ...nothing, write: placed.map((lesson) => lesson.item), delist: left },
    { of: async ({ fingerprint: mark }) => ({ html: htmlOf.get(mark) ?? [] }) },
    now,
  );
  await countExams(database);
  await countLecturers(database);
}

export const coursesKind: EditedKind = {
  together: true,

  rows: sql`select ${courses.id}::text as key, ${courses.title} as title, ${courses.updatedAt} as changed_at,
    ${courses.delistedAt} is not null as delisted from ${courses}`,

  teaches: { areCourses: true },

  // Whose card names an account sees the course's learners and uploads its recordings.
  editorFields: ["lecturers"],

  newKey: (database) => nextNumber(database, "courses", courses),

  keyProblem: numberProblem,

  async standing(database, key) {
    const id = Number(key);
    const [row] = await database.select().from(courses).where(eq(courses.id, id));
    if (!row) return null;
    const rows = await lessonsIn(database, row);
    const chapters = row.chapters.map(({ title, lessons: ids }) => ({
      title,
      lessons: ids.flatMap((lesson) => rows.get(lesson) ?? []),
    }));
    const all = chapters.flatMap((chapter) => chapter.lessons);
    return {
      body: courseBodyOf({
        ...row,
        ...(await namedBy(database, id)),
        content: placedSource(row.source, row.html),
        chapters: chapters.map(({ title, lessons: own }) => ({
          title,
          lessons: own.map((lesson) => ({
            ...lesson,
            text: placedSource(lesson.source, lesson.html),
            slides: lesson.slides.map((slide) => ({
              ...slide,
              text: placedSource(slide.source, slide.html),
            })),
          })),
        })),
      }),
      html: [
        row.html,
        ...all.flatMap((lesson) => [
          lesson.html,
          ...lesson.slides.map(({ html }) => html),
          ...lesson.quiz.flatMap(({ html, options, why }) => [html, ...options.map((one) => one.html), why]),
        ]),
      ],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: courseChoices,

  completed: completedCourse,

  products: listedProducts,

  missing: missingInCourse,

  documents: () => [],

  texts(body) {
    const { chapters = [] } = contentBodies.courses.draft.partial().parse(body);
    return [
      { at: "content", text: String(body.content ?? "") },
      ...chapters.flatMap((chapter, index) =>
        chapter.lessons.flatMap(({ text, slides, quiz }, lesson) => {
          const at = rowField("chapters", index, "lessons", lesson);
          return [
            { at: rowField(at, "text"), text },
            ...slides.map((slide, number) => ({
              at: rowField(at, "slides", number, "text"),
              text: slide.text,
            })),
            ...quiz.flatMap((question, number) => {
              const asked = rowField(at, "quiz", number);
              return [
                { at: rowField(asked, "text"), text: question.text },
                ...question.options.map((option) => ({ at: rowField(asked, "options"), text: option })),
                { at: rowField(asked, "why"), text: question.why },
              ];
            }),
          ];
        }),
      ),
    ];
  },

  write: (database, key, piece, now) => writeCourse(database, Number(key), piece, now),

  async withdraw(database, key, now) {
    const id = Number(key);
    await writeCourses(database, { ...nothing, delist: [id] }, noTexts, new Map(), now);
    const delist = await listedLessons(database, id);
    await writeLessons(database, { ...nothing, delist }, noTexts, now);
    await countLecturers(database);
  },
};
