import type { CallRequest } from "contract";
import { sectionsMost } from "contract/moderation/sections/fields";
import { and, between, eq, max, ne } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationReasons, sections } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { needFiles } from "../../files/needs/uses";
import { portalKey } from "../../forum/sections/portal-key";
import { previewed } from "../../forum/writing/publish";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal, refusedAt } from "../../server/refusal";
import { readOperator } from "../operator";
import { writeLog } from "../write-log";
import { lockOrder } from "./arrange";

/** Numbers of sections without a typed one, so that those of packs and moved boards stay free. */
const numbers = { first: 10_001, last: 99_999 } as const;

/** Throws SECTION_NAME_TAKEN beside the name: two sections of one name cannot be told apart in menus. */
export async function checkSectionName(database: Database, name: string, fid = 0): Promise<void> {
  const same = and(eq(sections.name, name), ne(sections.id, fid));
  if ((await database.$count(sections, same)) > 0) throw refusedAt("name", "SECTION_NAME_TAKEN");
}

/** The place behind all present sections. */
async function nextPlace(database: Database): Promise<number> {
  const [row] = await database.select({ position: max(sections.position) }).from(sections);
  return (row?.position ?? -1) + 1;
}

/**
 * The typed number, or the first free one, of which there are more than sections. Throws SECTION_NUMBER_TAKEN beside
 * the number.
 */
async function numberFor(database: Database, typed: number | undefined): Promise<number> {
  if (typed === undefined) {
    const rows = await database
      .select({ id: sections.id })
      .from(sections)
      .where(between(sections.id, numbers.first, numbers.last));
    const taken = new Set(rows.map(({ id }) => id));
    let free: number = numbers.first;
    while (taken.has(free)) free += 1;
    return free;
  }
  if ((await database.$count(sections, eq(sections.id, typed))) > 0)
    throw refusedAt("fid", "SECTION_NUMBER_TAKEN");
  return typed;
}

/**
 * Creates a section at the end of its group; content packs leave all of it. Throws SECTION_NAME_TAKEN and
 * SECTION_NUMBER_TAKEN beside their fields, and SECTIONS_FULL.
 */
export async function createSection(
  context: CallContext,
  { name, group, fid: typed, summary, icon, rules, template }: CallRequest<"createSection">,
): Promise<{ fid: number }> {
  const at = context.now();
  // Rendered before the transaction: no transaction may wait for a worker.
  const { html } = rules === "" ? { html: "" } : await previewed(context, rules);
  return transact(context.database, async (database) => {
    const operator = await readOperator(database, accountOf(context).id);
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    await lockOrder(database);
    await checkSectionName(database, name);
    if ((await database.$count(sections)) >= sectionsMost) throw new Refusal("SECTIONS_FULL");
    const fid = await numberFor(database, typed);
    await needFiles(database, html, template);
    const row: typeof sections.$inferInsert = {
      id: fid,
      packKey: portalKey(fid),
      groupName: group,
      position: await nextPlace(database),
      name,
      summary,
      icon,
      rulesSource: rules,
      rulesHtml: html,
      questionTemplate: template,
      editedAt: at,
      namedAt: at,
      placedAt: at,
    };
    await database
      .insert(sections)
      .values(row)
      .catch((error: unknown) => {
        // A content pack has brought a section of this number at the same time.
        throw isUniqueViolation(error) ? refusedAt("fid", "SECTION_NUMBER_TAKEN") : error;
      });
    const [reason] = await database
      .insert(moderationReasons)
      .values({ text: `新建版块「${name}」，在分区「${group}」里` })
      .returning();
    await writeLog(database, {
      at,
      action: "createSection",
      operatorId: operator.id,
      sectionId: fid,
      targetKind: "section",
      targetId: fid,
      reason: reason ?? null,
    });
    return { fid };
  });
}
