import { addTime, subtractTime } from "contract/base/time";
import type {
  CourseRow,
  CourseVideo,
  ExamRow,
  LecturerRow,
  LessonRow,
  ListedCourse,
  Live,
} from "contract/training/shapes";
import { and, asc, eq, inArray, isNull, lte, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  courseClasses,
  courseLecturers,
  courseLevels,
  courseProducts,
  courseResources,
  courses,
  exams,
  lecturers,
  lessons,
  type PackImage,
  products,
  resources,
} from "../../database/schema";
import { picturesOf } from "../../files/pictures/pictures";
import type { Services } from "../../server/context";

/** The columns of a course in a list. */
const courseColumns = {
  id: courses.id,
  title: courses.title,
  summary: courses.summary,
  cover: courses.cover,
  class: { id: courseClasses.id, name: courseClasses.name },
  level: { id: courseLevels.id, name: courseLevels.name },
  minutes: courses.minutes,
  lessons: courses.lessons,
  videos: courses.videos,
  exams: courses.exams,
  learners: courses.learners,
  certificateName: courses.certificateName,
  opensAt: courses.opensAt,
  liveStartsAt: courses.liveStartsAt,
  liveMinutes: courses.liveMinutes,
  liveUrl: courses.liveUrl,
  replayLessonId: courses.replayLessonId,
  replayUrl: courses.replayUrl,
  delistedAt: courses.delistedAt,
};

type LiveColumns = Pick<
  typeof courses.$inferSelect,
  "liveStartsAt" | "liveMinutes" | "liveUrl" | "replayLessonId" | "replayUrl"
>;

/** The condition that a course is listed and open. */
export const isOpen = (now: Date): SQL => and(isNull(courses.delistedAt), lte(courses.opensAt, now)) as SQL;

/** How many minutes before its start a live session's room is shown. */
const roomOpens = 30;

/** The state of a course's live session at a time; null without one. */
export function liveOf(row: LiveColumns, now: Date): Live | null {
  const { liveStartsAt: starts, liveMinutes: minutes, replayLessonId, replayUrl } = row;
  if (!starts) return null;
  const ends = addTime(starts, minutes, "minute");
  const state = now < starts ? "upcoming" : now < ends ? "live" : "over";
  const isOver = state === "over";
  const hasRoom = !isOver && now >= subtractTime(starts, roomOpens, "minute");
  return {
    starts: starts.toISOString(),
    minutes,
    state,
    url: hasRoom ? row.liveUrl : null,
    // The replay exists only after the session.
    replay: isOver ? replayLessonId : null,
    replayUrl: isOver ? replayUrl : null,
  };
}

/** The lecturers of courses, in the order of each course. */
async function lecturersOf(database: Database, ids: number[]) {
  const rows = await database
    .select({ courseId: courseLecturers.courseId, id: lecturers.id, name: lecturers.name })
    .from(courseLecturers)
    .innerJoin(lecturers, eq(lecturers.id, courseLecturers.lecturerId))
    .where(and(inArray(courseLecturers.courseId, ids), isNull(lecturers.delistedAt)))
    .orderBy(asc(courseLecturers.position));
  return (courseId: number) =>
    rows.filter((row) => row.courseId === courseId).map(({ id, name }) => ({ id, name }));
}

/** Reads pictures with one query, and returns a function that finds the picture of an image. */
export async function picturesFor(database: Database, images: (PackImage | null)[]) {
  const present = images.filter((image) => image !== null);
  const pictures = present.length === 0 ? [] : await picturesOf(database, present);
  return (image: PackImage | null) =>
    image
      ? (pictures[present.findIndex(({ name, alt }) => name === image.name && alt === image.alt)] ?? null)
      : null;
}

