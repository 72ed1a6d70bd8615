import type { CallRequest, CallResponse } from "contract";
import type { LogAction, LogValues } from "contract/moderation/actions";
import { asc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationReasons, sections } from "../../database/schema";
import { transact } from "../../database/transact";
import { inGroups } from "../../forum/sections/find-sections";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal, refusedAt } from "../../server/refusal";
import { lockSection } from "../lock-section";
import { readOperator } from "../operator";
import { writeLog } from "../write-log";
import { namesVersion, type SectionRow } from "./change-section";

/** Stands for the order of all sections where changes of a section wait for each other; no section has this number. */
const wholeOrder = 0;

/** Makes changes of names, groups and the order of sections wait for each other. Take it before any section's lock. */
export const lockOrder = (database: Database): Promise<void> => lockSection(database, wholeOrder);

/** The sections in their order, without those that a content pack has closed. */
async function arrangedSections(database: Database): Promise<SectionRow[]> {
  return database
    .select()
    .from(sections)
    .where(eq(sections.closed, false))
    .orderBy(asc(sections.position), asc(sections.id));
}

/** Every section with its group, for administrators. */
export async function readArrangement({
  database,
}: Pick<CallContext, "database">): Promise<CallResponse<"sectionArrangement">> {
  const groups = inGroups(await arrangedSections(database));
  return {
    groups: groups.map(({ name, sections: list }) => ({
      name,
      sections: list.map((section) => ({
        fid: section.id,
        name: section.name,
        icon: section.icon,
        summary: section.summary,
        template: section.questionTemplate,
        version: namesVersion(section),
        topics: section.topics,
        posts: section.posts,
        postingClosed: section.postingClosed,
        unlisted: section.unlisted,
        archivedAt: section.archivedAt?.toISOString() ?? "",
        held: {
          names: section.namedAt !== null,
          place: section.placedAt !== null,
          words: section.editedAt !== null,
        },
      })),
    })),
  };
}

/** The items with one of them at another place, from 1; places beyond the end are the end. */
function withPlace<Item>(items: Item[], from: number, place: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(place - 1, 0, ...items.slice(from, from + 1));
}

/** Numbers the sections in this order; from now on content packs leave their groups and places. */
async function writeOrder(database: Database, ordered: SectionRow[], at: Date): Promise<void> {
  for (const [position, { id, position: present, placedAt }] of ordered.entries())
    if (present !== position || placedAt === null)
      await database.update(sections).set({ position, placedAt: at }).where(eq(sections.id, id));
}

interface OrderChange {
  before: LogValues;
  after: LogValues;
  /** A section of those that moved. */
  targetId: number;
  /** Names, which the log shows as the reason. */
  message: string;
}

/**
 * Changes groups or the order of sections, with a row of the log, in one transaction.
 * @param change makes the change; null when there is nothing to change
 */
async function changeOrder(
  context: CallContext,
  change: (database: Database, rows: SectionRow[], at: Date) => Promise<OrderChange | null>,
): Promise<{ changed: boolean }> {
  const at = context.now();
  return transact(context.database, async (database) => {
    const operator = await readOperator(database, accountOf(context).id);
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    await lockOrder(database);
    const made = await change(database, await arrangedSections(database), at);
    if (!made) return { changed: false };
    const { message, ...values } = made;
    const [reason] = await database.insert(moderationReasons).values({ text: message }).returning();
    const action: LogAction = "arrangeSections";
    await writeLog(database, {
      ...values,
      at,
      action,
      operatorId: operator.id,
      targetKind: "section",
      reason: reason ?? null,
    });
    return { changed: true };
  });
}

/** Moves a section to a place within its group. Throws SECTION_NOT_FOUND. */
export function placeSection(
  context: CallContext,
  { fid, place }: CallRequest<"placeSection">,
): Promise<{ changed: boolean }> {
  return changeOrder(context, async (database, rows, at) => {
    const groups = inGroups(rows);
    const group = found(
      groups.find(({ sections: list }) => list.some(({ id }) => id === fid)),
      "SECTION_NOT_FOUND",
    );
    const from = group.sections.findIndex(({ id }) => id === fid);
    const to = Math.min(place, group.sections.length);
    if (from + 1 === to) return null;
    const ordered = groups.flatMap((each) =>
      each === group ? withPlace(group.sections, from, to) : each.sections,
    );
    await writeOrder(database, ordered, at);
    return {
      targetId: fid,
      before: { position: from + 1 },
      after: { position: to },
      message: `版块「${group.sections[from]?.name}」在分区「${group.name}」里的顺序`,
    };
  });
}

/** Moves a group to a place among the groups. Throws SECTION_GROUP_NOT_FOUND. */
export function placeGroup(
  context: CallContext,
  { group: name, place }: CallRequest<"placeSectionGroup">,
): Promise<{ changed: boolean }> {
  return changeOrder(context, async (database, rows, at) => {
    const groups = inGroups(rows);
    const from = groups.findIndex((group) => group.name === name);
    const first = found(groups[from]?.sections[0], "SECTION_GROUP_NOT_FOUND");
    const to = Math.min(place, groups.length);
    if (from + 1 === to) return null;
    await writeOrder(
      database,
      withPlace(groups, from, to).flatMap(({ sections: list }) => list),
      at,
    );
    return {
      targetId: first.id,
      before: { position: from + 1 },
      after: { position: to },
      message: `分区「${name}」的顺序`,
    };
  });
}

/** Renames a group. Throws SECTION_GROUP_NOT_FOUND, and SECTION_GROUP_TAKEN beside the name. */
export function renameGroup(
  context: CallContext,
  { group: before, name }: CallRequest<"renameSectionGroup">,
): Promise<{ changed: boolean }> {
  return changeOrder(context, async (database, rows, at) => {
    const first = rows.find(({ groupName }) => groupName === before);
    // A form that is posted again finds the group under its new name.
    const isDone = !first && rows.some(({ groupName }) => groupName === name);
    if (isDone || (first && before === name)) return null;
    const { id } = found(first, "SECTION_GROUP_NOT_FOUND");
    if (rows.some(({ groupName }) => groupName === name)) throw refusedAt("name", "SECTION_GROUP_TAKEN");
    // Also of sections that a pack has closed: they come back into the same group.
    await database
      .update(sections)
      .set({ groupName: name, placedAt: at })
      .where(eq(sections.groupName, before));
    return { targetId: id, before: {}, after: {}, message: `分区「${before}」改名为「${name}」` };
  });
}
