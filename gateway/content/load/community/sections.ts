import { and, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { moderators, sections, topicClasses, topics } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { Problem } from "../../pack/problems";
import { renderPackText } from "../../render";
import { accountIds } from "../rows/ids";

function sectionsOf(pack: Pack) {
  return pack.sections.groups.flatMap((group) =>
    group.sections.map((section) => ({ ...section, groupName: group.name })),
  );
}

/** People keep links with a section's id. So the id stays with its key, and no other key may take it. */
export async function sectionConflicts(database: Database, pack: Pack): Promise<Problem[]> {
  const stored = await database.select({ id: sections.id, packKey: sections.packKey }).from(sections);
  return sectionsOf(pack).flatMap(({ key, id }) => {
    const problem = (message: string): Problem => ({ file: "sections.yaml", field: `${key}.id`, message });
    const sameKey = stored.find((row) => row.packKey === key);
    const sameId = stored.find((row) => row.id === id);
    if (sameKey && sameKey.id !== id)
      return problem(`版块 ${key} 已经以编号 ${sameKey.id} 发布，不能改为 ${id}`);
    if (sameId && sameId.packKey !== key) return problem(`编号 ${id} 已经属于版块 ${sameId.packKey}`);
    return [];
  });
}

/** The sections whose texts, classes or moderators somebody changed in the portal. A load does not change these. */
async function keptSections(database: Database, pack: Pack): Promise<Set<number>> {
  const ids = sectionsOf(pack).map(({ id }) => id);
  const rows = await database
    .select({ id: sections.id })
    .from(sections)
    .where(and(inArray(sections.id, ids), isNotNull(sections.editedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** The value of the pack, or the present value when somebody changed the section in the portal. */
const unlessEdited = (column: AnyPgColumn, excluded: string) =>
  sql`case when ${sections.editedAt} is null then ${sql.raw(`excluded.${excluded}`)} else ${column} end`;

/**
 * Writes the sections and their classes. Sections that left the pack stay unchanged, and so do those that somebody
 * changed in the portal. @returns the ids by key, and the names of the sections with changes from the portal
 */
export async function loadSections(
  database: Database,
  pack: Pack,
): Promise<{ ids: Map<string, number>; kept: string[] }> {
  const sectionItems = sectionsOf(pack);
  const keptIds = await keptSections(database, pack);
  const rows = await Promise.all(
    sectionItems.map(
      async ({ key, id, groupName, name, summary, icon, rules = "", template = "", closed }, position) => ({
        id,
        packKey: key,
        groupName,
        position,
        name,
        summary,
        icon,
        rulesSource: rules,
        rulesHtml: rules ? await renderPackText(rules) : "",
        questionTemplate: template.trim(),
        closed,
      }),
    ),
  );
  await database
    .insert(sections)
    .values(rows)
    .onConflictDoUpdate({
      target: sections.id,
      set: {
        groupName: sql`excluded.group_name`,
        position: sql`excluded.position`,
        name: sql`excluded.name`,
        summary: unlessEdited(sections.summary, "summary"),
        icon: sql`excluded.icon`,
        rulesSource: unlessEdited(sections.rulesSource, "rules_source"),
        rulesHtml: unlessEdited(sections.rulesHtml, "rules_html"),
        questionTemplate: sql`excluded.question_template`,
        closed: sql`excluded.closed`,
      },
    });
  await loadClasses(
    database,
    sectionItems.filter(({ id }) => !keptIds.has(id)),
  );
  return {
    ids: new Map(sectionItems.map(({ key, id }) => [key, id])),
    kept: sectionItems.filter(({ id }) => keptIds.has(id)).map(({ name }) => name),
  };
}

/**
 * Deletes a class that left the pack, unless it still has topics: then it moves behind the other classes.
 */
async function loadClasses(database: Database, items: { id: number; classes: string[] }[]): Promise<void> {
  const rows = items.flatMap(({ id, classes }) =>
    classes.map((name, position) => ({ sectionId: id, name, position })),
  );
  if (rows.length > 0) {
    await database
      .insert(topicClasses)
      .values(rows)
      .onConflictDoUpdate({
        target: [topicClasses.sectionId, topicClasses.name],
        set: { position: sql`excluded.position` },
      });
  }
  for (const { id, classes } of items) {
    const dropped = and(
      eq(topicClasses.sectionId, id),
      classes.length > 0 ? notInArray(topicClasses.name, classes) : undefined,
    );
    const unused = sql`not exists (select 1 from ${topics} where ${topics.classId} = ${topicClasses.id})`;
    await database.delete(topicClasses).where(and(dropped, unused));
    await database.update(topicClasses).set({ position: classes.length }).where(dropped);
  }
}

/**
 * Appoints the moderators that the pack names (demo members by key, others by email) and dismisses the other ones of
 * the section. A section without `moderators`, or one changed in the portal, keeps its moderators.
 * @returns the number of appointments
 */
export async function loadModerators(database: Database, pack: Pack): Promise<number> {
  const keptIds = await keptSections(database, pack);
  const moderatorRows = sectionsOf(pack).flatMap(({ id, moderators: list }) =>
    list && !keptIds.has(id) ? [{ id, list: list.map((name) => name.toLowerCase()) }] : [],
  );
  const ids = await accountIds(
    database,
    moderatorRows.flatMap(({ list }) => list),
  );
  const rows = moderatorRows.flatMap(({ id, list }) =>
    list.flatMap((name) => ids.get(name) ?? []).map((accountId) => ({ sectionId: id, accountId })),
  );
  for (const { id } of moderatorRows) {
    const keep = rows.filter((row) => row.sectionId === id).map((row) => row.accountId);
    await database
      .delete(moderators)
      .where(
        and(
          eq(moderators.sectionId, id),
          keep.length > 0 ? notInArray(moderators.accountId, keep) : undefined,
        ),
      );
  }
  if (rows.length > 0) await database.insert(moderators).values(rows).onConflictDoNothing();
  return rows.length;
}
