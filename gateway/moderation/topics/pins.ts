import type { PinScope } from "contract/moderation/actions";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections } from "../../database/schema";
import type { Topic } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";
import type { Operator } from "../operator";

/**
 * Refuses an operator who may not set or remove a pin of this scope: ADMIN_ONLY for the whole site, and
 * NOT_YOUR_SECTION for a group of sections if they do not moderate all of them.
 */
export async function checkMayPin(
  database: Database,
  operator: Operator,
  scope: PinScope | null,
  sectionId: number,
): Promise<void> {
  if (operator.admin || scope === null || scope === "section") return;
  if (scope === "site") throw new Refusal("ADMIN_ONLY", undefined, "全站置顶只能由管理员设置、更改和取消");
  const [sectionRow] = await database
    .select({ group: sections.groupName })
    .from(sections)
    .where(eq(sections.id, sectionId));
  const notModerated = and(
    ...[eq(sections.groupName, sectionRow?.group ?? ""), eq(sections.closed, false)],
    notInArray(sections.id, operator.fids),
  );
  if ((await database.$count(sections, notModerated)) > 0)
    throw new Refusal(
      "NOT_YOUR_SECTION",
      undefined,
      "分区置顶要由管理整个分区的版主或管理员设置、更改和取消",
    );
}

/** Checks a move of a topic that is pinned for its group: it becomes pinned for the new section's group. */
export const checkMayBring = (
  database: Database,
  operator: Operator,
  { pinScope }: Pick<Topic, "pinScope">,
  sectionId: number,
): Promise<void> => checkMayPin(database, operator, pinScope === "group" ? "group" : null, sectionId);

/** Whether these sections include all sections of at least one group. */
export async function ownsGroup(database: Database, fids: number[]): Promise<boolean> {
  if (fids.length === 0) return false;
  const [ownedGroup] = await database
    .select({ group: sections.groupName })
    .from(sections)
    .where(eq(sections.closed, false))
    .groupBy(sections.groupName)
    .having(sql`bool_and(${sections.id} in ${fids})`)
    .limit(1);
  return ownedGroup !== undefined;
}
