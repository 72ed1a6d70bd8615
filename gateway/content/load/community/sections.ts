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

/** A section's id is in links that people keep: it stays with its key, and no other key may take it over. */
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

/** The sections of the pack whose words, classes or moderators were changed in the portal: those are left alone. */
async function keptSections(database: Database, pack: Pack): Promise<Set<number>> {
  const ids = sectionsOf(pack).map(({ id }) => id);
  const rows = await database
    .select({ id: sections.id })
    .from(sections)
    .where(and(inArray(sections.id, ids), isNotNull(sections.editedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** What is the operator's own of a section unless it was changed in the portal. */
const unlessEdited = (column: AnyPgColumn, excluded: string) =>
  sql`case when ${sections.editedAt} is null then ${sql.raw(`excluded.${excluded}`)} else ${column} end`;

/**
 * Sections and their classes as the pack has them. Sections that the pack no longer names are left as they
 * are, and so is what was changed in the portal. @returns the ids by key, and what was left alone, by name
 */
export async function loadSections(
  database: Database,
  pack: Pack,
): Promise<{ ids: Map<string, number>; kept: string[] }> {
  const wanted = sectionsOf(pack);
  const kept = await keptSections(database, pack);
  const rows = await Promise.all(
    wanted.map(
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
    wanted.filter(({ id }) => !kept.has(id)),
  );
  return {
    ids: new Map(wanted.map(({ key, id }) => [key, id])),
    kept: wanted.filter(({ id }) => kept.has(id)).map(({ name }) => name),
  };
}

/**
 * A class that the pack no longer names goes, unless topics still stand in it: then it stays, after the
 * others.
 */
async function loadClasses(database: Database, wanted: { id: number; classes: string[] }[]): Promise<void> {
  const rows = wanted.flatMap(({ id, classes }) =>
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
  for (const { id, classes } of wanted) {
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
 * Appoints the moderators that the pack names (members of a pack by key, others by email), and dismisses the
 * section's others. A section without `moderators` keeps those it has, and so does one that was changed in the portal. @returns how many it
 * appointed
 */
export async function loadModerators(database: Database, pack: Pack): Promise<number> {
  const kept = await keptSections(database, pack);
  const named = sectionsOf(pack).flatMap(({ id, moderators: list }) =>
    list && !kept.has(id) ? [{ id, list: list.map((name) => name.toLowerCase()) }] : [],
  );
  const ids = await accountIds(
    database,
    named.flatMap(({ list }) => list),
  );
  const rows = named.flatMap(({ id, list }) =>
    list.flatMap((name) => ids.get(name) ?? []).map((accountId) => ({ sectionId: id, accountId })),
  );
  for (const { id } of named) {
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
