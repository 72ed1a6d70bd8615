import type { Database } from "../../../database/open";
import { lessons } from "../../../database/schema";
import type { BinaryFacts } from "../../pack/check/binaries";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import type { PackLesson } from "../../pack/schemas/training";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { fingerprintOfValue, type Plan } from "../rows/changes";
import { syncRows } from "../rows/sync-rows";
import { planById } from "./plan-by-id";

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
        return {
          key: id,
          row,
          slides,
          sources: [lesson.text, ...slides.map(({ source }) => source)],
          fingerprint: fingerprintOfValue([row, slides, lesson.text]),
        };
      }),
    );
  });
}

export const planLessons = (database: Database, items: LessonItem[]) => planById(database, lessons, items);

/** Writes lessons. A lesson that left the pack is delisted, and its learners' progress stays. */
export async function writeLessons(
  database: Database,
  { write, delist }: Plan<number, LessonItem>,
  texts: Texts,
  now: Date,
): Promise<void> {
  const rows: (typeof lessons.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    rows.push({
      id: item.key,
      ...item.row,
      source: item.sources[0] ?? "",
      html: html[0] ?? "",
      search: null,
      slides: item.slides.map((slide, index) => ({ ...slide, html: html[index + 1] ?? "" })),
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, lessons, rows, { key: "id", now, delist });
}
