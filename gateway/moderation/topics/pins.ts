import type { PinScope } from "contract/moderation/actions";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections } from "../../database/schema";
import type { Topic } from "../../forum/states/find-content";
import { Refusal } from "../../server/refusal";
import type { Operator } from "../operator";

/**
 * Refuses whoever may not pin for as many sections as this, or take such a pin off: ADMIN_ONLY for the whole site, and
 * NOT_YOUR_SECTION for a group of which they do not moderate every section.
 */
export async function checkMayPin(
  database: Database,
  operator: Operator,
  scope: PinScope | null,
  sectionId: number,
): Promise<void> {
  if (operator.admin || scope === null || scope === "section") return;
  if (scope === "site") throw new Refusal("ADMIN_ONLY", undefined, "全站置顶只能由管理员设置、更改和取消");
  const [here] = await database
    .select({ group: sections.groupName })
    .from(sections)
    .where(eq(sections.id, sectionId));
  const foreign = and(
    ...[eq(sections.groupName, here?.group ?? ""), eq(sections.closed, false)],
    notInArray(sections.id, operator.fids),
  );
  if ((await database.$count(sections, foreign)) > 0)
    throw new Refusal(
      "NOT_YOUR_SECTION",
      undefined,
      "分区置顶要由管理整个分区的版主或管理员设置、更改和取消",
    );
}

/** A topic that is pinned for its group is pinned for the group that it is moved to. */
export const checkMayBring = (
  database: Database,
  operator: Operator,
  { pinScope }: Pick<Topic, "pinScope">,
  sectionId: number,
): Promise<void> => checkMayPin(database, operator, pinScope === "group" ? "group" : null, sectionId);

/** Whether there is a group of sections all of which these are. */
export async function ownsGroup(database: Database, fids: number[]): Promise<boolean> {
  if (fids.length === 0) return false;
  const [whole] = await database
    .select({ group: sections.groupName })
    .from(sections)
    .where(eq(sections.closed, false))
    .groupBy(sections.groupName)
    .having(sql`bool_and(${sections.id} in ${fids})`)
    .limit(1);
  return whole !== undefined;
}
