import { and, asc, eq, gt, or } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  activities,
  activitySearches,
  activitySignups,
  activityTeamMembers,
  activityTeams,
  activityWorks,
} from "../database/schema";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";
import { eraseSignups } from "./leave";

/** Sign-ups with their answers, teams and works. */
async function* signupsOf(database: Database, accountId: number) {
  yield* stretches((after) =>
    database
      .select({
        id: activitySignups.id,
        activity: activities.title,
        category: activitySignups.category,
        name: activitySignups.name,
        contact: activitySignups.contact,
        answers: activitySignups.answers,
        state: activitySignups.state,
        reason: activitySignups.reason,
        agreedTo: activitySignups.policyVersion,
        team: activityTeams.name,
        search: activitySearches.text,
        work: activityWorks.title,
        workAnswers: activityWorks.answers,
        signedUpAt: activitySignups.createdAt,
        checkedInAt: activitySignups.checkedInAt,
      })
      .from(activitySignups)
      .innerJoin(activities, eq(activities.id, activitySignups.activityId))
      .leftJoin(activityTeamMembers, eq(activityTeamMembers.signupId, activitySignups.id))
      .leftJoin(activityTeams, eq(activityTeams.id, activityTeamMembers.teamId))
      .leftJoin(activitySearches, eq(activitySearches.signupId, activitySignups.id))
      .leftJoin(
        activityWorks,
        or(
          eq(activityWorks.signupId, activitySignups.id),
          eq(activityWorks.teamId, activityTeamMembers.teamId),
        ),
      )
      .where(and(eq(activitySignups.accountId, accountId), gt(activitySignups.id, after)))
      .orderBy(asc(activitySignups.id))
      .limit(rowsAtOnce),
  );
}

export const activitiesPersonalData: PersonalData = {
  files: {
    "activities.json": {
      about: "活动报名：填写的内容、状态、队伍、招募或寻找队伍的话、作品",
      read: (database, { id }) => signupsOf(database, id),
    },
  },
  erase: async (database, account, now) => ({ signups: await eraseSignups(database, account, now) }),
};
