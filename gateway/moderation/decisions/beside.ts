import { type LogAction, moderatorActions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import { notify } from "../../messages/notify";
import type { ActOutcome, Work } from "../batches/act";
import { lockChains, writeLog } from "../write-log";

/** A further action that a batch causes on another target, with its own row of the log and its own notice. */
export interface SideAction extends ActOutcome {
  action: LogAction;
  kind: "topic" | "post" | "person";
  targetId: number;
}

/**
 * Writes the further actions to the log and notifies the people concerned. It runs after all changes, because appending
 * to the log locks its chains for everybody.
 * @param ownSection the section of the action itself, whose row comes later
 * @returns the ids of the rows, in the order of the actions
 */
export async function writeDown(
  database: Database,
  done: SideAction[],
  work: Work,
  ownSection: number | null,
): Promise<number[]> {
  const { at, reason, operator } = work;
  await lockChains(database, [ownSection, ...done.map(({ sectionId }) => sectionId)]);
  const rows: number[] = [];
  for (const { action, kind, targetId, sectionId, personId, before, after, tell } of done) {
    const logId = await writeLog(database, {
      at,
      operatorId: operator.id,
      action,
      reason,
      targetId,
      targetKind: kind,
      sectionId,
      personId,
      before,
      after,
    });
    rows.push(logId);
    const { accountIds = [], ...about } = tell ?? {};
    if (moderatorActions[action].told)
      await notify(database, accountIds, { event: "moderated", actorId: null, logId, at, ...about });
  }
  return rows;
}
