import type { CallResponse } from "contract";
import type { MySignup, Team } from "contract/activities/shapes";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** Whom the captain who is looking may invite, and whom they have invited: by the persons' numbers. */
export interface LedTeam {
  /** The name of the team's category: nobody else can join. */
  category: string;
  invited: { uid: number; invitationId: number }[];
}

const invitedBy = (team: Team) =>
  team.invited.map(({ person, invitationId }) => ({ uid: person.uid, invitationId }));

/**
 * The team that the reader leads, where there is a place in it and somebody looks for a team; otherwise null. Only then
 * it is asked for.
 */
export async function ledTeam(
  scope: Scope,
  signup: MySignup | null,
  searches: CallResponse<"activityTeamSearches"> | null,
): Promise<LedTeam | null> {
  if (!signup || signup.state === "waiting" || !searches?.items.some(({ team }) => team === null))
    return null;
  const [mine, personal] = await Promise.all([
    orWithout(scope, scope.gateway.call("activityTeam", { activityId: signup.activity.id }), null),
    orWithout(scope, scope.personal(), null),
  ]);
  const team = mine?.team;
  if (!team || !personal || team.members.length >= team.max) return null;
  const leads = team.members.some(({ captain, person }) => captain && person?.uid === personal.uid);
  return leads ? { category: signup.category.name, invited: invitedBy(team) } : null;
}
