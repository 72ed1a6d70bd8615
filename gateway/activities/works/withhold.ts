import type { CallRequest } from "contract";
import { and, eq } from "drizzle-orm";
import { activitySignups, activityTeamMembers, activityWorks } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { lockActivity } from "../lock";
import type { Activity } from "../rows";
import { keepSteps } from "../signups/seats";
import { tell } from "../tell";
import { takingPart } from "./taking-part";

type WorkRow = typeof activityWorks.$inferSelect;

/**
 * Keeps a work out of the gallery, or shows it again. Each sign-up behind it gets a step with the organiser and the
 * reason, and its person a notice. Throws WORK_NOT_FOUND.
 */
export async function withholdWork(
  activity: Activity,
  { workId, withheld, reason }: CallRequest<"activityWorkWithhold">,
  context: CallContext,
): Promise<WorkRow> {
  const at = context.now();
  return transact(context.database, async (inside) => {
    await lockActivity(inside, activity.id);
    const which = and(eq(activityWorks.id, workId), takingPart(inside, activity));
    const [present] = await inside.select().from(activityWorks).where(which).for("update");
    const before = found(present, "WORK_NOT_FOUND");
    // Sent again after a lost answer, it tells nobody twice.
    if ((before.withheldAt !== null) === withheld) return before;
    const row = { ...before, withheldAt: withheld ? at : null };
    await inside
      .update(activityWorks)
      .set({ withheldAt: row.withheldAt })
      .where(eq(activityWorks.id, workId));
    const signups = await inside
      .select({ id: activitySignups.id, state: activitySignups.state })
      .from(activitySignups)
      .leftJoin(activityTeamMembers, eq(activityTeamMembers.signupId, activitySignups.id))
      .where(
        row.teamId === null
          ? eq(activitySignups.id, row.signupId ?? 0)
          : eq(activityTeamMembers.teamId, row.teamId),
      );
    const action = withheld ? "withholdWork" : "showWork";
    const byId = accountOf(context).id;
    for (const { id, state } of signups) await keepSteps(inside, [id], { action, state, byId, reason, at });
    const words = withheld ? `作品不在作品展里公开：${reason}` : "作品可以在作品展里公开了";
    await tell(
      inside,
      activity,
      signups.map(({ id }) => id),
      { words },
      at,
    );
    return row;
  });
}
