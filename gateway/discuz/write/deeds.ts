import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, favorites, follows, likes, posts, sections, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { heatOf } from "../../forum/states/heat";
import { batchesOf, numberOf, type OldRow, textOf, timeOf } from "../read/old-tables";
import {
  beforeBound,
  chunksOf,
  type ImportContext,
  importedOf,
  isBefore,
  keepNumber,
  keptNumber,
  recordImported,
} from "./import-context";
import { threadsInOrder } from "./plan-ids";

/** Likes, favourites and follows. What somebody took back here since does not come again. */

type Gain = Map<number, number>;
const gainOf = (ids: readonly number[]): Gain => {
  const gain: Gain = new Map();
  for (const id of ids) gain.set(id, (gain.get(id) ?? 0) + 1);
  return gain;
};

/** The ids with their gains as a relation (id, gained). */
const relation = (gain: Gain) =>
  sql`unnest(${sql.param([...gain.keys()])}::bigint[], ${sql.param([...gain.values()])}::int[]) as g (id, gained)`;

const heatWith = (change: "likes" | "favorites") =>
  heatOf(
    {
      replies: sql`t.replies`,
      likes: change === "likes" ? sql`t.likes + g.gained` : sql`t.likes`,
      favorites: change === "favorites" ? sql`t.favorites + g.gained` : sql`t.favorites`,
      views: sql`t.views`,
    },
    sql`extract(epoch from t.created_at)`,
  );

type Like = { accountId: number; postId: number; createdAt: Date };

/** Writes likes and counts the new ones. Their authors get no notices of them. */
async function writeLikes(database: Database, values: Like[]): Promise<number> {
  if (values.length === 0) return 0;
  const inserted: { postId: number }[] = [];
  for (const some of chunksOf(values))
    inserted.push(
      ...(await database
        .insert(likes)
        .values(some.map((like) => ({ ...like, told: false })))
        .onConflictDoNothing()
        .returning({ postId: likes.postId })),
    );
  const gain = gainOf(inserted.map(({ postId }) => postId));
  if (gain.size === 0) return 0;
  await database.execute(sql`
    update ${topics} as t set likes = t.likes + g.gained, heat = ${heatWith("likes")}
    from ${posts} as p, ${relation(gain)} where p.id = g.id and p.floor = 1 and t.id = p.topic_id`);
  await database.execute(
    sql`update ${posts} as p set likes = p.likes + g.gained from ${relation(gain)} where p.id = g.id`,
  );
  await database.execute(sql`
    update ${accounts} as a set likes_received = a.likes_received + gained.likes
    from (
      select p.author_id, sum(g.gained)::int as likes from ${relation(gain)} join ${posts} as p on p.id = g.id
      join ${topics} as t on t.id = p.topic_id where p.listed and t.listed group by 1
    ) as gained where a.id = gained.author_id`);
  return inserted.length;
}

async function membersOf({ services, options }: ImportContext, rows: OldRow[], column: string) {
  return importedOf(
    services.database,
    options.source,
    "member",
    rows.map((row) => numberOf(row[column])),
  );
}

/** The rows from the last run's latest second on, without those that are the next run's. */
const newer = (context: ImportContext, rows: OldRow[], from: number): OldRow[] =>
  rows.filter((row) => numberOf(row.dateline) >= from && isBefore(context, row));

