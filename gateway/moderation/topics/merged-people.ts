import type { LogValues } from "contract/moderation/actions";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { favorites, topicReadings, topics } from "../../database/schema";
import { countOnTopic } from "../../forum/states/heat";

/**
 * What people have of a topic besides its texts: favourites, and following it. They go along when it is merged into
 * another topic, without doubles, and come back when that is undone.
 */

const anyOf = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`;
const listOf = (rows: { accountId: number }[]) => rows.map(({ accountId }) => accountId).join(",");

async function countFavorites(database: Database, tid: number, change: number): Promise<void> {
  if (change === 0) return;
  await database
    .update(topics)
    .set(countOnTopic({ favorites: change }))
    .where(eq(topics.id, tid));
}

/** Whoever has both topics keeps the row of the one that goes, which no list shows meanwhile. */
async function moveFavorites(database: Database, from: number, to: number) {
  const moved = await database
    .update(favorites)
    .set({ topicId: to })
    .where(
      and(
        eq(favorites.topicId, from),
        sql`not exists (select from ${favorites} as there
          where there.account_id = ${favorites}.account_id and there.topic_id = ${to}::bigint)`,
      ),
    )
    .returning({ accountId: favorites.accountId });
  await countFavorites(database, from, -moved.length);
  await countFavorites(database, to, moved.length);
  return moved;
}

/**
 * Followers follow the other topic, unless they follow it or have muted it. The row of the topic that goes keeps the
 * time without the level, which says that they followed it until then.
 */
async function moveFollowers(database: Database, from: number, to: number) {
  const result = await database.execute(sql`
    insert into ${topicReadings} (account_id, topic_id, level, level_at)
    select account_id, ${to}::bigint, 'follow', level_at from ${topicReadings}
    where topic_id = ${from}::bigint and level = 'follow' order by account_id
    on conflict (account_id, topic_id) do update set level = 'follow', level_at = excluded.level_at
    where ${topicReadings.level} = 'default'
    returning account_id as "accountId"`);
  await database
    .update(topicReadings)
    .set({ level: "default" })
    .where(and(eq(topicReadings.topicId, from), eq(topicReadings.level, "follow")));
  return (result as unknown as { rows: { accountId: number }[] }).rows;
}

/** Brings favourites and followers of a locked topic to another. @returns what `peopleBack` needs */
export async function bringPeople(database: Database, from: number, to: number): Promise<LogValues> {
  const favorited = await moveFavorites(database, from, to);
  const followed = await moveFollowers(database, from, to);
  return { favorited: listOf(favorited), followed: listOf(followed) };
}

/** Brings back those that `bringPeople` brought to the other topic, unless they have ended it there since. */
export async function peopleBack(
  database: Database,
  { from, to }: { from: number; to: number },
  { favorited, followed }: { favorited: number[]; followed: number[] },
): Promise<void> {
  const back = await database
    .update(favorites)
    .set({ topicId: from })
    .where(and(eq(favorites.topicId, to), sql`${favorites.accountId} = ${anyOf(favorited)}`))
    .returning({ accountId: favorites.accountId });
  await countFavorites(database, to, -back.length);
  await countFavorites(database, from, back.length);
  const there = and(
    eq(topicReadings.topicId, to),
    eq(topicReadings.level, "follow"),
    sql`${topicReadings.accountId} = ${anyOf(followed)}`,
  );
  // They have never opened the other topic: the row was made for the level alone.
  await database
    .delete(topicReadings)
    .where(and(there, eq(topicReadings.floor, 0), sql`${topicReadings.seenAt} is null`));
  await database.update(topicReadings).set({ level: "default", levelAt: null }).where(there);
  await database
    .update(topicReadings)
    .set({ level: "follow" })
    .where(
      and(
        eq(topicReadings.topicId, from),
        eq(topicReadings.level, "default"),
        isNotNull(topicReadings.levelAt),
      ),
    );
}
