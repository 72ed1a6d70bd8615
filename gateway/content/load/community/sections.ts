import { and, eq, inArray, isNotNull, max, notInArray, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { moderators, sections, topicClasses, topics } from "../../../database/schema";
import { isOfPortal } from "../../../forum/sections/portal-key";
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
  const stored = await database
    .select({ id: sections.id, packKey: sections.packKey, name: sections.name })
    .from(sections);
  return sectionsOf(pack).flatMap(({ key, id }) => {
    const problem = (message: string): Problem => ({ file: "sections.yaml", field: `${key}.id`, message });
    const sameKey = stored.find((row) => row.packKey === key);
    const sameId = stored.find((row) => row.id === id);
    if (sameKey && sameKey.id !== id)
      return problem(`版块 ${key} 已经以编号 ${sameKey.id} 发布，不能改为 ${id}`);
    if (sameId && sameId.packKey !== key)
      return problem(
        isOfPortal(sameId.packKey)
          ? `编号 ${id} 已经属于在站内新建的版块「${sameId.name}」`
          : `编号 ${id} 已经属于版块 ${sameId.packKey}`,
      );
    return [];
  });
}

/** What a load leaves as it is: the columns with the times of changes in the portal. */
const holds = { words: sections.editedAt, names: sections.namedAt, place: sections.placedAt };

/** The pack's sections of which somebody changed this in the portal: a load does not change it. */
async function keptSections(database: Database, pack: Pack, hold: keyof typeof holds): Promise<Set<number>> {
  const ids = sectionsOf(pack).map(({ id }) => id);
  const rows = await database
    .select({ id: sections.id })
    .from(sections)
    .where(and(inArray(sections.id, ids), isNotNull(holds[hold])));
  return new Set(rows.map(({ id }) => id));
}

/** The value of the pack, or the present value when somebody changed it in the portal. */
const unlessHeld = (hold: keyof typeof holds, column: AnyPgColumn, excluded: string) =>
  sql`case when ${holds[hold]} is null then ${sql.raw(`excluded.${excluded}`)} else ${column} end`;

/** The place behind all present sections. */
async function lastPlace(database: Database): Promise<number> {
  const [row] = await database.select({ position: max(sections.position) }).from(sections);
  return row?.position ?? 0;
}

/**
 * Finds the present group of a pack's group, for its new sections: the one of that name, or the one to which the pack's
 * sections of it have gone, because the group was renamed.
 */
async function presentGroups(database: Database, pack: Pack): Promise<(name: string) => string> {
  const stored = await database.select({ id: sections.id, groupName: sections.groupName }).from(sections);
  const groupOf = new Map(stored.map(({ id, groupName }) => [id, groupName]));
  const names = new Set(groupOf.values());
  return (name) => {
    if (names.has(name)) return name;
    const group = pack.sections.groups.find((each) => each.name === name);
    const present = group?.sections.flatMap(({ id }) => groupOf.get(id) ?? []) ?? [];
    return present[0] ?? name;
  };
}

/**
 * Writes the sections and their classes. Sections that left the pack stay unchanged, and so do those that somebody
 * changed in the portal: words with classes and moderators, and names, each by itself. Once somebody has arranged the
 * pack's sections, all of them stay in their groups and places, and its new ones stand behind the others of their group.
 * @returns the ids by key, and what the load says of changes in the portal
 */
export async function loadSections(
  database: Database,
  pack: Pack,
  now: Date,
): Promise<{ ids: Map<string, number>; kept: string[] }> {
  const sectionItems = sectionsOf(pack);
  const keptIds = await keptSections(database, pack, "words");
  const namedIds = await keptSections(database, pack, "names");
  const isArranged = (await keptSections(database, pack, "place")).size > 0;
  const behind = isArranged ? 1 + (await lastPlace(database)) : 0;
  const groupNow = await presentGroups(database, pack);
  const rows = await Promise.all(
    sectionItems.map(
      async ({ key, id, groupName, name, summary, icon, rules = "", template = "", closed }, position) => ({
        id,
        packKey: key,
        groupName: isArranged ? groupNow(groupName) : groupName,
        position: behind + position,
        placedAt: isArranged ? now : null,
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
        ...(isArranged ? {} : { groupName: sql`excluded.group_name`, position: sql`excluded.position` }),
        name: unlessHeld("names", sections.name, "name"),
        summary: unlessHeld("words", sections.summary, "summary"),
        icon: unlessHeld("names", sections.icon, "icon"),
        rulesSource: unlessHeld("words", sections.rulesSource, "rules_source"),
        rulesHtml: unlessHeld("words", sections.rulesHtml, "rules_html"),
        questionTemplate: unlessHeld("names", sections.questionTemplate, "question_template"),
        closed: sql`excluded.closed`,
      },
    });
  await loadClasses(
    database,
    sectionItems.filter(({ id }) => !keptIds.has(id)),
  );
  return {
    ids: new Map(sectionItems.map(({ key, id }) => [key, id])),
    kept: [
      ...sectionItems
        .filter(({ id }) => keptIds.has(id))
        .map(({ name }) => `版块「${name}」的介绍、版规、分类和版主在站内改过，保留站内的`),
      ...sectionItems
        .filter(({ id }) => namedIds.has(id))
        .map(({ name }) => `版块「${name}」的名称、图标和发帖模板在站内改过，保留站内的`),
      ...(isArranged ? ["版块的分区和顺序在站内调整过，保留站内的；内容包的新版块排在本分区最后"] : []),
    ],
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
  const keptIds = await keptSections(database, pack, "words");
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