async function topicLikes(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  if (!(await tables.has("forum_memberrecommend"))) return;
  const until = (await keptNumber(services.database, options.source, "likesUntil")) ?? 0;
  let latest = until;
  for await (const rows of threadsInOrder(tables, 500)) {
    const tids = rows.filter((row) => numberOf(row.recommends) !== 0 || numberOf(row.recommend_add) !== 0);
    const found = newer(
      context,
      await tables.where(
        "forum_memberrecommend",
        "tid",
        tids.map((row) => numberOf(row.tid)),
      ),
      until,
    );
    const [topicIds, members] = [
      await importedOf(
        services.database,
        options.source,
        "topic",
        found.map((row) => numberOf(row.tid)),
      ),
      await membersOf(context, found, "recommenduid"),
    ];
    const firsts = await services.database
      .select({ id: posts.id, topicId: posts.topicId, authorId: posts.authorId })
      .from(posts)
      .where(
        and(
          inArray(posts.topicId, [0, ...[...topicIds.values()].map(({ newId }) => newId)]),
          eq(posts.floor, 1),
        ),
      );
    const byTopic = new Map(firsts.map((row) => [row.topicId, row]));
    const values = found.flatMap((row): Like[] => {
      const first = byTopic.get(topicIds.get(numberOf(row.tid))?.newId ?? -1);
      const accountId = members.get(numberOf(row.recommenduid))?.newId;
      latest = Math.max(latest, numberOf(row.dateline));
      if (!first || accountId === undefined || first.authorId === accountId) return [];
      return [{ accountId, postId: first.id, createdAt: timeOf(row.dateline) }];
    });
    report.add("点赞", await transact(services.database, (database) => writeLikes(database, values)));
  }
  // Topics that stayed behind because of their age have likes that come with them.
  if (options.since === null) await keepNumber(services.database, options.source, "likesUntil", latest);
}

/** Likes of replies have no time on the board, so each reply's come once. */
async function replyLikes(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  if (!(await tables.has("forum_hotreply_member"))) return;
  for await (const rows of batchesOf(tables, "forum_hotreply_number", "pid", 500)) {
    const pids = rows.map((row) => numberOf(row.pid));
    const before = await importedOf(services.database, options.source, "replyLikes", pids);
    const known = await importedOf(
      services.database,
      options.source,
      "post",
      pids.filter((pid) => !before.has(pid)),
    );
    const written = new Map([...known].filter(([, { written: isWritten }]) => isWritten));
    const found = (await tables.where("forum_hotreply_member", "pid", [...written.keys()])).filter(
      (row) => numberOf(row.attitude) === 1,
    );
    const members = await membersOf(context, found, "uid");
    const own = await services.database
      .select({ id: posts.id, authorId: posts.authorId, createdAt: posts.createdAt })
      .from(posts)
      .where(inArray(posts.id, [0, ...[...written.values()].map(({ newId }) => newId)]));
    const byId = new Map(own.map((row) => [row.id, row]));
    const values = found.flatMap((row): Like[] => {
      const post = byId.get(written.get(numberOf(row.pid))?.newId ?? -1);
      const accountId = members.get(numberOf(row.uid))?.newId;
      if (!post || accountId === undefined || post.authorId === accountId) return [];
      return [{ accountId, postId: post.id, createdAt: post.createdAt }];
    });
    await transact(services.database, async (database) => {
      report.add("点赞", await writeLikes(database, values));
      const marks = [...written].map(([oldId, { newId }]) => ({ oldId, newId }));
      await recordImported(database, options.source, "replyLikes", marks);
    });
  }
}

type Follow = { accountId: number; kind: "user" | "section"; targetId: number; createdAt: Date };

async function writeFollows(database: Database, values: Follow[]): Promise<number> {
  if (values.length === 0) return 0;
  const inserted: (typeof follows.$inferSelect)[] = [];
  for (const some of chunksOf(values))
    inserted.push(...(await database.insert(follows).values(some).onConflictDoNothing().returning()));
  const people = inserted.filter(({ kind }) => kind === "user");
  const add = async (table: typeof accounts | typeof sections, column: string, ids: number[]) => {
    const name = sql.identifier(column);
    if (ids.length > 0)
      await database.execute(
        sql`update ${table} as f set ${name} = f.${name} + g.gained from ${relation(gainOf(ids))} where f.id = g.id`,
      );
  };
  await add(
    accounts,
    "following",
    people.map(({ accountId }) => accountId),
  );
  await add(
    accounts,
    "followers",
    people.map(({ targetId }) => targetId),
  );
  await add(
    sections,
    "followers",
    inserted.filter(({ kind }) => kind === "section").map(({ targetId }) => targetId),
  );
  return inserted.length;
}

