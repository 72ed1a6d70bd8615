import { and, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { lessons } from "../../../../database/schema";
import { enqueue } from "../../../../server/jobs";
import type { BinaryFacts } from "../../../pack/check/binaries";
import type { PackFolder } from "../../../pack/pack-files";
import type { Pack } from "../../../pack/parse-pack";
import type { PackLesson } from "../../../pack/schemas/training";
import type { Places } from "../../files/places";
import type { TextItem, Texts } from "../../files/texts";
import { lessonQuestions, placedQuestion, type QuizItem, questionTexts } from "../../questions/questions";
import { fingerprintOfValue, type Plan } from "../../rows/changes";
import { heldKeys } from "../../rows/held";
import { syncRows } from "../../rows/sync-rows";
import { planById } from "../plan-by-id";

type LessonRow = Pick<
  typeof lessons.$inferInsert,
  | ("courseId" | "number" | "chapter" | "title" | "minutes" | "videos" | "seconds" | "width" | "height")
  | ("poster" | "captions" | "transcript")
>;

export interface LessonItem extends TextItem {
  key: number;
  row: LessonRow;
  /** Slides without HTML; their Markdown follows the lesson's own text in `sources`. */
  slides: Omit<(typeof lessons.$inferInsert)["slides"][number], "html">[];
  /** Questions without HTML; their texts follow those of the slides in `sources`. */
  quiz: QuizItem[];
}

function videoOf(
  { title, videos = [], poster, captions }: PackLesson,
  { binaries }: PackFolder,
  facts: BinaryFacts,
  places: Places,
) {
  const [first = ""] = videos;
  const { seconds = 0, width = 0, height = 0 } = facts.videos.get(first) ?? {};
  return {
    seconds,
    width,
    height,
    videos: videos.map((path) => ({
      name: places.nameOf(path),
      bytes: binaries.get(path)?.bytes ?? 0,
      type: facts.videos.get(path)?.type ?? "",
    })),
    poster: poster === undefined ? null : places.image({ image: poster, alt: title }),
    captions: captions === undefined ? null : places.nameOf(captions),
    transcript: facts.captions.get(captions ?? "") ?? [],
  };
}

/**
 * A lesson as a load and the browser's editor write it.
 * @param source its own text
 * @param asked the texts of its questions as they are rendered
 */
export const lessonItem = (
  key: number,
  row: LessonRow,
  { slides, quiz }: Pick<LessonItem, "slides" | "quiz">,
  source: string,
  asked: string[] = quiz.flatMap((question) => questionTexts(question.source)),
): LessonItem => ({
  key,
  row,
  slides,
  quiz,
  sources: [source, ...slides.map((slide) => slide.source), ...asked],
  // The form of the browser's editor has no empty lines around a text.
  fingerprint: fingerprintOfValue([
    row,
    slides.map((slide) => ({ ...slide, source: slide.source.trim() })),
    source.trim(),
    // Lessons of before, which had no questions, keep their fingerprint.
    ...(quiz.length > 0 ? [quiz] : []),
  ]),
});

/** The rendered texts of a lesson. @param html of its sources, in their order */
export function shownTexts({ slides, quiz }: Pick<LessonItem, "slides" | "quiz">, html: string[]) {
  const [own = "", ...rest] = html;
  const ofSlides = rest.splice(0, slides.length);
  return {
    html: own,
    slides: slides.map((slide, index) => ({ ...slide, html: ofSlides[index] ?? "" })),
    quiz: lessonQuestions(quiz, rest),
  };
}

/** The lessons of a pack as rows, without their rendered texts. */
export function lessonItems(
  { catalogue }: Pack,
  folder: PackFolder,
  facts: BinaryFacts,
  places: Places,
): LessonItem[] {
  return catalogue.courses.flatMap(({ front }) => {
    let number = 0;
    return front.chapters.flatMap((chapter) =>
      chapter.lessons.map((lesson) => {
        number += 1;
        const { id, title, minutes } = lesson;
        const row = {
          courseId: front.id,
          number,
          chapter: chapter.title,
          title,
          minutes,
          ...videoOf(lesson, folder, facts, places),
        };
        const slides = lesson.slides.map(({ at = null, title: heading, text, picture }) => ({
          at,
          title: heading,
          source: text,
          image: picture ? places.image(picture) : null,
        }));
        const asked = lesson.quiz ?? [];
        const quiz = asked.map(({ type, answer, ...question }) => ({
          type,
          answer,
          source: placedQuestion(question, places),
        }));
        return lessonItem(id, row, { slides, quiz }, lesson.text, asked.flatMap(questionTexts));
      }),
    );
  });
}

/** Lessons that stand in a course of the browser, or are to stand in one, are not in the plan. */
export async function planLessons(database: Database, items: LessonItem[]) {
  const courses = await heldKeys(database, "courses");
  const standing =
    courses.size === 0
      ? []
      : await database
          .select({ id: lessons.id })
          .from(lessons)
          .where(inArray(lessons.courseId, [...courses].map(Number)));
  const held = [
    ...standing.map(({ id }) => id),
    ...items.filter(({ row }) => courses.has(String(row.courseId))).map(({ key }) => key),
  ];
  return planById(database, lessons, items, new Set(held.map(String)));
}

/** The kind of the jobs that count what the learners of a course have done anew (gateway/training/study/recount.ts). */
export const recountCourse = { name: "courseRecount" };

/**
 * Writes lessons. A lesson that left its course is delisted, and its learners' progress stays. What they have done of
 * the course is counted anew by a job, because it may be all that is left.
 */
export async function writeLessons(
  database: Database,
  { write, delist }: Plan<number, LessonItem>,
  texts: Pick<Texts, "of">,
  now: Date,
): Promise<void> {
  const rows: (typeof lessons.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    rows.push({
      id: item.key,
      ...item.row,
      source: item.sources[0] ?? "",
      ...shownTexts(item, html),
      search: null,
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  const returning = await courseIds(
    database,
    and(
      inArray(
        lessons.id,
        write.map(({ key }) => key),
      ),
      isNotNull(lessons.delistedAt),
    ),
  );
  const leaving = await courseIds(database, inArray(lessons.id, delist));
  await syncRows(database, lessons, rows, { key: "id", now, delist });
  // Without a key: a job that is running already has counted some learners by the lessons before.
  for (const course of new Set([...returning, ...leaving]))
    await enqueue(database, recountCourse, { course }, { now });
}

/** The courses in which lessons stand, or stood. */
async function courseIds(database: Database, where: SQL | undefined): Promise<number[]> {
  const rows = await database.selectDistinct({ id: lessons.courseId }).from(lessons).where(where);
  return rows.map(({ id }) => id);
}
