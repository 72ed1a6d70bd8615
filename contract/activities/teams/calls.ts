/**
 * Teams of a competition: a captain, and members who accepted an invitation. A person has at most one team per
 * activity.
 */
import { z } from "zod";
import { some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { activityId, signupId, teamName } from "../fields";
import { team } from "../shapes";

const done = z.object({ success: z.literal(true).default(true) });
const write = {
  group: "activity",
  method: "POST",
  body: "json",
  access: "user",
  limit: "submit",
} as const;

export const activityTeamCalls = {
  activityTeam: defineCall({
    group: "activity",
    summary:
      "The caller's team in an activity, or null, and the invitations that the caller has not answered.",
    method: "POST",
    path: "/gateway/rest/activity/team",
    body: "json",
    access: "user",
    effect: "reads",
    request: z.object({ activityId }),
    response: z.object({
      team: team.nullable(),
      invitations: some(
        z.object({ invitationId: z.number(), team: z.string(), by: person.nullable(), at: timestamp }),
      ),
    }),
  }),
  activityTeamCreate: defineCall({
    ...write,
    summary: "Creates a team; the caller becomes its captain.",
    path: "/gateway/rest/activity/team-create",
    effect: "private",
    request: z.object({ activityId, name: teamName }),
    response: team,
  }),
  activityTeamInvite: defineCall({
    ...write,
    summary:
      "Invites a person by nickname; only for the captain. The person gets a notice, and can accept after signing up.",
    path: "/gateway/rest/activity/team-invite",
    effect: "private",
    request: z.object({
      activityId,
      nickName: z.string("请填写昵称").trim().min(1, "请填写昵称").max(100, "没有这个昵称的用户"),
    }),
    response: team,
  }),
  activityTeamAnswer: defineCall({
    ...write,
    summary: "Accepts or refuses an invitation.",
    path: "/gateway/rest/activity/team-answer",
    effect: "private",
    request: z.object({ activityId, invitationId: id, accept: z.boolean("请选择是否接受") }),
    response: z.object({ team: team.nullable().default(null) }),
  }),
  activityTeamLeave: defineCall({
    ...write,
    summary:
      "Leaves the caller's team. A captain must appoint another one first; the last member's leaving deletes the team.",
    path: "/gateway/rest/activity/team-leave",
    effect: "private",
    request: z.object({ activityId }),
    response: done,
  }),
  activityTeamHandOver: defineCall({
    ...write,
    summary: "Makes another member the captain.",
    path: "/gateway/rest/activity/team-hand-over",
    effect: "private",
    request: z.object({ activityId, signupId }),
    response: team,
  }),
  activityTeamRemove: defineCall({
    ...write,
    summary: "Removes a member from the team, or withdraws an invitation; only for the captain.",
    path: "/gateway/rest/activity/team-remove",
    effect: "private",
    request: z
      .object({ activityId, signupId: signupId.optional(), invitationId: id.optional() })
      .refine((request) => (request.signupId === undefined) !== (request.invitationId === undefined), {
        error: "请选择要移除的人",
        path: ["signupId"],
      }),
    response: team,
  }),
  activityTeamList: defineCall({
    group: "activity",
    summary: "For organisers: all teams with their members.",
    method: "POST",
    path: "/gateway/rest/activity/team-list",
    body: "json",
    access: "organiser",
    effect: "reads",
    target: ({ activityId: activity }) => ({ activity }),
    request: z.object({ activityId }),
    response: z.object({
      teams: some(z.object({ id: z.number(), name: z.string(), captain: words, members: some(z.string()) })),
    }),
  }),
};
