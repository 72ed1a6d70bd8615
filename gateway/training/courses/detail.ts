import type { CourseDetail, LessonDetail } from "contract/training/courses/calls";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLecturers, courses, exams, lessons } from "../../database/schema";
import { signedMedia } from "../../files/storage/signed";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { termsIn } from "./glossary";
import { needsSeconds } from "./needs-seconds";
import { aboutCourses, courseRows, examRows, lecturerRows, picturesFor, toLessonRow } from "./rows";

type Context = Pick<CallContext, "database" | "now" | "settings">;
type Course = typeof courses.$inferSelect;
type Lesson = typeof lessons.$inferSelect;

export const askOf = ({ sectionId, tags }: Pick<Course, "sectionId" | "tags">) =>
  sectionId === null ? null : { fid: sectionId, tag: tags[0] ?? "" };

const outline = (database: Database, courseId: number) =>
  database
    .select({
      id: lessons.id,
      title: lessons.title,
      number: lessons.number,
      minutes: lessons.minutes,
      seconds: lessons.seconds,
      captions: lessons.captions,
      slides: lessons.slides,
    })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.delistedAt)))
    .orderBy(asc(lessons.number));

/** Everything that a course's page shows. */
export async function courseDetail(context: Context, course: Course): Promise<CourseDetail> {
  const { database } = context;
  const { id } = course;
  const [rows, own, teachers, [about, along], examList] = await Promise.all([
    courseRows(context, [id]),
    outline(database, id),
    database
      .select({ id: courseLecturers.lecturerId })
      .from(courseLecturers)
      .where(eq(courseLecturers.courseId, id))
      .orderBy(asc(courseLecturers.position)),
    aboutCourses(database, [id]),
    examRows(database, and(eq(exams.courseId, id), isNull(exams.delistedAt)) as never),
  ]);
  const chapters = course.chapters.map(({ title, lessons: ids }) => ({
    title,
    lessons: own.filter((lesson) => ids.includes(lesson.id)).map(toLessonRow),
  }));
  const name = course.certificateName;
  return {
    ...found(rows[0], "COURSE_NOT_FOUND"),
    products: about.map(({ courseId: _, ...product }) => product),
    resources: along.map(({ courseId: _, ...resource }) => resource),
    html: course.html,
    chapters,
    tags: course.tags,
    examList,
    teachers: await lecturerRows(
      database,
      teachers.map((teacher) => teacher.id),
    ),
    certificate: name === null ? null : { name, exam: course.certificateExamId },
    ask: askOf(course),
    collected: course.collected,
    updatedAt: course.updatedAt.toISOString(),
    preview: false,
  };
}

/** Everything that a lesson's page shows. The video's addresses are the same for everybody for some hours. */
export async function lessonDetail(context: Context, lesson: Lesson): Promise<LessonDetail> {
  const { database, settings, now } = context;
  const [rows, own, [course], pictureOf] = await Promise.all([
    courseRows(context, [lesson.courseId]),
    outline(database, lesson.courseId),
    database
      .select({ sectionId: courses.sectionId, tags: courses.tags })
      .from(courses)
      .where(eq(courses.id, lesson.courseId)),
    picturesFor(database, [lesson.poster, ...lesson.slides.map(({ image }) => image)]),
  ]);
  const place = own.findIndex(({ id }) => id === lesson.id);
  const neighbour = (step: 1 | -1) => {
    const other = place < 0 ? undefined : own[place + step];
    return other ? { id: other.id, name: other.title } : null;
  };
  return {
    ...shownLesson(settings, lesson, pictureOf, now()),
    terms: await termsIn(database, lesson.html),
    course: found(rows[0], "COURSE_NOT_FOUND"),
    previous: neighbour(-1),
    next: neighbour(1),
    ask: course ? askOf(course) : null,
    collected: lesson.collected,
    plays: lesson.plays,
    updatedAt: lesson.updatedAt.toISOString(),
    preview: false,
  };
}

/** What a lesson itself shows; a version that is not published has all of it too. */
export function shownLesson(
  settings: Context["settings"],
  lesson: Pick<
    Lesson,
    | ("id" | "number" | "chapter" | "title" | "minutes" | "videos" | "seconds" | "width" | "height")
    | ("poster" | "captions" | "transcript" | "slides" | "quiz" | "html")
  >,
  pictureOf: Awaited<ReturnType<typeof picturesFor>>,
  now: Date,
) {
  const { seconds, width, height, videos, captions } = lesson;
  const poster = pictureOf(lesson.poster);
  return {
    ...toLessonRow(lesson),
    chapter: lesson.chapter,
    video:
      poster && videos.length > 0
        ? {
            seconds,
            width,
            height,
            poster,
            files: videos.map(({ name, type, bytes }) => ({
              address: signedMedia(settings, name, now),
              type,
              bytes,
            })),
            captions: captions === null ? null : signedMedia(settings, captions, now),
          }
        : null,
    transcript: lesson.transcript,
    slideList: lesson.slides.map(({ at, title, html, image }) => ({
      at,
      title,
      html,
      picture: pictureOf(image),
    })),
    // Without the right answers: those come with an answer.
    quiz: lesson.quiz.map(({ key, type, html, options }) => ({ key, type, html, options })),
    needs: needsSeconds(lesson),
    html: lesson.html,
  };
}