/** Courses by their ids, in that order; ids that do not exist are left out. */
export async function courseRows(
  { database, now }: Pick<Services, "database" | "now">,
  ids: number[],
): Promise<CourseRow[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select(courseColumns)
    .from(courses)
    .innerJoin(courseClasses, eq(courseClasses.id, courses.classId))
    .innerJoin(courseLevels, eq(courseLevels.id, courses.levelId))
    .where(inArray(courses.id, ids));
  const [pictureOf, taughtBy] = await Promise.all([
    picturesFor(
      database,
      rows.map(({ cover }) => cover),
    ),
    lecturersOf(database, ids),
  ]);
  const byId = new Map(
    rows.map((row): [number, CourseRow] => {
      const { id, title, summary, minutes, lessons: count, videos, exams: tests, learners } = row;
      return [
        id,
        {
          id,
          title,
          summary,
          class: row.class,
          level: row.level,
          minutes,
          lessons: count,
          videos,
          learners,
          exams: tests,
          cover: pictureOf(row.cover),
          lecturers: taughtBy(id),
          certified: row.certificateName !== null,
          live: liveOf(row, now()),
          from: row.opensAt.toISOString(),
          delisted: row.delistedAt !== null,
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The products and resources that courses are about, each with its course's id; withdrawn ones are left out. */
export const aboutCourses = (database: Database, ids: number[]) =>
  Promise.all([
    database
      .select({
        courseId: courseProducts.courseId,
        id: products.id,
        name: products.name,
        summary: products.summary,
      })
      .from(courseProducts)
      .innerJoin(products, eq(products.id, courseProducts.productId))
      .where(and(inArray(courseProducts.courseId, ids), isNull(products.delistedAt)))
      .orderBy(asc(products.id)),
    database
      .select({ courseId: courseResources.courseId, id: resources.id, name: resources.title })
      .from(courseResources)
      .innerJoin(resources, eq(resources.id, courseResources.resourceId))
      .where(and(inArray(courseResources.courseId, ids), isNull(resources.delistedAt)))
      .orderBy(asc(resources.id)),
  ]);

/** Courses by their ids, with the products and resources that each is about. */
export async function listedCourses(
  services: Pick<Services, "database" | "now">,
  ids: number[],
): Promise<ListedCourse[]> {
  if (ids.length === 0) return [];
  const [rows, [about, along]] = await Promise.all([
    courseRows(services, ids),
    aboutCourses(services.database, ids),
  ]);
  const of = (list: { courseId: number; id: number; name: string }[], course: number) =>
    list.filter(({ courseId }) => courseId === course).map(({ id, name }) => ({ id, name }));
  return rows.map((row) => ({ ...row, products: of(about, row.id), resources: of(along, row.id) }));
}

type Lesson = Pick<
  typeof lessons.$inferSelect,
  "id" | "title" | "number" | "minutes" | "seconds" | "captions"
> & {
  slides: unknown[];
};

/** A lesson as its course's outline shows it. */
export const toLessonRow = ({
  id,
  title,
  number,
  minutes,
  seconds,
  captions,
  slides,
}: Lesson): LessonRow => ({
  id,
  title,
  number,
  minutes,
  seconds,
  captioned: captions !== null,
  slides: slides.length,
});

const lecturerColumns = {
  id: lecturers.id,
  name: lecturers.name,
  title: lecturers.title,
  organisation: lecturers.organisation,
  intro: lecturers.intro,
  photo: lecturers.photo,
  uid: lecturers.accountId,
  courses: lecturers.courses,
  learners: lecturers.learners,
};

/** Lecturers by their ids, in that order. */
export async function lecturerRows(database: Database, ids: number[]): Promise<LecturerRow[]> {
  if (ids.length === 0) return [];
  const rows = await database.select(lecturerColumns).from(lecturers).where(inArray(lecturers.id, ids));
  const pictureOf = await picturesFor(
    database,
    rows.map(({ photo }) => photo),
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, photo: pictureOf(row.photo) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Exams without their questions, as members see them before they start. */
export async function examRows(database: Database, which: SQL): Promise<ExamRow[]> {
  const rows = await database
    .select({
      id: exams.id,
      title: exams.title,
      summary: exams.summary,
      minutes: exams.minutes,
      questions: exams.draw,
      pass: exams.pass,
      attempts: exams.attempts,
      wait: exams.wait,
      course: { id: courses.id, name: courses.title },
    })
    .from(exams)
    .innerJoin(courses, eq(courses.id, exams.courseId))
    .where(which)
    .orderBy(asc(exams.id));
  return rows;
}

/** Lessons with a video by their ids, in that order, as short lists show them. */
export async function courseVideos(database: Database, ids: number[]): Promise<CourseVideo[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      lesson: lessons.id,
      title: lessons.title,
      seconds: lessons.seconds,
      plays: lessons.plays,
      poster: lessons.poster,
      course: { id: courses.id, name: courses.title },
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(inArray(lessons.id, ids));
  const pictureOf = await picturesFor(
    database,
    rows.map(({ poster }) => poster),
  );
  return ids.flatMap((id) => {
    const row = rows.find(({ lesson }) => lesson === id);
    const poster = row ? pictureOf(row.poster) : null;
    return row && poster ? [{ ...row, poster }] : [];
  });
}
