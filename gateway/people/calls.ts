/** Members as everyone sees them (spec 7.2, Person). */

import type { peopleCalls } from "contract/people/calls";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { memoized } from "../database/memo";
import { accounts, dailyPosts, follows } from "../database/schema";
import type { HandlersOf } from "../server/context";
import { personColumns, toPerson } from "./cards";
import { profileOf } from "./member-profile";

const rankDays = 30;

const rankLength = 10;

/**
 * A rank of thirty days does not change in ten minutes; counting it for every page would cost more than it
 * says.
 */
const rankSeconds = 600;

export const peopleHandlers = {
  authorInfo: ({ uid }, { database, caller }) => profileOf(database, uid, caller.account?.id),

  async heroRank(_request, { database, now }) {
    return memoized(database, "heroRank", now(), rankSeconds, async () => {
      const since = new Date(now().getTime() - rankDays * 86_400_000).toISOString().slice(0, 10);
      const written = sql<number>`sum(${dailyPosts.posts})::int`;
      const ranked = database
        .select({ id: dailyPosts.accountId, posts: written.as("written") })
        .from(dailyPosts)
        .where(gt(dailyPosts.day, since))
        .groupBy(dailyPosts.accountId)
        .having(gt(written, 0))
        .orderBy(desc(written), dailyPosts.accountId)
        .limit(rankLength)
        .as("ranked");
      const rows = await database
        .select({ ...personColumns, posts: ranked.posts })
        .from(ranked)
        .innerJoin(accounts, and(eq(accounts.id, ranked.id), isNull(accounts.closedAt)))
        .orderBy(desc(ranked.posts), accounts.id);
      return { people: rows.map((row) => ({ ...toPerson(row), posts: row.posts })) };
    });
  },

  async wellInformedPeople(_request, { database, caller }) {
    const followed = caller.account
      ? sql<boolean>`exists (select 1 from ${follows} where ${follows.accountId} = ${caller.account.id} and ${follows.kind} = 'user' and ${follows.targetId} = ${accounts.id})`
      : sql<boolean>`false`;
    const rows = await database
      .select({
        ...personColumns,
        intro: accounts.intro,
        answersAccepted: accounts.answersAccepted,
        likesReceived: accounts.likesReceived,
        followed,
      })
      .from(accounts)
      .where(
        and(isNull(accounts.closedAt), or(gt(accounts.answersAccepted, 0), gt(accounts.likesReceived, 0))),
      )
      .orderBy(
        sql`${accounts.answersAccepted} desc nulls last`,
        sql`${accounts.likesReceived} desc nulls last`,
        accounts.id,
      )
      .limit(rankLength);
    return {
      people: rows.map(({ intro, answersAccepted, likesReceived, followed: isFollowed, ...row }) => ({
        ...toPerson(row),
        intro,
        answersAccepted,
        likesReceived,
        followed: isFollowed,
      })),
    };
  },
} satisfies HandlersOf<typeof peopleCalls>;
