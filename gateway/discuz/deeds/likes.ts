import { and, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, likes, posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { batchesOf, numberOf, type OldRow, timeOf } from "../read/old-tables";
import {
  chunksOf,
  type ImportContext,
  importedOf,
  keepNumber,
  keepNumbers,
  keptNumber,
  recordImported,
} from "../write/import-context";
import { postTables, threadsInOrder } from "../write/plan-ids";
import { plannedMembers } from "../write/write-members";
import { firstPosts, foreseenPosts, headsOf } from "./first-posts";
import { countFresh, gainOf, heatWith, isNewer, isOneOf, relation } from "./gains";

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

/** How many likes `writeLikes` would write. */
async function countLikes(database: Database, values: readonly Like[]): Promise<number> {
  const present = await database
    .select({ accountId: likes.accountId, postId: likes.postId })
    .from(likes)
    .where(
      and(
        isOneOf(
          likes.postId,
          values.map(({ postId }) => postId),
        ),
        isOneOf(
          likes.accountId,
          values.map(({ accountId }) => accountId),
        ),
      ),
    );
  return countFresh(
    values.map(({ accountId, postId }) => [accountId, postId]),
    present.map(({ accountId, postId }) => [accountId, postId]),
  );
}

/** The kind under which the latest like of each topic is noted, while other topics wait for a run without `--since`. */
const singlyKind = "topicLikesUntil";

/** The likes of some topics that came after those that are here, with the latest time of each topic. */
async function newTopicLikes(context: ImportContext, topicRows: OldRow[], until: number) {
  const { services, tables, options, report } = context;
  const tids = topicRows.map((row) => numberOf(row.tid));
  const marks = await importedOf(services.database, options.source, singlyKind, tids);
  const found = (await tables.where("forum_memberrecommend", "tid", tids)).filter((row) =>
    isNewer(context, row, Math.max(until, marks.get(numberOf(row.tid))?.newId ?? 0)),
  );
  const foundTids = new Set(found.map((row) => numberOf(row.tid)));
  const firsts = await firstPosts(context, [...foundTids]);
  const members = await plannedMembers(
    context,
    found.map((row) => numberOf(row.recommenduid)),
  );
  for (const topic of topicRows) {
    const tid = numberOf(topic.tid);
    if (numberOf(topic.recommend_sub) > 0 && firsts.has(tid))
      report.leave("主题的反对没有记下是谁的，都成了点赞", `tid ${tid}`, numberOf(topic.recommend_sub));
  }
  const latest = new Map<number, number>();
  const values = found.flatMap((row): Like[] => {
    const tid = numberOf(row.tid);
    const [first, accountId] = [firsts.get(tid), members.get(numberOf(row.recommenduid))?.newId];
    if (first) latest.set(tid, Math.max(latest.get(tid) ?? 0, numberOf(row.dateline)));
    if (!first || accountId === undefined || first.authorId === accountId) return [];
    return [{ accountId, postId: first.postId, createdAt: timeOf(row.dateline) }];
  });
  return { found, values, latest };
}

/** Likes of topics. The board's table does not say which of them are dislikes. */
export async function importTopicLikes(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  const { database } = services;
  if (!(await tables.has("forum_memberrecommend"))) return;
  const until = (await keptNumber(database, options.source, "likesUntil")) ?? 0;
  let latest = until;
  for await (const rows of threadsInOrder(tables, 500)) {
    const liked = rows.filter((row) =>
      [row.recommends, row.recommend_add, row.recommend_sub].some((value) => numberOf(value) !== 0),
    );
    const fresh = await newTopicLikes(context, liked, until);
    for (const row of fresh.found) latest = Math.max(latest, numberOf(row.dateline));
    if (options.isDryRun) {
      report.add("点赞", await countLikes(database, fresh.values));
      continue;
    }
    const written = await transact(database, async (inside) => {
      // Topics that stayed behind because of their age have likes that come with them.
      if (options.since !== null) await keepNumbers(inside, options.source, singlyKind, fresh.latest);
      return writeLikes(inside, fresh.values);
    });
    report.add("点赞", written);
  }
  if (options.since === null && !options.isDryRun)
    await keepNumber(database, options.source, "likesUntil", latest);
}

/** The posts with these old ids that are here; in a dry run also those that would come. */
async function likedPosts(context: ImportContext, pids: number[]) {
  const { services, options } = context;
  const known = await importedOf(services.database, options.source, "post", pids);
  const written = new Map([...known].filter(([, { written: isWritten }]) => isWritten));
  const rows = await services.database
    .select({ id: posts.id, authorId: posts.authorId, createdAt: posts.createdAt })
    .from(posts)
    .where(inArray(posts.id, [0, ...[...written.values()].map(({ newId }) => newId)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const result = new Map(
    [...written].map(([pid, { newId }]) => [pid, { newId, post: byId.get(newId) }] as const),
  );
  if (!options.isDryRun) return result;
  const others = pids.filter((pid) => !written.has(pid));
  const heads = await headsOf(context, await postTables(context.tables), others);
  for (const [pid, { postId, authorId }] of await foreseenPosts(context, heads))
    result.set(pid, { newId: postId, post: { id: postId, authorId, createdAt: new Date(0) } });
  return result;
}

/** Likes of replies have no time on the board, so each reply's come once. */
export async function importReplyLikes(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  const { database } = services;
  if (!(await tables.has("forum_hotreply_member"))) return;
  for await (const rows of batchesOf(tables, "forum_hotreply_number", "pid", 500)) {
    const pids = rows.map((row) => numberOf(row.pid));
    const before = await importedOf(database, options.source, "replyLikes", pids);
    const targets = await likedPosts(
      context,
      pids.filter((pid) => !before.has(pid)),
    );
    const found = (await tables.where("forum_hotreply_member", "pid", [...targets.keys()])).filter(
      (row) => numberOf(row.attitude) === 1,
    );
    const members = await plannedMembers(
      context,
      found.map((row) => numberOf(row.uid)),
    );
    const values = found.flatMap((row): Like[] => {
      const post = targets.get(numberOf(row.pid))?.post;
      const accountId = members.get(numberOf(row.uid))?.newId;
      if (!post || accountId === undefined || post.authorId === accountId) return [];
      return [{ accountId, postId: post.id, createdAt: post.createdAt }];
    });
    if (options.isDryRun) {
      report.add("点赞", await countLikes(database, values));
      continue;
    }
    await transact(database, async (inside) => {
      report.add("点赞", await writeLikes(inside, values));
      const marks = [...targets].map(([oldId, { newId }]) => ({ oldId, newId }));
      await recordImported(inside, options.source, "replyLikes", marks);
    });
  }
}
