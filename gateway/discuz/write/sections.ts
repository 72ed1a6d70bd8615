import type { SectionRights } from "contract/moderation/constants";
import { and, eq, max } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topicClasses } from "../../database/schema";
import { transact } from "../../database/transact";
import { decodeTitle } from "../bbcode/characters";
import { batchesOf, numberOf, type OldRow, rowsBy, textOf } from "../read/old-tables";
import { type ImportContext, type Imported, importedOf, recordImported } from "./import-context";
import { foreseen } from "./plan-ids";
import { renderOne } from "./render";
import { importModerators } from "./staff";

const plainText = (html: string) =>
  decodeTitle(html.replace(/<[^>]*>/g, "").replace(/\[[^\]]*\]/g, ""))
    .replace(/\s+/g, " ")
    .trim();

/** Groups that members made have sections of status 3; their topics are private to them. */
export const isGroupSection = (row: OldRow): boolean => numberOf(row.status) === 3;

/**
 * Whether a section asks for a formula, a medal or is for named members: PHP's form of
 * `["formula", "formula as shown", message, medal, users]`. What has another form is taken for a condition.
 */
function hasFormula(field: OldRow | undefined): boolean {
  const text = textOf(field?.formulaperm).trim();
  if (text === "") return false;
  if (!/^a:\d+:\{/.test(text)) return true;
  return (
    /i:[01];s:[1-9]/.test(text) || /"medal";(?!N;|b:0;|a:0:|s:0:)/.test(text) || /"users";s:[1-9]/.test(text)
  );
}

/** Who may enter: a section with a password, a condition or for some groups only is for those whom a moderator allows. */
function rightsOf(field: OldRow | undefined): SectionRights {
  const isClosed =
    textOf(field?.viewperm).trim() !== "" || textOf(field?.password).trim() !== "" || hasFormula(field);
  return isClosed ? { view: "allowed" } : {};
}

async function nextSectionId(database: Database): Promise<number> {
  const [row] = await database.select({ id: max(sections.id) }).from(sections);
  return (row?.id ?? 0) + 1;
}

async function insertSection(
  context: ImportContext,
  section: { oldId: number; values: Omit<typeof sections.$inferInsert, "id" | "packKey"> },
): Promise<void> {
  const { services, options } = context;
  await transact(services.database, async (database) => {
    const id = await nextSectionId(database);
    await database.insert(sections).values({
      ...section.values,
      id,
      packKey: `discuz:${options.source}:${section.oldId}`,
      editedAt: services.now(),
    });
    await recordImported(database, options.source, "section", [{ oldId: section.oldId, newId: id }]);
  });
}

/** Sections that come, without their groups and members' groups. */
const isPlace = (row: OldRow): boolean =>
  textOf(row.type) !== "group" && !isGroupSection(row) && numberOf(row.fid) > 0;

/** The new ids of sections, in a dry run also of those that a run would bring. */
export async function plannedSections(
  { services, tables, options }: ImportContext,
  fids: readonly number[],
): Promise<Map<number, Imported>> {
  const result = await importedOf(services.database, options.source, "section", fids);
  if (options.isDryRun)
    for (const row of await tables.where("forum_forum", "fid", fids)) {
      const fid = numberOf(row.fid);
      if (isPlace(row) && !result.has(fid)) result.set(fid, foreseen(fid));
    }
  return result;
}

/** Creates the section for topics whose section the board no longer has; it is in no list. */
export async function archiveSection(context: ImportContext): Promise<number> {
  const { services, options } = context;
  const find = async () =>
    (await importedOf(services.database, options.source, "section", [0])).get(0)?.newId;
  const known = await find();
  if (known !== undefined) return known;
  await insertSection(context, {
    oldId: 0,
    values: {
      groupName: "旧论坛",
      name: "旧论坛存档",
      position: 10_000,
      unlisted: true,
      postingClosed: true,
    },
  });
  return (await find()) ?? 0;
}

async function writeClasses(context: ImportContext, sectionId: number, rows: OldRow[]): Promise<void> {
  const { services, options } = context;
  const { database } = services;
  const present = await importedOf(
    database,
    options.source,
    "class",
    rows.map((row) => numberOf(row.typeid)),
  );
  const ordered = rows
    .filter((row) => !present.has(numberOf(row.typeid)))
    .sort((one, other) => numberOf(one.displayorder) - numberOf(other.displayorder));
  for (const [position, row] of ordered.entries()) {
    const name = [...plainText(textOf(row.name))].slice(0, 20).join("");
    if (!name) continue;
    context.report.add("分类");
    if (options.isDryRun) continue;
    await database.insert(topicClasses).values({ sectionId, name, position }).onConflictDoNothing();
    const [stored] = await database
      .select({ id: topicClasses.id })
      .from(topicClasses)
      .where(and(eq(topicClasses.sectionId, sectionId), eq(topicClasses.name, name)));
    if (stored)
      await recordImported(database, options.source, "class", [
        { oldId: numberOf(row.typeid), newId: stored.id },
      ]);
  }
}

/** Brings the sections with their classes and moderators. A dry run only counts them. */
export async function importSections(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  const rows: OldRow[] = [];
  for await (const batch of batchesOf(tables, "forum_forum", "fid")) rows.push(...batch);
  const fields = new Map<number, OldRow>();
  for await (const batch of batchesOf(tables, "forum_forumfield", "fid"))
    for (const row of batch) fields.set(numberOf(row.fid), row);
  const byId = new Map(rows.map((row) => [numberOf(row.fid), row]));
  const groupOf = (row: OldRow): string => {
    let at: OldRow | undefined = row;
    for (let steps = 0; at && textOf(at.type) !== "group" && steps < 10; steps += 1)
      at = byId.get(numberOf(at.fup));
    return plainText(textOf(at?.name)) || "旧论坛";
  };
  const present = await importedOf(services.database, options.source, "section", [...byId.keys()]);
  const ordered = rows
    .filter(isPlace)
    .sort((one, other) => numberOf(one.displayorder) - numberOf(other.displayorder));
  for (const [position, row] of ordered.entries()) {
    const fid = numberOf(row.fid);
    if (present.has(fid)) continue;
    report.add("版块");
    if (options.isDryRun) continue;
    const field = fields.get(fid);
    const rules = await renderOne(context, textOf(field?.rules));
    const name = plainText(textOf(row.name)) || `版块 ${fid}`;
    const rights = rightsOf(field);
    if (rights.view) report.leave("旧论坛限制浏览的版块，现在只有获得允许的人能看", name);
    await insertSection(context, {
      oldId: fid,
      values: {
        groupName: groupOf(row),
        position: 1_000 + position,
        name,
        summary: [...plainText(textOf(field?.description))].slice(0, 200).join(""),
        rulesSource: rules.source,
        rulesHtml: rules.html,
        unlisted: numberOf(row.status) === 0,
        rights,
      },
    });
  }
  const groups = rows.filter(isGroupSection).length;
  if (groups > 0) report.leave("群组没有带来", "forum_forum.status = 3", groups);
  await importClasses(context);
  await importModerators(context, await plannedSections(context, [...byId.keys()]));
}

async function importClasses(context: ImportContext): Promise<void> {
  const classes: OldRow[] = [];
  for await (const batch of batchesOf(context.tables, "forum_threadclass", "typeid")) classes.push(...batch);
  const byFid = rowsBy(classes, "fid");
  const ids = await plannedSections(context, [...byFid.keys()]);
  for (const [fid, list] of byFid) {
    const section = ids.get(fid);
    if (section) await writeClasses(context, section.newId, list);
  }
}
