/**
 * Teams of a competition: a captain, and members who accepted an invitation. A person has at most one team per
 * activity.
 */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, timestamp } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { person } from "../../base/shapes";
import { activityId, removalReason, searchShown, searchText, signupId, teamName } from "../fields";
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
    seenAs: "withheld",
    request: z.object({ activityId }),
    response: z.object({
      team: team.nullable(),
      /**
       * What the caller says to everybody, as the team's captain or as somebody without a team; null for nothing. Absent
       * where nobody can say anything.
       */
      search: z.object({ text: z.string(), at: timestamp }).nullable().optional(),
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
  activityTeamSearches: defineCall({
    group: "activity",
    summary:
      "Teams that look for people, and people who look for a team, the newest first; empty once teams cannot change.",
    method: "POST",
    path: "/gateway/rest/activity/team-searches",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ activityId }),
    response: z.object({
      items: some(
        z.object({
          id: z.number(),
          text: z.string(),
          at: timestamp,
          /** The captain, or the person who looks for a team. */
          person,
          /** The name of the category; empty where there is only one. */
          category: words,
          /** The team with its free places; null for a person. */
          team: z.object({ name: z.string(), free: count }).nullable().default(null),
        }),
      ),
      /** There are older ones. */
      more: flag,
    }),
  }),
  activityTeamSearchSave: defineCall({
    ...write,
    access: "unmuted",
    summary:
      "Says to everybody what the caller's team wants of people (only its captain may), or that the caller looks for a team; another text replaces it.",
    path: "/gateway/rest/activity/team-search-save",
    effect: "adds",
    request: z.object({
      activityId,
      /** Whom it is about, so that a form that came too late does not say one in place of the other. */
      of: z.enum(["team", "person"], "请选择"),
      text: searchText,
      shown: searchShown,
    }),
    response: done,
  }),
  activityTeamSearchEnd: defineCall({
    ...write,
    summary: "Takes back what the caller said to everybody; does nothing where that has ended.",
    path: "/gateway/rest/activity/team-search-end",
    effect: "adds",
    request: z.object({ activityId }),
    response: done,
  }),
  activityTeamSearchRemove: defineCall({
    group: "activity",
    summary: "For organisers: takes down such a text with a reason, which its author is told.",
    method: "POST",
    path: "/gateway/rest/activity/team-search-remove",
    body: "json",
    access: "organiser",
    limit: "moderate",
    effect: "hides",
    target: ({ activityId: activity }) => ({ activity }),
    request: z.object({
      activityId,
      searchId: id,
      reason: removalReason,
    }),
    response: done,
  }),
  activityTeamList: defineCall({
    group: "activity",
    summary: "For organisers: all teams with their members.",
    method: "POST",
    path: "/gateway/rest/activity/team-list",
    body: "json",
    access: "organiser",
    effect: "reads",
    seenAs: "withheld",
    target: ({ activityId: activity }) => ({ activity }),
    request: z.object({ activityId }),
    response: z.object({
      teams: some(z.object({ id: z.number(), name: z.string(), captain: words, members: some(z.string()) })),
    }),
  }),
};
