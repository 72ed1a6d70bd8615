import type { Database } from "../../database/open";
import { notify } from "../../messages/notify";
import { type LogEntry, writeLog } from "../write-log";

/** What ended, of whom. */
export type Ended = Pick<LogEntry, "sectionId" | "before" | "after"> & { uid: number };

/** The end of a moderator's office, as the log has it. */
export const endedModerator = (uid: number, until: Date | null) => ({
  uid,
  before: { moderator: true, until: until?.toISOString() ?? null },
  after: { moderator: false, until: null },
});

/** Logs that an office ended by itself, and tells the person. Nobody ended it: the log's row has no operator. */
export async function logEnd(database: Database, { uid, at, ...entry }: Ended & { at: Date }): Promise<void> {
  const about = { targetKind: "person", targetId: uid, personId: uid } as const;
  const logId = await writeLog(database, { ...entry, ...about, at, action: "endRole", operatorId: null });
  await notify(database, [uid], { event: "moderated", actorId: null, logId, at });
}
