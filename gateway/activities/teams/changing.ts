import { liveStates } from "contract/activities/transitions";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { activitySignups } from "../../database/schema";
import { transact } from "../../database/transact";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import { type Activity, readActivity, type Signup } from "../rows";

export type TeamActivity = Activity & { teams: { min: number; max: number }; teamsUntil: Date };

/** Reads an activity that has teams. Throws NO_TEAMS. */
export async function withTeams(database: Database, id: number): Promise<TeamActivity> {
  const activity = await readActivity(database, id);
  if (!activity.teams || !activity.teamsUntil) throw new Refusal("NO_TEAMS");
  return activity as TeamActivity;
}

/**
 * The caller's sign-up with a seat. Throws TEAM_NEEDS_SEAT for one on the waiting list, TEAM_NEEDS_SIGNUP without one.
 */
export async function seatOf(database: Database, activityId: number, accountId: number): Promise<Signup> {
  const [row] = await database
    .select()
    .from(activitySignups)
    .where(
      and(
        eq(activitySignups.activityId, activityId),
        eq(activitySignups.accountId, accountId),
        inArray(activitySignups.state, [...liveStates]),
      ),
    );
  const signup = found(row, "TEAM_NEEDS_SIGNUP");
  if (signup.state === "waiting") throw new Refusal("TEAM_NEEDS_SEAT");
  return signup;
}

/** Changes teams under the activity's lock, before the deadline for teams. Throws TEAMS_CLOSED. */
export async function change<Result>(
  context: CallContext,
  activityId: number,
  work: (inside: Database, activity: TeamActivity) => Promise<Result>,
): Promise<Result> {
  const activity = await withTeams(context.database, activityId);
  if (context.now() >= activity.teamsUntil) throw new Refusal("TEAMS_CLOSED");
  return transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    return work(inside, activity);
  });
}
