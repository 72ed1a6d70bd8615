import { eq, sql } from "drizzle-orm";
import type { AuthorCard } from "contract/calls/forum-read";
import type { Person } from "contract/shapes";
import { filesPrefix } from "contract/wire";
import type { Database } from "../database/open";
import { accounts, moderators } from "../database/schema";
import { found } from "../refusal";

/** The columns of a member's public face; selected under another name with an alias of `accounts`. */
export const personColumns = { id: accounts.id, nickname: accounts.nickname, avatar: accounts.avatar };

interface PersonRow {
  id: number;
  nickname: string;
  avatar: string | null;
}

/** The public face of a member. */
export function toPerson(row: PersonRow): Person {
  return { uid: row.id, nickName: row.nickname, icon: row.avatar ? `${filesPrefix}${row.avatar}` : null };
}

/** As `toPerson`, for a left join that may have found nobody. */
export function toPersonOrNull(row: { [Key in keyof PersonRow]: PersonRow[Key] | null } | null): Person | null {
  return row?.id && row.nickname !== null ? toPerson({ id: row.id, nickname: row.nickname, avatar: row.avatar }) : null;
}

/** The columns of an author's card. */
export const cardColumns = {
  ...personColumns,
  intro: accounts.intro,
  admin: accounts.admin,
  moderator: sql<boolean>`exists (select 1 from ${moderators} where ${moderators.accountId} = ${accounts.id})`,
  topics: accounts.topics,
  posts: accounts.posts,
  followers: accounts.followers,
  following: accounts.following,
  joinedAt: accounts.createdAt,
};

type CardRow = PersonRow &
  Omit<AuthorCard, "uid" | "nickName" | "icon" | "role" | "joinedAt"> & { admin: boolean; moderator: boolean; joinedAt: Date };

export function toAuthorCard(row: CardRow): AuthorCard {
  const { intro, topics, posts, followers, following, joinedAt } = row;
  const role = row.admin ? "admin" : row.moderator ? "moderator" : "member";
  return { ...toPerson(row), intro, role, topics, posts, followers, following, joinedAt: joinedAt.toISOString() };
}

/** One member's card. Throws USER_NOT_FOUND. */
export async function authorCardOf(database: Database, uid: number): Promise<AuthorCard> {
  const [row] = await database.select(cardColumns).from(accounts).where(eq(accounts.id, uid)).limit(1);
  return toAuthorCard(found(row, "USER_NOT_FOUND"));
}
