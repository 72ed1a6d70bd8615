import { donePart, readPerSecond, readSecondsMin } from "contract/training/constants";
import type { lessons } from "../../database/schema";

type Lesson = Pick<typeof lessons.$inferSelect, "seconds" | "html" | "slides" | "minutes">;

/** How many characters a person reads in HTML: its text without spaces. */
const lettersOf = (html: string): number => html.replace(/<[^>]*>/g, "").replace(/\s+/g, "").length;

/**
 * The seconds that a lesson must take at least: nine tenths of its video, or the time of a fast reader for its text,
 * but never more than the planned minutes.
 */
export function needsSeconds({ seconds, html, slides, minutes }: Lesson): number {
  if (seconds > 0) return Math.ceil(seconds * donePart);
  const letters = slides.reduce(
    (sum, slide) => sum + slide.title.length + lettersOf(slide.html),
    lettersOf(html),
  );
  return Math.min(minutes * 60, Math.max(readSecondsMin, Math.ceil(letters / readPerSecond)));
}
