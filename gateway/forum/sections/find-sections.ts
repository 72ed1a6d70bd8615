import type { SectionBrief } from "contract/forum/shapes";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topicClasses } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";

const briefColumns = {
  id: sections.id,
  groupName: sections.groupName,
  name: sections.name,
  summary: sections.summary,
  icon: sections.icon,
  topics: sections.topics,
  posts: sections.posts,
  closed: sections.closed,
};

export interface SectionRow {
  id: number;
  groupName: string;
  name: string;
  summary: string;
  icon: string;
  topics: number;
  posts: number;
  closed: boolean;
}

export function toSectionBrief({ id, name, summary, icon, topics, posts }: SectionRow): SectionBrief {
  return { fid: id, name, summary, icon, topics, posts };
}

/** Every section in its order, closed ones too: a handful of rows that most lists need. */
export function allSections(database: Database): Promise<SectionRow[]> {
  return database.select(briefColumns).from(sections).orderBy(asc(sections.position), asc(sections.id));
}

/** Open sections among the given ids, in their order. */
export async function sectionsById(database: Database, ids: number[]): Promise<SectionRow[]> {
  if (ids.length === 0) return [];
  return database
    .select(briefColumns)
    .from(sections)
    .where(and(inArray(sections.id, ids), eq(sections.closed, false)))
    .orderBy(asc(sections.position), asc(sections.id));
}

/** One open section. Throws SECTION_NOT_FOUND. */
export async function openSection(database: Database, fid: number) {
  const [row] = await database
    .select()
    .from(sections)
    .where(and(eq(sections.id, fid), eq(sections.closed, false)))
    .limit(1);
  return found(row, "SECTION_NOT_FOUND");
}

/** The classes of a section, in their order. */
export function classesOf(database: Database, fid: number): Promise<{ id: number; name: string }[]> {
  return database
    .select({ id: topicClasses.id, name: topicClasses.name })
    .from(topicClasses)
    .where(eq(topicClasses.sectionId, fid))
    .orderBy(asc(topicClasses.position), asc(topicClasses.id));
}

/** Refuses a topic's place that is not one: SECTION_NOT_FOUND, or CLASS_NOT_IN_SECTION beside the class. */
export async function checkPlace(database: Database, fid: number, classId: number | null): Promise<void> {
  await openSection(database, fid);
  if (classId === null) return;
  const classes = await classesOf(database, fid);
  if (classes.some(({ id }) => id === classId)) return;
  const refusal = new Refusal("CLASS_NOT_IN_SECTION");
  throw new Refusal("CLASS_NOT_IN_SECTION", { classId: [refusal.message] });
}

/** The ids of the sections that the caller moderates: by appointment, or every one as an administrator. */
export async function moderatedIds({ database, caller }: CallContext): Promise<number[]> {
  if (!caller.account?.admin) return caller.fids;
  const rows = await database.select({ id: sections.id }).from(sections).orderBy(sections.id);
  return rows.map(({ id }) => id);
}
