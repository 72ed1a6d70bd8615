import type { Person } from "contract/base/shapes";
import { filesPrefix } from "contract/base/wire";
import type { AuthorCard } from "contract/people/calls";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { outerColumn } from "../database/outer-column";
import { accounts, moderators } from "../database/schema";
import { stillStands } from "../server/offices";
import { found, Refusal } from "../server/refusal";

/** The columns of a member's public data. */
export const personColumns = { id: accounts.id, nickname: accounts.nickname, avatar: accounts.avatar };

interface PersonRow {
  id: number;
  nickname: string;
  avatar: string | null;
}

/** The public data of a member. */
export function toPerson(row: PersonRow): Person {
  return { uid: row.id, nickName: row.nickname, icon: row.avatar ? `${filesPrefix}${row.avatar}` : null };
}

/** The public data of these members, by id, from one query. Ids may repeat or be null. */
export async function peopleByIds(database: Database, ids: (number | null)[]): Promise<Map<number, Person>> {
  const distinctIds = distinct(ids);
  if (distinctIds.length === 0) return new Map();
  const rows = await database.select(personColumns).from(accounts).where(inArray(accounts.id, distinctIds));
  return new Map(rows.map((row) => [row.id, toPerson(row)]));
}

function distinct(ids: (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

/** The columns of an author's card. */
const cardColumns = {
  ...personColumns,
  intro: accounts.intro,
  admin: accounts.admin,
  moderator: sql<boolean>`exists (select 1 from ${moderators} where ${moderators.accountId} = ${outerColumn(accounts.id)}
    and ${stillStands(moderators.until)})`,
  topics: accounts.topics,
  posts: accounts.posts,
  followers: accounts.followers,
  following: accounts.following,
  joinedAt: accounts.createdAt,
  closed: sql<boolean>`${accounts.closedAt} is not null`,
};

type CardRow = PersonRow &
  Omit<AuthorCard, "uid" | "nickName" | "icon" | "role" | "joinedAt"> & {
    admin: boolean;
    moderator: boolean;
    joinedAt: Date;
    closed: boolean;
  };

function toAuthorCard(row: CardRow): AuthorCard {
  const { intro, topics, posts, followers, following, joinedAt } = row;
  // The texts of a closed account stay, but its counts are not public.
  if (row.closed)
    return {
      ...toPerson(row),
      intro,
      role: "member",
      topics: 0,
      posts: 0,
      followers: 0,
      following: 0,
      joinedAt: joinedAt.toISOString(),
    };
  const role = row.admin ? "admin" : row.moderator ? "moderator" : "member";
  return {
    ...toPerson(row),
    intro,
    role,
    topics,
    posts,
    followers,
    following,
    joinedAt: joinedAt.toISOString(),
  };
}

/** The cards of these members, by id. Ids may repeat or be null. */
export async function cardsByIds(
  database: Database,
  ids: (number | null)[],
): Promise<Map<number, AuthorCard>> {
  const distinctIds = distinct(ids);
  if (distinctIds.length === 0) return new Map();
  const rows = await database.select(cardColumns).from(accounts).where(inArray(accounts.id, distinctIds));
  return new Map(rows.map((row) => [row.id, toAuthorCard(row)]));
}

/** One member's card. Throws USER_NOT_FOUND. */
export async function authorCardOf(database: Database, uid: number): Promise<AuthorCard> {
  return found((await cardsByIds(database, [uid])).get(uid), "USER_NOT_FOUND");
}

/**
 * Like `authorCardOf`, but throws USER_NOT_FOUND for a closed account too, whose lists are not public.
 */
export async function openCardOf(database: Database, uid: number): Promise<AuthorCard> {
  if (await database.$count(accounts, and(eq(accounts.id, uid), isNotNull(accounts.closedAt))))
    throw new Refusal("USER_NOT_FOUND");
  return authorCardOf(database, uid);
}
