import { foldNickname } from "contract/account/identity";
import { startOf, startOfNextDay } from "contract/base/time";
import type { LogValues } from "contract/moderation/actions";
import type { MemberFilter, MemberOrder, MemberType } from "contract/moderation/members/fields";
import { memberFilterNames } from "contract/moderation/members/fields";
import { developerTypeIds } from "contract/profile/fields";
import { and, eq, gt, gte, inArray, isNull, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { likeBeginning } from "../../database/like";
import type { Database } from "../../database/open";
import {
  accounts,
  follows,
  moderators,
  penalties,
  personNotes,
  profiles,
  staffRoles,
} from "../../database/schema";
import { stillStands } from "../../server/offices";
import { isAdministrator } from "../administrators/administrators";
import type { IdList } from "../deep-pages";
import { isPenaltyInForce } from "../people/list-forbidden";
import { digestOf } from "../write-log";

/** A subquery of account ids is read from its own index first where it names few people. */
function hasRecord(database: Database, record: NonNullable<MemberFilter["record"]>, at: Date): SQL {
  const accountId = { id: penalties.accountId };
  const inForce = (kind: "mute" | "ban") =>
    database
      .select(accountId)
      .from(penalties)
      .where(and(eq(penalties.kind, kind), isPenaltyInForce(at)));
  if (record === "muted") return inArray(accounts.id, inForce("mute"));
  if (record === "banned") return inArray(accounts.id, inForce("ban"));
  if (record === "noted")
    return inArray(accounts.id, database.select({ id: personNotes.accountId }).from(personNotes));
  const ofKind = record === "warned" ? eq(penalties.kind, "warning") : undefined;
  return inArray(accounts.id, database.select(accountId).from(penalties).where(ofKind));
}

function hasRole(database: Database, role: NonNullable<MemberFilter["role"]>, at: Date): SQL {
  if (role === "admin") return isAdministrator;
  if (role === "moderator") {
    const standing = stillStands(moderators.until, at);
    return inArray(
      accounts.id,
      database.select({ id: moderators.accountId }).from(moderators).where(standing),
    );
  }
  const standing = and(eq(staffRoles.role, role), stillStands(staffRoles.until, at));
  return inArray(accounts.id, database.select({ id: staffRoles.accountId }).from(staffRoles).where(standing));
}

/** Who follows a section or moderates it. */
function ofSection(database: Database, fid: number, at: Date): SQL {
  const followers = and(eq(follows.kind, "section"), eq(follows.targetId, fid));
  const moderating = and(eq(moderators.sectionId, fid), stillStands(moderators.until, at));
  return inArray(
    accounts.id,
    database
      .select({ id: follows.accountId })
      .from(follows)
      .where(followers)
      .union(database.select({ id: moderators.accountId }).from(moderators).where(moderating)),
  );
}

function ofType(type: MemberType): SQL | undefined {
  if (type === "individual" || type === "enterprise") return eq(profiles.identity, developerTypeIds[type]);
  return and(eq(profiles.identity, developerTypeIds.individual), eq(profiles.developtype, type));
}

/** The condition of a profile; undefined where the filter asks for nothing of it. */
function ofProfile(database: Database, { type, province, city }: MemberFilter): SQL | undefined {
  if (!type && !province && !city) return undefined;
  const where = and(
    type ? ofType(type) : undefined,
    province ? eq(profiles.province, province) : undefined,
    city ? eq(profiles.city, city) : undefined,
  );
  return inArray(accounts.id, database.select({ id: profiles.accountId }).from(profiles).where(where));
}

/** The condition that an account has this number, or a nickname with this beginning. */
export function isNamed(user: string): SQL | undefined {
  const byId = /^\d{1,9}$/.test(user) ? eq(accounts.id, Number(user)) : undefined;
  return or(byId, like(accounts.nicknameFolded, likeBeginning(foldNickname(user))));
}

/** The condition for the members of a filter; accounts that have ended are nobody's. */
export function isMemberOf(database: Database, filter: MemberFilter, at: Date): SQL {
  const { user, from, to, seenFrom, seenTo, postsMin, postsMax, record, fid, role } = filter;
  const conditions = [
    isNull(accounts.closedAt),
    user === "" ? undefined : isNamed(user),
    from === undefined ? undefined : gte(accounts.createdAt, startOf(from, "day")),
    to === undefined ? undefined : lt(accounts.createdAt, startOfNextDay(to)),
    seenFrom === undefined ? undefined : gte(accounts.lastSeenDay, seenFrom),
    seenTo === undefined ? undefined : or(isNull(accounts.lastSeenDay), lte(accounts.lastSeenDay, seenTo)),
    postsMin === undefined ? undefined : gte(accounts.posts, postsMin),
    postsMax === undefined ? undefined : lte(accounts.posts, postsMax),
    record === undefined ? undefined : hasRecord(database, record, at),
    fid === undefined ? undefined : ofSection(database, fid, at),
    role === undefined ? undefined : hasRole(database, role, at),
    ofProfile(database, filter),
  ];
  return and(...conditions) as SQL;
}

const keys: Record<MemberOrder, IdList["key"]> = {
  joined: { column: sql`${accounts.createdAt}`, type: "timestamptz" },
  seen: { column: sql`${accounts.lastSeenDay}`, type: "date" },
  posts: { column: sql`${accounts.posts}`, type: "int" },
};

/** The members of a filter in one of the orders, each of which has an index. By last days, only those who have one. */
export function membersFound(
  database: Database,
  filter: MemberFilter,
  { order, at }: { order: MemberOrder; at: Date },
): IdList {
  const known = order === "seen" ? sql` and ${accounts.lastSeenDay} is not null` : sql``;
  return {
    from: sql`${accounts}`,
    where: sql`${isMemberOf(database, filter, at)}${known}`,
    key: keys[order],
    id: sql`${accounts.id}`,
    descending: true,
  };
}

/** The condition that an account comes after another one in a table, which is in the order of the numbers. */
export const isAfter = (after: number): SQL => gt(accounts.id, after);

/** A filter as the log has it: who was typed is a digest, because the log has no typed texts. */
export const loggedFilter = (filter: MemberFilter): LogValues =>
  Object.fromEntries(
    memberFilterNames.flatMap((name) => {
      const value = filter[name];
      if (value === undefined || value === "") return [];
      return [[name, name === "user" ? digestOf(String(value)).slice(0, 12) : value]];
    }),
  );
