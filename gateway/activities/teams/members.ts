import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  activityInvitations,
  activitySearches,
  activitySignups,
  activityTeamMembers,
  activityTeams,
  activityWorks,
} from "../../database/schema";
import type { Signup } from "../rows";
import { tellAccounts } from "../tell";

export type TeamRow = typeof activityTeams.$inferSelect;

/** The team of a sign-up, or null. */
export async function teamOf(database: Database, signupId: number): Promise<TeamRow | null> {
  const [row] = await database
    .select({ team: activityTeams })
    .from(activityTeamMembers)
    .innerJoin(activityTeams, eq(activityTeams.id, activityTeamMembers.teamId))
    .where(eq(activityTeamMembers.signupId, signupId));
  return row?.team ?? null;
}

export async function sizeOf(database: Database, teamId: number): Promise<number> {
  const [row] = await database
    .select({ members: count() })
    .from(activityTeamMembers)
    .where(eq(activityTeamMembers.teamId, teamId));
  return row?.members ?? 0;
}

/** A sign-up by its id, or null. */
export async function signupOf(database: Database, id: number): Promise<Signup | null> {
  const [row] = await database.select().from(activitySignups).where(eq(activitySignups.id, id));
  return row ?? null;
}

/** Notifies a team's captain of a change; a captain without an account gets nothing. */
export async function tellCaptain(
  database: Database,
  captain: Signup | null,
  words: string,
  now: Date,
): Promise<void> {
  if (captain?.accountId) await tellAccounts(database, captain.activityId, [captain.accountId], words, now);
}

/**
 * Removes a sign-up from its team, under the activity's lock. When a captain leaves, the longest-serving member becomes
 * captain; when the last member leaves, the team and its invitations are deleted. The team's work is then kept for that
 * member, out of the competition, until they make another team.
 * @param tellsCaptain whether to notify the captain, because somebody else made the change
 */
export async function leaveTeam(
  database: Database,
  { id, activityId, name }: Pick<Signup, "id" | "activityId" | "name">,
  now: Date,
  { tellsCaptain = false }: { tellsCaptain?: boolean } = {},
): Promise<void> {
  const team = await teamOf(database, id);
  if (!team) return;
  await database.delete(activityTeamMembers).where(eq(activityTeamMembers.signupId, id));
  const [next] = await database
    .select({ signupId: activityTeamMembers.signupId, accountId: activitySignups.accountId })
    .from(activityTeamMembers)
    .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
    .where(eq(activityTeamMembers.teamId, team.id))
    .orderBy(asc(activityTeamMembers.joinedAt), asc(activityTeamMembers.signupId))
    .limit(1);
  if (!next) {
    const [work] = await database
      .select({ id: activityWorks.id })
      .from(activityWorks)
      .where(eq(activityWorks.teamId, team.id));
    if (work) {
      // A member keeps one work, the latest.
      await database.delete(activityWorks).where(eq(activityWorks.signupId, id));
      await database
        .update(activityWorks)
        .set({ teamId: null, signupId: id })
        .where(eq(activityWorks.id, work.id));
    }
    await database.delete(activityTeams).where(eq(activityTeams.id, team.id));
    return;
  }
  if (team.captainId !== id) {
    if (tellsCaptain)
      await tellCaptain(
        database,
        await signupOf(database, team.captainId),
        `${name} 离开了队伍「${team.name}」`,
        now,
      );
    return;
  }
  // What the captain said of the team goes with the captain.
  await endSearches(database, { teamId: team.id });
  await database.update(activityTeams).set({ captainId: next.signupId }).where(eq(activityTeams.id, team.id));
  if (next.accountId !== null)
    await tellAccounts(database, activityId, [next.accountId], `你现在是队伍「${team.name}」的队长`, now);
}

/** Ends what was said by these sign-ups, or of this team. */
export async function endSearches(
  database: Database,
  what: { signupIds: number[] } | { teamId: number },
): Promise<void> {
  await database
    .delete(activitySearches)
    .where(
      "teamId" in what
        ? eq(activitySearches.teamId, what.teamId)
        : inArray(activitySearches.signupId, what.signupIds),
    );
}

/** What a sign-up says to everybody, or null. */
export async function searchOf(
  database: Database,
  signupId: number,
): Promise<{ text: string; at: string } | null> {
  const [row] = await database.select().from(activitySearches).where(eq(activitySearches.signupId, signupId));
  return row ? { text: row.text, at: row.agreedAt.toISOString() } : null;
}

/** The condition for an open invitation of this person. */
export const invitationFor = (accountId: number, invitationId: number) =>
  and(eq(activityInvitations.id, invitationId), eq(activityInvitations.accountId, accountId));

/** Gives a new team the work that was kept for its founder, if there is one. */
export async function takeKeptWork(database: Database, signupId: number, teamId: number): Promise<void> {
  await database
    .update(activityWorks)
    .set({ teamId, signupId: null })
    .where(eq(activityWorks.signupId, signupId));
}
