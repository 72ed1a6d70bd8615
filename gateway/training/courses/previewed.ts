import { contentBodies } from "contract/content/kinds/bodies";
import type { CourseDraft } from "contract/content/kinds/course-body";
import type { CourseDetail, LessonDetail } from "contract/training/courses/calls";
import type { CourseRow } from "contract/training/shapes";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { lessonsOf, type PlacedLesson } from "../../content/editing/kinds/courses/course-rows";
import { shownTexts } from "../../content/load/catalogue/training/lessons";
import { previewedKey, previewedVersion } from "../../content/previews/previewed-version";
import type { Database } from "../../database/open";
import {
  courseClasses,
  courseLevels,
  exams,
  files,
  type lessons as lessonTable,
  products,
  resources,
} from "../../database/schema";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { askOf, shownLesson } from "./detail";
import { termsIn } from "./glossary";
import { examRows, lecturerRows, liveOf, picturesFor, toLessonRow } from "./rows";

type Context = Pick<CallContext, "database" | "now" | "settings">;
type ShownLesson = Pick<
  typeof lessonTable.$inferSelect,
  | ("id" | "number" | "chapter" | "title" | "minutes" | "videos" | "seconds" | "width" | "height")
  | ("poster" | "captions" | "transcript" | "slides" | "quiz" | "html")
>;

/** The name of a row of a small tree; a draft may have none. */
async function nodeNamed(
  database: Database,
  table: typeof courseClasses | typeof courseLevels,
  id: number | undefined,
) {
  const [row] = await database
    .select({ id: table.id, name: table.name })
    .from(table as typeof courseClasses)
    .where(eq(table.id, id ?? 0));
  return row ?? { id: 0, name: "" };
}

const shownOf = ({ item, html }: PlacedLesson): ShownLesson => ({
  id: item.key,
  ...item.row,
  poster: item.row.poster ?? null,
  captions: item.row.captions ?? null,
  ...shownTexts(item, html),
});

/** The cover of a draft with the size that it is stored with. */
async function coverOf(database: Database, cover: CourseDraft["cover"]) {
  if (!cover) return null;
  const [file] = await database
    .select({ width: files.width, height: files.height })
    .from(files)
    .where(eq(files.name, cover.name));
  const image = { ...cover, width: file?.width ?? 0, height: file?.height ?? 0 };
  return (await picturesFor(database, [image]))(image);
}

/** A course in lists, as a draft says it; nobody learns it yet. */
async function rowOf(
  { database, now }: Context,
  id: number,
  draft: CourseDraft,
  lessons: ShownLesson[],
): Promise<CourseRow> {
  const { title, summary = "", liveStarts, liveMinutes = 0, liveUrl = null, replay } = draft;
  const isLesson = replay !== undefined && /^\d+$/.test(replay);
  const live = liveOf(
    {
      liveStartsAt: liveStarts ?? null,
      liveMinutes,
      liveUrl,
      replayLessonId: isLesson ? Number(replay) : null,
      replayUrl: isLesson ? null : (replay ?? null),
    },
    now(),
  );
  const people = await lecturerRows(database, draft.lecturers ?? []);
  return {
    id,
    title,
    summary,
    class: await nodeNamed(database, courseClasses, draft.class),
    level: await nodeNamed(database, courseLevels, draft.level),
    cover: await coverOf(database, draft.cover),
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    lessons: lessons.length,
    videos: lessons.filter(({ videos }) => videos.length > 0).length,
    learners: 0,
    lecturers: people.map((person) => ({ id: person.id, name: person.name })),
    certified: draft.certificate !== undefined,
    exams: await database.$count(exams, and(eq(exams.courseId, id), isNull(exams.delistedAt))),
    live,
    from: draft.from?.toISOString() ?? "",
    delisted: false,
  };
}

interface Draft {
  draft: CourseDraft;
  html: string;
  lessons: ShownLesson[];
  changedAt: Date;
}

/** The newest version of a course, for whoever has its secret; null for any other. */
async function draftOf({ database }: Context, id: number, secret: string): Promise<Draft | null> {
  const name = { kind: "courses", key: String(id) } as const;
  const saved = await previewedVersion(database, name, secret);
  if (!saved) return null;
  const draft = contentBodies.courses.draft.parse(saved.body);
  const [html = "", ...rest] = saved.html;
  const placed = await lessonsOf(database, id, draft.chapters, rest);
  return { draft, html, lessons: placed.map(shownOf), changedAt: saved.changedAt };
}

const askIn = ({ section, tags = [] }: Partial<CourseDraft>) =>
  section === undefined ? null : askOf({ sectionId: section, tags });

/**
 * The newest version of a course as its page will show it; fields that a draft lacks are empty. Throws COURSE_NOT_FOUND
 * without the right secret.
 */
export async function previewedCourse(context: Context, id: number, secret: string): Promise<CourseDetail> {
  const { database } = context;
  const { draft, html, lessons, changedAt } = found(await draftOf(context, id, secret), "COURSE_NOT_FOUND");
  let place = 0;
  const chapters = draft.chapters.map(({ title, lessons: own }) => {
    const some = lessons.slice(place, place + own.length);
    place += own.length;
    return { title, lessons: some.map(toLessonRow) };
  });
  const { certificate, exam = null } = draft;
  return {
    ...(await rowOf(context, id, draft, lessons)),
    html,
    chapters,
    teachers: await lecturerRows(database, draft.lecturers ?? []),
    products: await database
      .select({ id: products.id, name: products.name, summary: products.summary })
      .from(products)
      .where(and(inArray(products.id, draft.products ?? []), isNull(products.delistedAt)))
      .orderBy(asc(products.id)),
    resources: await database
      .select({ id: resources.id, name: resources.title })
      .from(resources)
      .where(and(inArray(resources.id, draft.resources ?? []), isNull(resources.delistedAt)))
      .orderBy(asc(resources.id)),
    tags: draft.tags ?? [],
    examList: await examRows(database, and(eq(exams.courseId, id), isNull(exams.delistedAt)) as never),
    certificate: certificate === undefined ? null : { name: certificate, exam },
    ask: askIn(draft),
    collected: 0,
    updatedAt: changedAt.toISOString(),
    preview: true,
  };
}

/** A lesson of the newest version of its course. Throws LESSON_NOT_FOUND without the right secret. */
export async function previewedLesson(context: Context, id: number, secret: string): Promise<LessonDetail> {
  const { database, settings, now } = context;
  const key = found(await previewedKey(database, "courses", secret), "LESSON_NOT_FOUND");
  const course = found(await draftOf(context, Number(key), secret), "LESSON_NOT_FOUND");
  const place = course.lessons.findIndex((lesson) => lesson.id === id);
  const lesson = found(course.lessons[place], "LESSON_NOT_FOUND");
  const neighbour = (step: 1 | -1) => {
    const other = course.lessons[place + step];
    return other ? { id: other.id, name: other.title } : null;
  };
  const pictureOf = await picturesFor(database, [lesson.poster, ...lesson.slides.map(({ image }) => image)]);
  return {
    terms: await termsIn(database, lesson.html),
    ...shownLesson(settings, lesson, pictureOf, now()),
    course: await rowOf(context, Number(key), course.draft, course.lessons),
    previous: neighbour(-1),
    next: neighbour(1),
    ask: askIn(course.draft),
    collected: 0,
    plays: 0,
    updatedAt: course.changedAt.toISOString(),
    preview: true,
  };
}
