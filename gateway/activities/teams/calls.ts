/** Teams of a competition. Every change of a team runs under the activity's lock. */

import { foldNickname } from "contract/account/identity";
import { invitationsMax } from "contract/activities/constants";
import type { Team } from "contract/activities/shapes";
import type { activityTeamCalls } from "contract/activities/teams/calls";
import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  activityInvitations,
  activitySignups,
  activityTeamMembers,
  activityTeams,
  blocks,
} from "../../database/schema";
import { isUniqueViolation } from "../../database/transact";
import { peopleByIds } from "../../people/cards";
import { checkFields } from "../../sensitive-words/check-fields";
import { checkUnmuted } from "../../server/access";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { readAnyActivity } from "../rows";
import { tellAccounts } from "../tell";
import { change, seatOf, type TeamActivity, withTeams } from "./changing";
import {
  endSearches,
  invitationFor,
  leaveTeam,
  searchOf,
  signupOf,
  sizeOf,
  type TeamRow,
  takeKeptWork,
  teamOf,
  tellCaptain,
} from "./members";
import { activityTeamSearchHandlers } from "./searches";

/** The team whose captain the caller is. Throws TEAM_NOT_FOUND or NOT_CAPTAIN. */
async function ledTeam(inside: Database, activityId: number, accountId: number): Promise<TeamRow> {
  const seat = await seatOf(inside, activityId, accountId);
  const team = found(await teamOf(inside, seat.id), "TEAM_NOT_FOUND");
  if (team.captainId !== seat.id) throw new Refusal("NOT_CAPTAIN");
  return team;
}

/** Throws INVITEE_UNAVAILABLE for somebody who blocked the captain, and INVITEE_BLOCKED for whom the captain blocked. */
async function checkInvitee(inside: Database, captain: number, invitee: number): Promise<void> {
  const rows = await inside
    .select({ by: blocks.accountId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.accountId, captain), eq(blocks.blockedId, invitee)),
        and(eq(blocks.accountId, invitee), eq(blocks.blockedId, captain)),
      ),
    );
  if (rows.some(({ by }) => by === captain))
    throw new Refusal("INVITEE_BLOCKED", { nickName: ["你已屏蔽对方，解除屏蔽后才能邀请"] });
  if (rows.length > 0) throw new Refusal("INVITEE_UNAVAILABLE", { nickName: ["对方暂时不接收你的邀请"] });
}

/** Whether an account has a place in a team. */
async function isInTeam(inside: Database, teamId: number, accountId: number): Promise<boolean> {
  const rows = await inside
    .select({ id: activitySignups.id })
    .from(activityTeamMembers)
    .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
    .where(and(eq(activityTeamMembers.teamId, teamId), eq(activitySignups.accountId, accountId)));
  return rows.length > 0;
}

async function view(
  database: Database,
  { teams: { min, max }, teamsUntil }: TeamActivity,
  team: TeamRow,
  accountId: number,
): Promise<Team> {
  const members = await database
    .select({ signup: activitySignups, joinedAt: activityTeamMembers.joinedAt })
    .from(activityTeamMembers)
    .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
    .where(eq(activityTeamMembers.teamId, team.id))
    .orderBy(asc(activityTeamMembers.joinedAt), asc(activityTeamMembers.signupId));
  const leads = members.some(({ signup }) => signup.id === team.captainId && signup.accountId === accountId);
  const invited = leads
    ? await database
        .select()
        .from(activityInvitations)
        .where(eq(activityInvitations.teamId, team.id))
        .orderBy(asc(activityInvitations.id))
    : [];
  const people = await peopleByIds(database, [
    ...members.map(({ signup }) => signup.accountId),
    ...invited.map((invitation) => invitation.accountId),
  ]);
  return {
    id: team.id,
    name: team.name,
    captainId: team.captainId,
    min,
    max,
    until: teamsUntil.toISOString(),
    members: members.map(({ signup, joinedAt }) => ({
      signupId: signup.id,
      name: signup.name,
      person: (signup.accountId !== null && people.get(signup.accountId)) || null,
      captain: signup.id === team.captainId,
      pending: signup.state !== "accepted",
      joinedAt: joinedAt.toISOString(),
    })),
    invited: invited.flatMap((invitation) => {
      const person = people.get(invitation.accountId);
      const at = invitation.createdAt.toISOString();
      return person ? [{ invitationId: invitation.id, person, at }] : [];
    }),
  };
}

