import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { accounts, follows } from "../database/schema";
import { personColumns, toPerson } from "../people/cards";
import type { CallContext } from "../server/context";

type FollowPage = CallResponse<"userFollowInfo">;

/** The people among these that the account follows, and those that follow it. */
async function ties(
  database: Database,
  accountId: number | undefined,
  uids: number[],
): Promise<{ followed: Set<number>; follows: Set<number> }> {
  const tied = { followed: new Set<number>(), follows: new Set<number>() };
  if (accountId === undefined || uids.length === 0) return tied;
  const rows = await database
    .select({ from: follows.accountId, to: follows.targetId })
    .from(follows)
    .where(
      and(
        eq(follows.kind, "user"),
        or(
          and(eq(follows.accountId, accountId), inArray(follows.targetId, uids)),
          and(eq(follows.targetId, accountId), inArray(follows.accountId, uids)),
        ),
      ),
    );
  for (const { from, to } of rows) {
    if (from === accountId) tied.followed.add(to);
    else tied.follows.add(from);
  }
  return tied;
}

/**
 * One page of a member's followers or followed people, the latest first, with the caller's relation to each.
 */
export async function followPage(
  { database, caller }: CallContext,
  { uid, kind, page, total }: CallRequest<"userFollowInfo"> & { total: number },
): Promise<FollowPage> {
  const { offset, ...place } = pageOf(total, page);
  const following = kind === "following";
  const listed = await database
    .select({ id: following ? follows.targetId : follows.accountId })
    .from(follows)
    .where(and(eq(follows.kind, "user"), eq(following ? follows.accountId : follows.targetId, uid)))
    .orderBy(sql`${follows.createdAt} desc nulls last`, following ? follows.targetId : follows.accountId)
    .limit(pageSize)
    .offset(offset);
  const ids = listed.map(({ id }) => id);
  const rows = await database
    .select({ ...personColumns, intro: accounts.intro, followers: accounts.followers })
    .from(accounts)
    .where(inArray(accounts.id, [0, ...ids]));
  const tied = await ties(database, caller.account?.id, ids);
  const people = new Map(
    rows.map(({ intro, followers, ...row }) => [
      row.id,
      {
        ...toPerson(row),
        intro,
        followers,
        followed: tied.followed.has(row.id),
        follows: tied.follows.has(row.id),
      },
    ]),
  );
  return { people: ids.flatMap((id) => people.get(id) ?? []), ...place, total };
}
