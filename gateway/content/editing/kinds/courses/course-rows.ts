import type { CourseDraft } from "contract/content/kinds/course-body";
import { eq } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { lessons } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { type LessonItem, lessonItem } from "../../../load/catalogue/training/lessons";
import { storedAnswer } from "../../../load/questions/questions";

type Lesson = CourseDraft["chapters"][number]["lessons"][number];

/** A lesson of a body as a load writes it, with the HTML of its text and of its slides. */
export interface PlacedLesson {
  item: LessonItem;
  html: string[];
}

/** What a lesson without a video has. */
const noVideo = {
  seconds: 0,
  width: 0,
  height: 0,
  videos: [],
  poster: null,
  captions: null,
  transcript: [],
};

/** The columns of a video, in the order of a load: both make the same fingerprint of a lesson that says the same. */
function videoColumns({ video }: Pick<Lesson, "video">) {
  // A version has the whole video; only a form names it.
  if (video === undefined || typeof video === "string") return noVideo;
  const { files, seconds, width, height, poster, captions, transcript } = video;
  return { seconds, width, height, videos: files, poster, captions, transcript };
}

/** The sizes of the pictures of slides; drawings have none in the store, and keep those that a load gave them. */
async function sizesIn(database: Database, courseId: number, names: string[]) {
  const sizes = await pictureSizes(database, names);
  const unsized = names.filter((name) => (sizes.get(name)?.width ?? 0) === 0);
  if (unsized.length === 0) return sizes;
  const rows = await database
    .select({ slides: lessons.slides })
    .from(lessons)
    .where(eq(lessons.courseId, courseId));
  for (const { image } of rows.flatMap(({ slides }) => slides))
    if (image && unsized.includes(image.name)) sizes.set(image.name, image);
  return sizes;
}

/**
 * The lessons of a body as a load writes them, in their order. Fields that a draft lacks are empty.
 * @param html of the lessons and their slides, in the order of the body's texts
 */
export async function lessonsOf(
  database: Database,
  courseId: number,
  chapters: CourseDraft["chapters"],
  html: string[],
): Promise<PlacedLesson[]> {
  const all = chapters.flatMap(({ title: chapter, lessons: own }) =>
    own.map((lesson) => ({ chapter, lesson })),
  );
  const sizes = await sizesIn(
    database,
    courseId,
    all.flatMap(({ lesson }) => lesson.slides.flatMap(({ picture }) => picture.map(({ name }) => name))),
  );
  const left = [...html];
  return all.map(({ chapter, lesson }, index) => {
    const { id = 0, title, minutes = 0, text, slides } = lesson;
    const quiz = lesson.quiz.map(({ type, answer, text: asked, options, why }) => ({
      type,
      answer: storedAnswer({ type, answer }),
      source: { text: asked.trim(), options: options.map((option) => option.trim()), why: why.trim() },
    }));
    const row = { courseId, number: index + 1, chapter, title, minutes, ...videoColumns(lesson) };
    const kept = slides.map(({ at = null, title: heading, text: source, picture: [picture] }) => ({
      at,
      title: heading,
      source,
      image: picture ? { ...picture, ...(sizes.get(picture.name) ?? { width: 0, height: 0 }) } : null,
    }));
    const item = lessonItem(id, row, { slides: kept, quiz }, text);
    return { item, html: left.splice(0, item.sources.length) };
  });
}
