import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { activitySignups, activityTeamMembers, activityWorks } from "../../database/schema";
import type { Activity } from "../rows";

type WhichActivity = Pick<Activity, "id" | "teams">;

const acceptedIn = ({ id }: WhichActivity) =>
  and(eq(activitySignups.activityId, id), eq(activitySignups.state, "accepted"));

/**
 * The condition for works that compete: in team competitions not those kept from a team that ended, otherwise none of
 * a sign-up that was cancelled or refused.
 */
export function takingPart(database: Database, activity: WhichActivity) {
  const signups = database
    .select({ id: activitySignups.id })
    .from(activitySignups)
    .where(acceptedIn(activity));
  return and(
    eq(activityWorks.activityId, activity.id),
    activity.teams
      ? isNotNull(activityWorks.teamId)
      : or(isNotNull(activityWorks.teamId), inArray(activityWorks.signupId, signups)),
  );
}

/**
 * The condition for works that everybody sees: they compete, nobody withholds them, and somebody with an account and an
 * accepted sign-up answers for them.
 */
export function inGallery(database: Database, activity: WhichActivity) {
  const withAccount = and(acceptedIn(activity), isNotNull(activitySignups.accountId));
  const people = database.select({ id: activitySignups.id }).from(activitySignups).where(withAccount);
  const teams = database
    .select({ id: activityTeamMembers.teamId })
    .from(activityTeamMembers)
    .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
    .where(withAccount);
  return and(
    takingPart(database, activity),
    isNull(activityWorks.withheldAt),
    or(inArray(activityWorks.signupId, people), inArray(activityWorks.teamId, teams)),
  );
}
