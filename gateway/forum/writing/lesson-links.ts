import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { lessons, lessonTopics } from "../../database/schema";

/** An address of a lesson in the HTML of a text, with the second of the video. */
const lessonAddress = /\/trainingClass\/lessons\/(\d{1,9})(?:\?(?:[^"#\s]*?&(?:amp;)?)?t=(\d{1,5}))?/g;
/** Above this number of links a text is a list, and not a question about each lesson. */
const linksMaximum = 5;

/** Stores the lessons of a topic: those that its text links to. Call it where the text is written. */
export async function linkLessons(
  database: Database,
  topicId: number,
  html: string,
  { isNew = false } = {},
): Promise<void> {
  const linked = new Map<number, number | null>();
  for (const [, id, at] of html.matchAll(lessonAddress)) {
    const lesson = Number(id);
    if (linked.size < linksMaximum && !linked.has(lesson)) linked.set(lesson, at ? Number(at) : null);
  }
  if (!isNew) await database.delete(lessonTopics).where(eq(lessonTopics.topicId, topicId));
  if (linked.size === 0) return;
  const there = await database
    .select({ id: lessons.id })
    .from(lessons)
    .where(inArray(lessons.id, [...linked.keys()]));
  if (there.length > 0)
    await database
      .insert(lessonTopics)
      .values(there.map(({ id }) => ({ lessonId: id, topicId, at: linked.get(id) ?? null })));
}
