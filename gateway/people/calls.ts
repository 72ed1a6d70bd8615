import { dayjs } from "contract/base/time";
/** Public data of members (spec 7.2, Person). */

import { shortKeep } from "contract/base/keep-for";
import type { peopleCalls } from "contract/people/calls";
import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, dailyPosts, follows } from "../database/schema";
import { keep } from "../server/answers";
import type { CallContext, HandlersOf } from "../server/context";
import { personColumns, toPerson } from "./cards";
import { profileOf } from "./member-profile";

const rankDays = 30;

const rankLength = 10;

export const peopleHandlers = {
  authorInfo: ({ uid }, { database, caller }) => profileOf(database, uid, caller.account?.id),

  async heroRank(_request, { database, now }) {
    const since = dayjs.utc(now()).subtract(rankDays, "day").format("YYYY-MM-DD");
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
  },

  async wellInformedPeople(_request, context) {
    const people = await keep(context, ["wellInformed"], shortKeep, () => wellInformed(context.database));
    const followed = await followedAmong(
      context,
      people.map(({ uid }) => uid),
    );
    return { people: people.map((person) => ({ ...person, followed: followed.has(person.uid) })) };
  },
} satisfies HandlersOf<typeof peopleCalls>;

/** The members with the most accepted answers, then the most likes. */
async function wellInformed(database: Database) {
  const { intro, answersAccepted, likesReceived } = accounts;
  const rows = await database
    .select({ ...personColumns, intro, answersAccepted, likesReceived })
    .from(accounts)
    .where(and(isNull(accounts.closedAt), or(gt(accounts.answersAccepted, 0), gt(accounts.likesReceived, 0))))
    .orderBy(
      sql`${accounts.answersAccepted} desc nulls last`,
      sql`${accounts.likesReceived} desc nulls last`,
      accounts.id,
    )
    .limit(rankLength);
  return rows.map((row) => ({
    ...toPerson(row),
    intro: row.intro,
    answersAccepted: row.answersAccepted,
    likesReceived: row.likesReceived,
  }));
}

/** The people among these that the caller follows. */
async function followedAmong({ database, caller }: CallContext, uids: number[]): Promise<Set<number>> {
  if (!caller.account || uids.length === 0) return new Set();
  const rows = await database
    .select({ uid: follows.targetId })
    .from(follows)
    .where(
      and(
        eq(follows.accountId, caller.account.id),
        eq(follows.kind, "user"),
        inArray(follows.targetId, uids),
      ),
    );
  return new Set(rows.map(({ uid }) => uid));
}
