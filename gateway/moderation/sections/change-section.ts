import {
  type LogAction,
  type LogTarget,
  type LogValues,
  moderatorActions,
} from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationReasons, sections } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify } from "../../messages/notify";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockSection } from "../lock-section";
import { actsIn, type Operator, readOperator } from "../operator";
import { digestOf, writeLog } from "../write-log";

export type SectionRow = typeof sections.$inferSelect;

/** Stands for a section's name, group, icon and template: a form that showed other ones is refused. */
export const namesVersion = ({
  name,
  groupName,
  icon,
  questionTemplate,
}: Pick<SectionRow, "name" | "groupName" | "icon" | "questionTemplate">): string =>
  digestOf(JSON.stringify([name, groupName, icon, questionTemplate])).slice(0, 12);

/** A change of a section, as the log stores it. */
export interface SectionChange {
  action: LogAction;
  before: LogValues;
  after: LogValues;
  /** The target of the change, if it is not the section. */
  target?: { kind: LogTarget; id: number };
  /** The person whom the change concerns. */
  personId?: number;
  /** The text that the log shows as the reason, for forms that ask for none. */
  message?: string;
  /** Who is notified, and about which text; the notice is sent only if the table of actions says so. */
  tell?: { accountIds: number[]; topicId?: number; postId?: number };
  /** From now on a content pack does not overwrite the section's description, classes and moderators. */
  keeps?: true;
}

interface ChangeInput {
  fid: number;
  reason?: string;
}

/**
 * Changes one section, with its row of the log and its notice, in one transaction. Throws NOT_YOUR_SECTION and
 * SECTION_NOT_FOUND.
 * @param change makes the change and returns it; null when there is nothing to change
 * @param lockFirst a lock that is taken before the section's
 */
export async function changeSection(
  context: CallContext,
  { fid, reason = "" }: ChangeInput,
  change: (
    database: Database,
    about: { section: SectionRow; operator: Operator; at: Date },
  ) => Promise<SectionChange | null>,
  lockFirst?: (database: Database) => Promise<void>,
): Promise<{ changed: boolean }> {
  const at = context.now();
  return transact(context.database, async (database) => {
    const operator = await readOperator(database, accountOf(context).id);
    if (!actsIn(operator, fid)) throw new Refusal("NOT_YOUR_SECTION");
    await lockFirst?.(database);
    await lockSection(database, fid);
    const [row] = await database.select().from(sections).where(eq(sections.id, fid));
    const section = found(row, "SECTION_NOT_FOUND");
    if (section.closed) throw new Refusal("SECTION_NOT_FOUND");
    const changeMade = await change(database, { section, operator, at });
    if (!changeMade) return { changed: false };
    if (changeMade.keeps) await database.update(sections).set({ editedAt: at }).where(eq(sections.id, fid));
    const text = reason || changeMade.message;
    const [storedReason] = text ? await database.insert(moderationReasons).values({ text }).returning() : [];
    const { action, before, after, personId = null, target, tell } = changeMade;
    const logId = await writeLog(database, {
      at,
      action,
      before,
      after,
      personId,
      sectionId: fid,
      operatorId: operator.id,
      targetKind: target?.kind ?? "section",
      targetId: target?.id ?? fid,
      reason: storedReason ?? null,
    });
    if (tell && moderatorActions[action].told) {
      const { accountIds, ...texts } = tell;
      await notify(database, accountIds, { event: "moderated", actorId: null, logId, at, ...texts });
    }
    return { changed: true };
  });
}
