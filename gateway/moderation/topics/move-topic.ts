import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topicClasses, topicPointers, topics } from "../../database/schema";
import { countMoved } from "../../forum/states/counters";
import type { Topic } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";

/** The section and class of a topic, and the section it came from. */
export interface Place {
  sectionId: number;
  classId: number | null;
  movedFromId: number | null;
}

/** Throws SECTION_NOT_FOUND for a section that does not exist or is closed. */
export async function checkSection(database: Database, fid: number): Promise<void> {
  const [row] = await database.select({ closed: sections.closed }).from(sections).where(eq(sections.id, fid));
  if (!row || row.closed) throw new Refusal("SECTION_NOT_FOUND");
}

/** Throws CLASS_NOT_IN_SECTION beside the value. */
export async function checkClass(database: Database, fid: number, classId: number): Promise<void> {
  const [row] = await database
    .select({ id: topicClasses.id })
    .from(topicClasses)
    .where(and(eq(topicClasses.id, classId), eq(topicClasses.sectionId, fid)));
  if (!row) throw new Refusal("CLASS_NOT_IN_SECTION");
}

/** The id of the class with the same name in another section, or null. */
export async function sameClass(
  database: Database,
  classId: number | null,
  fid: number,
): Promise<number | null> {
  if (classId === null) return null;
  const [name] = await database
    .select({ name: topicClasses.name })
    .from(topicClasses)
    .where(eq(topicClasses.id, classId));
  if (!name) return null;
  const [row] = await database
    .select({ id: topicClasses.id })
    .from(topicClasses)
    .where(and(eq(topicClasses.sectionId, fid), eq(topicClasses.name, name.name)));
  return row?.id ?? null;
}

/** Moves a locked topic to another section and updates the counts. `pointer` leaves a link to it in the old section. */
export async function moveTopic(
  database: Database,
  topic: Topic,
  place: Place,
  { at, pointer }: { at: Date; pointer: boolean },
): Promise<void> {
  await database
    .update(topics)
    .set({ ...place, movedAt: place.movedFromId === null ? null : at })
    .where(eq(topics.id, topic.id));
  if (topic.listed && place.sectionId !== topic.sectionId)
    await countMoved(database, topic, { came: [], went: [], fid: place.sectionId });
  await database
    .delete(topicPointers)
    .where(and(eq(topicPointers.topicId, topic.id), eq(topicPointers.sectionId, place.sectionId)));
  if (pointer)
    await database
      .insert(topicPointers)
      .values({ sectionId: topic.sectionId, topicId: topic.id, createdAt: at })
      .onConflictDoNothing();
}
