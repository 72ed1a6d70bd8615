import { type LogAction, moderatorActions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import { notify } from "../../messages/notify";
import type { ActOutcome, Work } from "../batches/act";
import { writeLog } from "../write-log";

/** Something that was done beside what a batch is of: it has a row of the log and a notice of its own. */
export interface Beside extends ActOutcome {
  action: LogAction;
  kind: "topic" | "post" | "person";
  targetId: number;
}

/**
 * Writes down what was done, and tells whom it concerns: after all changes, for everybody waits for the log's end.
 * @returns the rows of the log, in the order of what was done
 */
export async function writeDown(database: Database, done: Beside[], work: Work): Promise<number[]> {
  const { at, reason, operator } = work;
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