export const activityTeamHandlers = {
  ...activityTeamSearchHandlers,

  async activityTeam({ activityId }, context) {
    const { database } = context;
    const activity = await withTeams(database, activityId);
    const accountId = accountOf(context).id;
    const seat = await seatOf(database, activityId, accountId).catch((error: unknown) => {
      if (error instanceof Refusal && ["TEAM_NEEDS_SIGNUP", "TEAM_NEEDS_SEAT"].includes(error.code))
        return null;
      throw error;
    });
    const own = seat && (await teamOf(database, seat.id));
    const open = await database
      .select({ invitation: activityInvitations, team: activityTeams, captain: activitySignups.accountId })
      .from(activityInvitations)
      .innerJoin(activityTeams, eq(activityTeams.id, activityInvitations.teamId))
      .innerJoin(activitySignups, eq(activitySignups.id, activityTeams.captainId))
      .where(and(eq(activityInvitations.accountId, accountId), eq(activityTeams.activityId, activityId)))
      .orderBy(asc(activityInvitations.id));
    const people = await peopleByIds(
      database,
      open.map(({ captain }) => captain),
    );
    return {
      team: own && (await view(database, activity, own, accountId)),
      search: seat && (await searchOf(database, seat.id)),
      invitations: open.map(({ invitation, team, captain }) => ({
        invitationId: invitation.id,
        team: team.name,
        by: (captain !== null && people.get(captain)) || null,
        at: invitation.createdAt.toISOString(),
      })),
    };
  },

  async activityTeamCreate({ activityId, name: rawName }, context) {
    const accountId = accountOf(context).id;
    const { home } = await withTeams(context.database, activityId);
    // A gallery shows the names of teams to everybody, and no moderator reads them before.
    const isPublic = home?.gallery ?? false;
    if (isPublic) await checkUnmuted(accountOf(context), context);
    const strictness = isPublic ? "name" : "report";
    const { texts } = await checkFields(context, { name: { value: rawName, strictness } });
    const name = texts.name[0] ?? "";
    const at = context.now();
    try {
      return await change(context, activityId, async (inside, activity) => {
        const seat = await seatOf(inside, activityId, accountId);
        if (await teamOf(inside, seat.id)) throw new Refusal("TEAM_EXISTS");
        const values = {
          activityId,
          name,
          nameFolded: foldNickname(name),
          captainId: seat.id,
          createdAt: at,
        };
        const [row] = await inside.insert(activityTeams).values(values).returning();
        const team = found(row, "TEAM_NOT_FOUND");
        await inside.insert(activityTeamMembers).values({ signupId: seat.id, teamId: team.id, joinedAt: at });
        await takeKeptWork(inside, seat.id, team.id);
        await endSearches(inside, { signupIds: [seat.id] });
        return view(inside, activity, team, accountId);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal("TEAM_NAME_TAKEN", { name: ["这个队名已被使用"] });
      throw error;
    }
  },

  async activityTeamInvite({ activityId, nickName }, context) {
    const accountId = accountOf(context).id;
    return change(context, activityId, async (inside, activity) => {
      const team = await ledTeam(inside, activityId, accountId);
      if ((await sizeOf(inside, team.id)) >= activity.teams.max) throw new Refusal("TEAM_FULL");
      const [person] = await inside
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.nicknameFolded, foldNickname(nickName)), isNull(accounts.closedAt)));
      if (!person) throw new Refusal("INVITEE_NOT_FOUND", { nickName: ["没有这个昵称的用户"] });
      if (await isInTeam(inside, team.id, person.id))
        throw new Refusal("INVITEE_IN_TEAM", {
          nickName: [person.id === accountId ? "不用邀请自己" : "对方已在你的队伍里"],
        });
      await checkInvitee(inside, accountId, person.id);
      const waiting = await inside
        .select({ accountId: activityInvitations.accountId })
        .from(activityInvitations)
        .where(eq(activityInvitations.teamId, team.id));
      const isInvited = waiting.some((invitation) => invitation.accountId === person.id);
      if (!isInvited && waiting.length >= invitationsMax) throw new Refusal("TOO_MANY_TEAM_INVITATIONS");
      const at = context.now();
      const teamRows = await inside
        .insert(activityInvitations)
        .values({ teamId: team.id, accountId: person.id, createdAt: at })
        .onConflictDoNothing()
        .returning({ id: activityInvitations.id });
      if (teamRows.length > 0)
        await tellAccounts(
          inside,
          activityId,
          [person.id],
          `你被邀请加入队伍「${team.name}」`,
          at,
          "teamInvite",
        );
      return view(inside, activity, team, accountId);
    });
  },

  async activityTeamAnswer({ activityId, invitationId, accept }, context) {
    const accountId = accountOf(context).id;
    return change(context, activityId, async (inside, activity) => {
      const [row] = await inside
        .select({ team: activityTeams })
        .from(activityInvitations)
        .innerJoin(activityTeams, eq(activityTeams.id, activityInvitations.teamId))
        .where(and(invitationFor(accountId, invitationId), eq(activityTeams.activityId, activityId)));
      const { team } = found(row, "INVITATION_NOT_FOUND");
      const captain = await signupOf(inside, team.captainId);
      const now = context.now();
      const { nickname } = accountOf(context);
      if (accept) {
        const seat = await seatOf(inside, activityId, accountId);
        if (await teamOf(inside, seat.id)) throw new Refusal("TEAM_EXISTS");
        if (captain && captain.category !== seat.category) throw new Refusal("TEAM_OTHER_CATEGORY");
        if ((await sizeOf(inside, team.id)) >= activity.teams.max) throw new Refusal("TEAM_FULL");
        await inside
          .insert(activityTeamMembers)
          .values({ signupId: seat.id, teamId: team.id, joinedAt: now });
        await endSearches(inside, { signupIds: [seat.id] });
        if ((await sizeOf(inside, team.id)) >= activity.teams.max)
          await endSearches(inside, { teamId: team.id });
        const waits = seat.state === "accepted" ? "" : "（报名还在审核）";
        await tellCaptain(inside, captain, `${nickname} 加入了队伍「${team.name}」${waits}`, now);
      } else await tellCaptain(inside, captain, `${nickname} 没有接受队伍「${team.name}」的邀请`, now);
      await inside.delete(activityInvitations).where(eq(activityInvitations.id, invitationId));
      return { team: accept ? await view(inside, activity, team, accountId) : null };
    });
  },

  async activityTeamLeave({ activityId }, context) {
    const accountId = accountOf(context).id;
    return change(context, activityId, async (inside) => {
      const seat = await seatOf(inside, activityId, accountId);
      const team = found(await teamOf(inside, seat.id), "TEAM_NOT_FOUND");
      if (team.captainId === seat.id && (await sizeOf(inside, team.id)) > 1)
        throw new Refusal("CAPTAIN_HANDS_OVER");
      await leaveTeam(inside, seat, context.now(), { tellsCaptain: true });
      return { success: true as const };
    });
  },

  async activityTeamHandOver({ activityId, signupId }, context) {
    const accountId = accountOf(context).id;
    return change(context, activityId, async (inside, activity) => {
      const team = await ledTeam(inside, activityId, accountId);
      if ((await teamOf(inside, signupId))?.id !== team.id) throw new Refusal("NOT_IN_TEAM");
      await inside.update(activityTeams).set({ captainId: signupId }).where(eq(activityTeams.id, team.id));
      await endSearches(inside, { teamId: team.id });
      const words = `你现在是队伍「${team.name}」的队长`;
      await tellCaptain(inside, await signupOf(inside, signupId), words, context.now());
      return view(inside, activity, { ...team, captainId: signupId }, accountId);
    });
  },

  async activityTeamRemove({ activityId, signupId, invitationId }, context) {
    const accountId = accountOf(context).id;
    return change(context, activityId, async (inside, activity) => {
      const team = await ledTeam(inside, activityId, accountId);
      if (invitationId !== undefined) {
        const deletedRows = await inside
          .delete(activityInvitations)
          .where(and(eq(activityInvitations.id, invitationId), eq(activityInvitations.teamId, team.id)))
          .returning({ id: activityInvitations.id });
        if (deletedRows.length === 0) throw new Refusal("INVITATION_NOT_FOUND");
      } else {
        const [member] = await inside
          .select()
          .from(activitySignups)
          .where(eq(activitySignups.id, signupId ?? 0));
        if (!member || (await teamOf(inside, member.id))?.id !== team.id) throw new Refusal("NOT_IN_TEAM");
        if (member.id === team.captainId) throw new Refusal("CAPTAIN_HANDS_OVER");
        await leaveTeam(inside, member, context.now());
        if (member.accountId !== null)
          await tellAccounts(
            inside,
            activityId,
            [member.accountId],
            `你已被移出队伍「${team.name}」`,
            context.now(),
          );
      }
      return view(inside, activity, team, accountId);
    });
  },

  async activityTeamList({ activityId }, { database }) {
    await readAnyActivity(database, activityId);
    const rows = await database
      .select({ team: activityTeams, signupId: activitySignups.id, name: activitySignups.name })
      .from(activityTeams)
      .innerJoin(activityTeamMembers, eq(activityTeamMembers.teamId, activityTeams.id))
      .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
      .where(eq(activityTeams.activityId, activityId))
      .orderBy(asc(activityTeams.id), asc(activityTeamMembers.joinedAt));
    const teams = new Map<number, { id: number; name: string; captain: string; members: string[] }>();
    for (const { team, signupId, name } of rows) {
      const teamView = teams.get(team.id) ?? { id: team.id, name: team.name, captain: "", members: [] };
      teams.set(team.id, teamView);
      teamView.members.push(name);
      if (signupId === team.captainId) teamView.captain = name;
    }
    return { teams: [...teams.values()] };
  },
} satisfies HandlersOf<typeof activityTeamCalls>;
