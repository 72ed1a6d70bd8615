import { liveStates } from "contract/activities/transitions";
import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import { contactOf } from "../account/contacts";
import type { Database } from "../database/open";
import {
  activities,
  activityFiles,
  activityInvitations,
  activityMessages,
  activityOrganisers,
  activityProofs,
  activityScans,
  activityScores,
  activitySignups,
  activitySteps,
  activityTeamMembers,
  activityWorks,
} from "../database/schema";
import type { Account } from "../server/context";
import { lockActivity } from "./lock";
import { endSignup } from "./signups/change";
import { endSearches } from "./teams/members";

const leaver = "已注销用户";

/** Removes a person's name from published results; the ranks stay. */
async function nameNobody(database: Database, works: { id: number; activityId: number }[]): Promise<void> {
  if (works.length === 0) return;
  const ids = JSON.stringify(works.map(({ id }) => id));
  // One statement, so that it does not overwrite results written at the same time.
  await database
    .update(activities)
    .set({
      results: sql`(select jsonb_agg(
        case when ${ids}::jsonb @> (result -> 'workId') then jsonb_set(result, '{by}', to_jsonb(${leaver}::text))
          else result end order by at)
        from jsonb_array_elements(${activities.results}) with ordinality as each (result, at))`,
    })
    .where(
      and(
        inArray(
          activities.id,
          works.map(({ activityId }) => activityId),
        ),
        sql`jsonb_array_length(${activities.results}) > 0`,
      ),
    );
}

/** Deletes the works of these sign-ups' teams in which nobody has an account any more. */
async function deleteAbandoned(database: Database, signupIds: number[]) {
  const teams = database
    .select({ id: activityTeamMembers.teamId })
    .from(activityTeamMembers)
    .where(inArray(activityTeamMembers.signupId, signupIds));
  const stillOwned = database
    .select({ id: activityTeamMembers.teamId })
    .from(activityTeamMembers)
    .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
    .where(and(inArray(activityTeamMembers.teamId, teams), isNotNull(activitySignups.accountId)));
  return database
    .delete(activityWorks)
    .where(and(inArray(activityWorks.teamId, teams), notInArray(activityWorks.teamId, stillOwned)))
    .returning({ id: activityWorks.id, activityId: activityWorks.activityId });
}

/**
 * Erases the sign-ups of an account that is closed (注销): cancels those for activities that have not ended, so that
 * others get the seats, and deletes the person's data from all. Includes sign-ups made as a guest with the account's
 * contacts.
 * @returns how many
 */
export async function eraseSignups(database: Database, account: Account, now: Date): Promise<number> {
  const contacts = (["phone", "email"] as const).flatMap((channel) => contactOf(account, channel) ?? []);
  const mine = or(
    eq(activitySignups.accountId, account.id),
    ...contacts.map(({ channel, contact: value }) =>
      and(
        eq(activitySignups.channel, channel),
        eq(activitySignups.contact, value),
        isNull(activitySignups.accountId),
      ),
    ),
  );
  const rows = await database
    .select({ signup: activitySignups, activity: activities })
    .from(activitySignups)
    .innerJoin(activities, eq(activities.id, activitySignups.activityId))
    .where(mine)
    .orderBy(activitySignups.activityId, activitySignups.id);
  for (const { signup, activity } of rows) {
    await lockActivity(database, activity.id);
    const [present] = await database
      .select()
      .from(activitySignups)
      .where(eq(activitySignups.id, signup.id))
      .for("update");
    const isLive = present && (liveStates as readonly string[]).includes(present.state);
    if (present && isLive && now < activity.endAt && !present.checkedInAt)
      await endSignup(
        database,
        activity,
        present,
        { action: "cancel", reason: "账号已注销", byId: null, words: "报名已取消" },
        now,
      );
  }
  const ids = rows.map(({ signup }) => signup.id);
  if (ids.length > 0) {
    await database
      .update(activitySignups)
      .set({ accountId: null, name: leaver, contact: "", answers: {}, reason: "", erasedAt: now })
      .where(inArray(activitySignups.id, ids));
    await endSearches(database, { signupIds: ids });
    // The reasons are the person's own words, or about the person.
    await database.update(activitySteps).set({ reason: "" }).where(inArray(activitySteps.signupId, ids));
    const works = await database
      .delete(activityWorks)
      .where(inArray(activityWorks.signupId, ids))
      .returning({ id: activityWorks.id, activityId: activityWorks.activityId });
    await nameNobody(database, [...works, ...(await deleteAbandoned(database, ids))]);
  }
  await database.delete(activityFiles).where(eq(activityFiles.accountId, account.id));
  await database.delete(activityInvitations).where(eq(activityInvitations.accountId, account.id));
  await database.delete(activityOrganisers).where(eq(activityOrganisers.accountId, account.id));
  await database.delete(activityScores).where(eq(activityScores.accountId, account.id));
  // What the person did as an organiser stays, without a name.
  const byNobody = { byId: null };
  await database.update(activitySteps).set(byNobody).where(eq(activitySteps.byId, account.id));
  await database.update(activityScans).set(byNobody).where(eq(activityScans.byId, account.id));
  await database.update(activityMessages).set(byNobody).where(eq(activityMessages.byId, account.id));
  await database
    .update(activitySignups)
    .set({ checkedInById: null })
    .where(eq(activitySignups.checkedInById, account.id));
  for (const { channel, contact: value } of contacts)
    await database
      .delete(activityProofs)
      .where(and(eq(activityProofs.channel, channel), eq(activityProofs.contact, value)));
  return ids.length;
}
