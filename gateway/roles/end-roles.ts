import { wholeChange } from "contract/base/pages";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderators, staffRoles } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { notify } from "../messages/notify";
import { type LogEntry, writeLog } from "../moderation/write-log";
import { forget } from "../server/answers";
import { loggedRole } from "./staff-role";

const atOnce = 200;

/** Nobody ended it: the log's row has no operator. */
async function tellEnd(
  database: Database,
  { uid, at, ...entry }: Pick<LogEntry, "sectionId" | "before" | "after"> & { uid: number; at: Date },
): Promise<void> {
  const about = { targetKind: "person", targetId: uid, personId: uid } as const;
  const logId = await writeLog(database, { ...entry, ...about, at, action: "endRole", operatorId: null });
  await notify(database, [uid], { event: "moderated", actorId: null, logId, at });
}

async function endStaffRoles(database: Database, at: Date): Promise<void> {
  const due = await database
    .select()
    .from(staffRoles)
    .where(lte(staffRoles.until, at))
    .orderBy(asc(staffRoles.until))
    .limit(atOnce);
  for (const { accountId: uid, role } of due)
    await transact(database, async (inside) => {
      const [ended] = await inside
        .delete(staffRoles)
        .where(and(eq(staffRoles.accountId, uid), eq(staffRoles.role, role), lte(staffRoles.until, at)))
        .returning();
      if (!ended) return;
      const [before, after] = [loggedRole(role, ended), loggedRole(role, null)];
      await tellEnd(inside, { uid, at, before, after });
    });
}

async function endModerators(database: Database, at: Date): Promise<boolean> {
  const due = await database
    .select()
    .from(moderators)
    .where(lte(moderators.until, at))
    .orderBy(asc(moderators.until))
    .limit(atOnce);
  for (const { accountId: uid, sectionId } of due)
    await transact(database, async (inside) => {
      const [ended] = await inside
        .delete(moderators)
        .where(
          and(eq(moderators.accountId, uid), eq(moderators.sectionId, sectionId), lte(moderators.until, at)),
        )
        .returning();
      if (!ended) return;
      const before = { moderator: true, until: ended.until?.toISOString() ?? null };
      await tellEnd(inside, { uid, at, sectionId, before, after: { moderator: false, until: null } });
    });
  return due.length > 0;
}

/**
 * Removes roles whose end has come, with a row of the log and a notice to the person. Rights do not wait for it: an
 * ended role counts no more from its end (server/offices.ts).
 */
export const endRolesJob: Job = {
  name: "roles",
  everySeconds: 60,
  async run({ database, now, pagesChanged }) {
    const at = now();
    await endStaffRoles(database, at);
    // Pages of sections name their moderators.
    if (!(await endModerators(database, at))) return;
    forget({ database }, { effect: "hides" });
    pagesChanged(wholeChange);
  },
};
