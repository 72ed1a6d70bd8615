import { logWarning } from "contract/base/log";
import { wholeChange } from "contract/base/pages";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderators, staffRoles } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { endedModerator, logEnd } from "../moderation/sections/log-end";
import { forget } from "../server/answers";
import { endedRole } from "./staff-role";

const atOnce = 200;

/** A row that fails is left to the next run, and does not hold up those behind it. */
const orLater = (database: Database, end: (inside: Database) => Promise<void>): Promise<void> =>
  transact(database, end).catch((error: unknown) =>
    logWarning("一个到期的角色还没有收尾，稍后再试：", error),
  );

async function endStaffRoles(database: Database, at: Date): Promise<void> {
  const due = await database
    .select()
    .from(staffRoles)
    .where(lte(staffRoles.until, at))
    .orderBy(asc(staffRoles.until))
    .limit(atOnce);
  for (const { accountId: uid, role } of due)
    await orLater(database, async (inside) => {
      const [ended] = await inside
        .delete(staffRoles)
        .where(and(eq(staffRoles.accountId, uid), eq(staffRoles.role, role), lte(staffRoles.until, at)))
        .returning();
      if (!ended) return;
      await logEnd(inside, { ...endedRole(uid, role, ended), at });
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
    await orLater(database, async (inside) => {
      const [ended] = await inside
        .delete(moderators)
        .where(
          and(eq(moderators.accountId, uid), eq(moderators.sectionId, sectionId), lte(moderators.until, at)),
        )
        .returning();
      if (!ended) return;
      await logEnd(inside, { ...endedModerator(uid, ended.until), sectionId, at });
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
