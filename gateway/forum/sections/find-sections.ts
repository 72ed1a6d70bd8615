import type { SectionBrief, SectionClass } from "contract/forum/shapes";
import type { SectionRights } from "contract/moderation/constants";
import { refusals } from "contract/refusals";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topicClasses } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { found, Refusal, refusedAt } from "../../server/refusal";
import { checkRight, checkView } from "../../server/rights";

const briefColumns = {
  id: sections.id,
  groupName: sections.groupName,
  name: sections.name,
  summary: sections.summary,
  icon: sections.icon,
  topics: sections.topics,
  posts: sections.posts,
  closed: sections.closed,
  listed: sections.listed,
  rights: sections.rights,
  postingClosed: sections.postingClosed,
  archivedAt: sections.archivedAt,
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
  /** Whether menus, lists of the whole site, the search and feeds include it. */
  listed: boolean;
  rights: SectionRights;
  postingClosed: boolean;
  archivedAt: Date | null;
}

export function toSectionBrief({
  id,
  name,
  summary,
  icon,
  topics,
  posts,
  postingClosed,
  archivedAt,
}: SectionRow): SectionBrief {
  return { fid: id, name, summary, icon, topics, posts, postingClosed, archived: archivedAt !== null };
}

/** Whether menus, lists of the whole site, the search and feeds include a section. */
export const isListed = ({ listed }: Pick<SectionRow, "listed">): boolean => listed;

/** Every section in its order, closed ones too: a handful of rows that most lists need. */
export function allSections(database: Database): Promise<SectionRow[]> {
  return database.select(briefColumns).from(sections).orderBy(asc(sections.position), asc(sections.id));
}

/** Sections by group: the groups in the order of their first sections, the sections in theirs. */
export function inGroups<Row extends { groupName: string }>(
  rows: Row[],
): { name: string; sections: Row[] }[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.groupName, [...(groups.get(row.groupName) ?? []), row]);
  return [...groups].map(([name, sections]) => ({ name, sections }));
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

export type OpenSection = typeof sections.$inferSelect;

/** One open section. Throws SECTION_NOT_FOUND. */
export async function openSection(database: Database, fid: number): Promise<OpenSection> {
  const [row] = await database
    .select()
    .from(sections)
    .where(and(eq(sections.id, fid), eq(sections.closed, false)))
    .limit(1);
  return found(row, "SECTION_NOT_FOUND");
}

/**
 * One open section that the caller may see. Throws SECTION_NOT_FOUND, or NOT_SIGNED_IN when every member may see it.
 */
export async function visibleSection(
  { database, caller }: Pick<CallContext, "database" | "caller">,
  fid: number,
) {
  const section = await openSection(database, fid);
  checkView(caller, section, "SECTION_NOT_FOUND");
  return section;
}

/** The classes of a section, in their order. */
export function classesOf(database: Database, fid: number): Promise<SectionClass[]> {
  return database
    .select({ id: topicClasses.id, name: topicClasses.name, closed: topicClasses.closed })
    .from(topicClasses)
    .where(eq(topicClasses.sectionId, fid))
    .orderBy(asc(topicClasses.position), asc(topicClasses.id));
}

/**
 * Refuses an invalid section or class of a topic: SECTION_NOT_FOUND, RIGHT_DENIED and SECTION_POSTING_CLOSED beside
 * the section, CLASS_NOT_IN_SECTION and TOPIC_CLASS_CLOSED beside the class.
 * @param from the topic's present place, which stays allowed
 */
export async function checkPlace(
  { database, caller }: Pick<CallContext, "database" | "caller">,
  { fid, classId }: Place,
  from: Place | null = null,
): Promise<OpenSection> {
  const section = await visibleSection({ database, caller }, fid);
  const { postingClosed } = section;
  if (fid !== from?.fid) checkRight(caller, section, "post", "fid");
  if (postingClosed && fid !== from?.fid) throw refusedAt("fid", "SECTION_POSTING_CLOSED");
  if (classId === null) return section;
  // The lock lasts until the topic is written: a deletion of the class waits for it.
  const [chosen] = await database
    .select({ closed: topicClasses.closed })
    .from(topicClasses)
    .where(and(eq(topicClasses.id, classId), eq(topicClasses.sectionId, fid)))
    .for("key share");
  if (!chosen) throw refusedAt("classId", "CLASS_NOT_IN_SECTION");
  if (chosen.closed && classId !== from?.classId) throw refusedAt("classId", "TOPIC_CLASS_CLOSED");
  return section;
}

/** The place of a topic. */
interface Place {
  fid: number;
  classId: number | null;
}

/** The ids of the sections that the caller moderates: by appointment, or every one as an administrator. */
export async function moderatedIds({ database, caller }: CallContext): Promise<number[]> {
  if (!caller.account?.admin) return caller.fids;
  const rows = await database.select({ id: sections.id }).from(sections).orderBy(sections.id);
  return rows.map(({ id }) => id);
}

const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/** Refuses a text that is only its section's template. Throws TEMPLATE_UNTOUCHED. */
export function checkFilledIn({ questionTemplate }: OpenSection, source: string): void {
  if (questionTemplate && withoutSpace(source) === withoutSpace(questionTemplate)) {
    const { message } = refusals.TEMPLATE_UNTOUCHED;
    throw new Refusal("TEMPLATE_UNTOUCHED", { content: [message] });
  }
}
