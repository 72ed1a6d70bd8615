/** The list of members for administrators, and the table that they take along. */
import { z } from "zod";
import { count, firstPage, some, words } from "../../base/absent";
import { officeNames } from "../../base/access";
import { defineCall } from "../../base/call";
import { id, longId, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { listPage, reason } from "../fields";
import { memberFilter, memberOrderNames } from "./fields";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;

const member = z.object({
  person,
  joinedAt: timestamp,
  /** The last day on which the person was there, in Beijing time; empty if none is known. */
  lastSeenDay: words,
  topics: count,
  posts: count,
  roles: some(z.enum(officeNames)),
  /** The sections that the person moderates. */
  sections: some(z.string()),
  /** The ends of a mute and a ban in force, the year 9999 for ever; empty without one. */
  mutedUntil: timestamp,
  bannedUntil: timestamp,
  /** All warnings, mutes and bans, also those that are over. */
  penalties: count,
  developerType: words,
  identityType: words,
  /** The province and the city of the profile. */
  region: words,
  notes: count,
  /** The beginning of the newest note of a moderator. */
  note: words,
});
export type Member = z.infer<typeof member>;

/** A table by its row of the log. */
const table = { table: longId, contacts: z.boolean().default(false) };

export const memberCalls = {
  memberList: defineCall({
    ...adminRow,
    summary: "Members by registration, last day, posts, penalties, section, role, developer type and region.",
    path: "/api/v1/moderator/member/list",
    limit: "search",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      ...memberFilter,
      order: z.enum(memberOrderNames, "顺序有误").default("joined"),
      ...listPage,
    }),
    response: z.object({ items: z.array(member), page: firstPage, pages: firstPage, total: count }),
  }),
  recordMemberTable: defineCall({
    ...adminRow,
    summary: "Enters a table of members in the log: its filters, its reason, and whether it has contacts.",
    path: "/api/v1/moderator/member/table-record",
    limit: "moderate",
    effect: "private",
    recentSignIn: true,
    request: z.object({ ...memberFilter, contacts: z.boolean().default(false), reason }),
    response: z.object({ table: z.number(), total: count }),
  }),
  memberTable: defineCall({
    ...adminRow,
    summary: "A part of a table of members that the caller entered in the log within the last half hour.",
    path: "/api/v1/moderator/member/table",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      ...memberFilter,
      ...table,
      /** The uid after which the part begins. */
      after: id.or(z.literal(0)).default(0),
    }),
    response: z.object({
      /** Phone and email are empty in a table without contacts. */
      items: z.array(member.extend({ phone: words, email: words })),
      /** The next `after`; null at the end. */
      next: z.number().nullable().default(null),
    }),
  }),
};