/** Friends and people who are listened to become followed people. */
async function people(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  for (const [table, other] of [
    ["home_friend", "fuid"],
    ["home_follow", "followuid"],
  ] as const) {
    if (!(await tables.has(table))) continue;
    const until = (await keptNumber(services.database, options.source, `${table}Until`)) ?? 0;
    let latest = until;
    for await (const rows of batchesOf(tables, "common_member", "uid", 500)) {
      const found = newer(
        context,
        await tables.where(
          table,
          "uid",
          rows.map((row) => numberOf(row.uid)),
        ),
        until,
      );
      const members = await membersOf(context, found, "uid");
      const others = await membersOf(context, found, other);
      const values = found.flatMap((row): Follow[] => {
        latest = Math.max(latest, numberOf(row.dateline));
        const [accountId, targetId] = [
          members.get(numberOf(row.uid))?.newId,
          others.get(numberOf(row[other]))?.newId,
        ];
        if (accountId === undefined || targetId === undefined || accountId === targetId) return [];
        return [{ accountId, kind: "user", targetId, createdAt: timeOf(row.dateline) }];
      });
      report.add("关注", await transact(services.database, (database) => writeFollows(database, values)));
    }
    await keepNumber(services.database, options.source, `${table}Until`, latest);
  }
}

async function writeFavorites(
  database: Database,
  values: { accountId: number; topicId: number; createdAt: Date }[],
): Promise<number> {
  if (values.length === 0) return 0;
  const inserted = await database.insert(favorites).values(values).onConflictDoNothing().returning();
  if (inserted.length === 0) return 0;
  await database.execute(sql`
    update ${topics} as t set favorites = t.favorites + g.gained, heat = ${heatWith("favorites")}
    from ${relation(gainOf(inserted.map(({ topicId }) => topicId)))} where t.id = g.id`);
  await database.execute(sql`
    update ${accounts} as a set favorites = a.favorites + g.gained
    from ${relation(gainOf(inserted.map(({ accountId }) => accountId)))} where a.id = g.id`);
  return inserted.length;
}

async function bookmarks(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  if (!(await tables.has("home_favorite"))) return;
  for (let above = (await keptNumber(services.database, options.source, "favoriteUpTo")) ?? 0; ; ) {
    const rows = beforeBound(context, await tables.after("home_favorite", "favid", above, 500));
    if (rows.length === 0) return;
    above = numberOf(rows.at(-1)?.favid);
    const of = (type: string) => rows.filter((row) => textOf(row.idtype) === type);
    const members = await membersOf(context, rows, "uid");
    const ids = async (kind: "topic" | "section", some: OldRow[]) =>
      importedOf(
        services.database,
        options.source,
        kind,
        some.map((row) => numberOf(row.id)),
      );
    const [topicIds, sectionIds] = [await ids("topic", of("tid")), await ids("section", of("fid"))];
    const pairs = (some: OldRow[], targets: Awaited<ReturnType<typeof ids>>) =>
      some.flatMap((row) => {
        const [accountId, target] = [members.get(numberOf(row.uid))?.newId, targets.get(numberOf(row.id))];
        if (accountId === undefined || !target?.written) return [];
        return [{ accountId, target: target.newId, createdAt: timeOf(row.dateline) }];
      });
    const topicPairs = pairs(of("tid"), topicIds);
    const present = await services.database
      .select({ id: topics.id })
      .from(topics)
      .where(inArray(topics.id, [0, ...topicPairs.map(({ target }) => target)]));
    const still = new Set(present.map(({ id }) => id));
    const own = topicPairs.filter(({ target }) => still.has(target));
    const followed = pairs(of("fid"), sectionIds);
    await transact(services.database, async (database) => {
      report.add(
        "收藏",
        await writeFavorites(
          database,
          own.map(({ target, ...rest }) => ({ ...rest, topicId: target })),
        ),
      );
      report.add(
        "关注",
        await writeFollows(
          database,
          followed.map(({ target, ...rest }) => ({ ...rest, kind: "section" as const, targetId: target })),
        ),
      );
      if (options.since === null) await keepNumber(database, options.source, "favoriteUpTo", above);
    });
  }
}

export async function importDeeds(context: ImportContext): Promise<void> {
  for (const stage of [topicLikes, replyLikes, people, bookmarks]) {
    await stage(context);
    context.progress("点赞、关注和收藏", context.report.total);
  }
}
