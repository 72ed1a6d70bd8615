import type { CallRequest, CallResponse } from "contract";
import type { Office } from "contract/base/access";
import type { Member } from "contract/moderation/members/calls";
import { developerTypeIds } from "contract/profile/fields";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  moderators,
  penalties,
  personNotes,
  profiles,
  sections,
  staffRoles,
} from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import { definitionsOf, optionOf } from "../../profile/definitions";
import { regionName } from "../../profile/regions";
import type { CallContext } from "../../server/context";
import { stillStands } from "../../server/offices";
import { idPage, inOrder } from "../deep-pages";
import { membersFound } from "./filter";

/** The characters of a note that the list shows. */
const noteLength = 60;

const columns = {
  person: personColumns,
  id: accounts.id,
  admin: accounts.admin,
  createdAt: accounts.createdAt,
  lastSeenDay: accounts.lastSeenDay,
  topics: accounts.topics,
  posts: accounts.posts,
  mutedUntil: accounts.mutedUntil,
  bannedUntil: accounts.bannedUntil,
  phone: accounts.phone,
  email: accounts.email,
  identity: profiles.identity,
  developtype: profiles.developtype,
  province: profiles.province,
  city: profiles.city,
};

const ofPerson = <Row extends { accountId: number }>(rows: Row[], id: number) =>
  rows.filter(({ accountId }) => accountId === id);

/** What moderators recorded about these people, and their offices; from one query each. */
async function recordsOf(database: Database, ids: number[], at: Date) {
  const number = sql<number>`count(*)::int`;
  const [moderating, appointed, punished, noted, notes, definitions] = await Promise.all([
    database
      .select({ accountId: moderators.accountId, name: sections.name })
      .from(moderators)
      .innerJoin(sections, eq(sections.id, moderators.sectionId))
      .where(and(inArray(moderators.accountId, ids), stillStands(moderators.until, at)))
      .orderBy(asc(sections.position), asc(sections.id)),
    database
      .select({ accountId: staffRoles.accountId, role: staffRoles.role })
      .from(staffRoles)
      .where(and(inArray(staffRoles.accountId, ids), stillStands(staffRoles.until, at))),
    database
      .select({ accountId: penalties.accountId, number })
      .from(penalties)
      .where(inArray(penalties.accountId, ids))
      .groupBy(penalties.accountId),
    database
      .select({ accountId: personNotes.accountId, number })
      .from(personNotes)
      .where(inArray(personNotes.accountId, ids))
      .groupBy(personNotes.accountId),
    database
      .selectDistinctOn([personNotes.accountId], {
        accountId: personNotes.accountId,
        text: sql<string>`left(${personNotes.text}, ${noteLength})`,
      })
      .from(personNotes)
      .where(inArray(personNotes.accountId, ids))
      .orderBy(asc(personNotes.accountId), desc(personNotes.id)),
    definitionsOf(database),
  ]);
  return { moderating, appointed, punished, noted, notes, definitions };
}

/** These members by their ids, in any order, with their contacts. */
export async function readMembers(
  database: Database,
  ids: number[],
  at: Date,
): Promise<(Member & { phone: string; email: string })[]> {
  if (ids.length === 0) return [];
  const [rows, records] = await Promise.all([
    database
      .select(columns)
      .from(accounts)
      .leftJoin(profiles, eq(profiles.accountId, accounts.id))
      .where(inArray(accounts.id, ids)),
    recordsOf(database, ids, at),
  ]);
  const inForce = (until: Date | null) => (until !== null && until > at ? until.toISOString() : "");
  return Promise.all(
    rows.map(async (row) => {
      const sectionNames = ofPerson(records.moderating, row.id).map(({ name }) => name);
      const roles: Office[] = [
        ...(row.admin ? (["admin"] as const) : []),
        ...(sectionNames.length > 0 ? (["moderator"] as const) : []),
        ...ofPerson(records.appointed, row.id).map(({ role }) => role),
      ];
      const { developerTypes, identityTypes } = records.definitions;
      const { province, city } = row;
      return {
        person: toPerson(row.person),
        joinedAt: row.createdAt.toISOString(),
        lastSeenDay: row.lastSeenDay ?? "",
        topics: row.topics,
        posts: row.posts,
        roles,
        sections: sectionNames,
        mutedUntil: inForce(row.mutedUntil),
        bannedUntil: inForce(row.bannedUntil),
        penalties: ofPerson(records.punished, row.id)[0]?.number ?? 0,
        developerType: optionOf(developerTypes, row.identity ?? "")?.name ?? "",
        // Who changed to an enterprise keeps the identity type that they chose before, which no page shows.
        identityType:
          row.identity === developerTypeIds.individual
            ? (identityTypes.find(({ code }) => code === row.developtype)?.name ?? "")
            : "",
        region: province && city ? await regionName({ province, city, county: "" }) : "",
        notes: ofPerson(records.noted, row.id)[0]?.number ?? 0,
        note: ofPerson(records.notes, row.id)[0]?.text ?? "",
        phone: row.phone ?? "",
        email: row.email ?? "",
      };
    }),
  );
}

const minuteBegun = (at: Date) => new Date(at.getTime() - (at.getTime() % 60_000));

/** A page of members, for administrators. Contacts are no part of it. */
export async function listMembers(
  { database, now }: CallContext,
  { order, page: wanted, size, ...filter }: CallRequest<"memberList">,
): Promise<CallResponse<"memberList">> {
  const at = now();
  // By the minute, so that the pages of a list share its positions.
  const list = membersFound(database, filter, { order, at: minuteBegun(at) });
  const { ids, total, page, pages } = await idPage(database, list, { page: wanted, size });
  const members = inOrder(ids, await readMembers(database, ids, at), ({ person }) => person.uid);
  return { items: members.map(({ phone: _phone, email: _email, ...member }) => member), total, page, pages };
}
