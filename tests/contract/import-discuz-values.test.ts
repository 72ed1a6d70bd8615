import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  accounts,
  favorites,
  follows,
  importedIds,
  innerMessages,
  likes,
  posts,
  tags,
  topics,
  topicTags,
} from "gateway/database/schema";
import type { OldValue } from "gateway/discuz/read/old-tables";
import { runImport } from "gateway/discuz/run/run-import";
import { importedOf } from "gateway/discuz/write/import-context";
import { Report } from "gateway/discuz/write/report";
import { beforeAll, describe, expect, it } from "vitest";
import { inShell } from "~/navigation/shell-address";
import { movedRedirect } from "~/request/moved.server";
import type { Scope } from "~/request/scope.server";
import { expectExactCounters } from "../support/counters";
import { type Board, filesInMemory, makeBoard, tablesInMemory } from "../support/discuz/board";
import { startGateway } from "../support/gateway";

/** The values that come over, and deeds that somebody takes back here. */
const gateway = startGateway();
const start = 1_400_000_000;
let board: Board;
let done: Report;

/** The row of the board with these values, in whichever of its tables. */
const rowOf = (name: RegExp, wanted: Record<string, OldValue>): Record<string, OldValue> => {
  const found = Object.entries(board.rows).flatMap(([table, rows]) =>
    name.test(table)
      ? rows.filter((row) => Object.entries(wanted).every(([column, value]) => row[column] === value))
      : [],
  )[0];
  if (!found) throw new Error(`the board has no such row in ${name}`);
  return found;
};
const threadRow = (tid: number) => rowOf(/^forum_thread$/, { tid });
const postRow = (wanted: Record<string, OldValue>) => rowOf(/^forum_post(?:_\d)?$/, wanted);
const fileRow = (aid: number) => rowOf(/^forum_attachment_\d$/, { aid });
const drop = (table: string, isDropped: (row: Record<string, OldValue>) => boolean) => {
  const rows = board.rows[table] ?? [];
  board.rows[table] = rows.filter((row) => !isDropped(row));
  return rows.filter(isDropped);
};

async function run(source: string, since: Date | null = null): Promise<Report> {
  const report = new Report();
  await runImport({
    services: gateway().services,
    tables: tablesInMemory(board),
    files: filesInMemory(board),
    options: { source, since, hosts: [], hidden: "show", isDryRun: false },
    report,
    progress: () => undefined,
  });
  return report;
}

const newId = async (kind: string, oldId: OldValue | undefined, source = "first") =>
  (await importedOf(gateway().database, source, kind, [Number(oldId)])).get(Number(oldId))?.newId ?? 0;
const rowsOf = async (statement: SQL) =>
  ((await gateway().database.execute(statement)) as { rows: unknown[] }).rows;
const topicOf = async (tid: number) =>
  (
    await gateway()
      .database.select()
      .from(topics)
      .where(eq(topics.id, await newId("topic", tid)))
  )[0];
const sourceOf = async (pid: OldValue | undefined) =>
  (
    await gateway()
      .database.select()
      .from(posts)
      .where(eq(posts.id, await newId("post", pid)))
  )[0]?.source ?? "";
const introOf = async (uid: number) =>
  (
    await gateway()
      .database.select()
      .from(accounts)
      .where(eq(accounts.id, await newId("member", uid)))
  )[0];

/** A post with files, and the attachments whose records are not whole. */
const [flagless, rowless, tableless, headless] = [1, 3, 4, 7];

beforeAll(async () => {
  board = await makeBoard("3.5", { posts: 120, members: 15 });
  for (const table of ["common_member", "common_member_profile", "common_member_field_forum"])
    board.rows[`${table}_archive`] = drop(table, ({ uid }) => uid === 5);
  for (const uid of [5, 6]) rowOf(/^common_member_profile/, { uid }).bio = "";
  postRow({ tid: 3, position: 3 }).subject = "我的&amp;标题";
  threadRow(9).stamp = 0;
  threadRow(10).icon = 9;
  threadRow(6).recommend_sub = 1;
  postRow({ pid: fileRow(flagless).pid ?? 0 }).attachment = 0;
  drop(
    `forum_attachment_${rowOf(/^forum_attachment$/, { aid: rowless }).tableid}`,
    ({ aid }) => aid === rowless,
  );
  rowOf(/^forum_attachment$/, { aid: tableless }).tableid = 127;
  drop("forum_attachment", ({ aid }) => aid === headless);
  postRow({ tid: 4, position: 2 }).message =
    "[url=thread-2-3-1.html]第三页[/url] [url=portal.php?mod=view&aid=1]文章[/url] [url=forum.php?mod=attachment&aid=6]附件[/url]";
  postRow({ tid: 4, position: 3 }).message = "灰鲸芯片的独特说法";
  done = await run("first");
  await expectExactCounters(gateway().database);
});

describe("members", () => {
  it("have their signature where they wrote nothing about themselves, also from the archive", async () => {
    expect((await introOf(6))?.intro).toBe("签名 6");
    expect((await introOf(5))?.intro).toBe("签名 5");
    expect((await introOf(7))?.intro).toBe("简介 7");
  });

  it("have the phone that X 3.5 had verified", async () => {
    expect((await introOf(4))?.phone).toBe("13900000004");
    expect((await introOf(3))?.phone).toBeNull();
  });

  it("follow their friends and have their messages", async () => {
    const [accountId, targetId] = [await newId("member", 2), await newId("member", 1)];
    const [follow] = await gateway()
      .database.select()
      .from(follows)
      .where(and(eq(follows.accountId, accountId), eq(follows.kind, "user")));
    expect(follow).toMatchObject({ targetId, createdAt: new Date((start + 2) * 1_000) });
    const sent = await gateway()
      .database.select()
      .from(innerMessages)
      .where(eq(innerMessages.senderId, accountId));
    expect(sent.map(({ text }) => text)).toEqual(["私信 2"]);
  });
});

describe("topics", () => {
  it("have their tags, views and stamps", async () => {
    const rows = await gateway()
      .database.select({ name: tags.name })
      .from(topicTags)
      .innerJoin(tags, eq(tags.id, topicTags.tagId))
      .where(eq(topicTags.topicId, await newId("topic", 3)))
      .orderBy(topicTags.position);
    expect(rows.map(({ name }) => name)).toEqual(["标签4", "标签5"]);
    expect((await topicOf(3))?.views).toBe(threadRow(3).views);
    expect(await topicOf(8)).toMatchObject({ stamp: "优秀", icon: "trophy" });
    expect(await topicOf(9)).toMatchObject({ stamp: null, icon: null });
    expect(done.left["没有对应的图章，没有带来"]?.examples).toEqual(["tid 9"]);
    expect(done.left["没有对应的图标，没有带来"]?.examples).toEqual(["tid 10"]);
  });

  it("say what their numbers hide", () => {
    expect(done.left["主题的反对没有记下是谁的，都成了点赞"]).toMatchObject({
      count: 1,
      examples: ["tid 6"],
    });
  });

  it("keep a reply's own title", async () => {
    expect(await sourceOf(postRow({ tid: 3, position: 3 }).pid)).toMatch(/^\*\*我的\\?&标题\*\*\n\n第/);
  });

  it("link to the floor with which a page began, to the topic of an article, and to others' files as before", async () => {
    const first = await newId("post", postRow({ tid: 2, position: 21 }).pid);
    const tid = await newId("topic", 2);
    const text = await sourceOf(postRow({ tid: 4, position: 2 }).pid);
    expect(text).toContain(`[第三页](/hsforum/thread-${tid}-1-1.html?pid=${first}#post-${first})`);
    expect(text).toContain(`[文章](/hsforum/thread-${await newId("topic", 1)}-1-1.html)`);
    expect(text).toContain("[附件](/forum.php?mod=attachment");
    expect(Object.keys(done.left)).not.toContain("旧链接没有对应的内容");
  });
});

describe("attachments", () => {
  it("come where the post's mark says that it has none, or their own table alone knows where they are", async () => {
    for (const aid of [flagless, tableless, headless]) {
      expect(await newId("file", aid), String(aid)).toBeGreaterThan(0);
      expect(await sourceOf(fileRow(aid).pid)).toMatch(/\/gateway\/(?:files|attachments)\//);
    }
  });

  it("are named where their records are not whole", () => {
    const { count, examples } = done.left["附件的记录不全，没有带来"] ?? {};
    expect([count, examples]).toEqual([1, [expect.stringContaining(`aid ${rowless}（`)]]);
  });
});

describe("what readers find", () => {
  it("is in the search, and every listed text has its words", async () => {
    const found = await gateway().ok("fullTextSearch", { text: "灰鲸", kind: "posts" });
    expect(found.posts.map(({ tid }) => tid)).toContain(await newId("topic", 4));
    const without = await rowsOf(
      sql`select id from ${posts} where listed and floor > 1 and search is null
        union all select id from ${topics} where listed and search is null`,
    );
    expect(without).toEqual([]);
  });

  it("is in the sitemap", async () => {
    gateway().pass(700);
    const { slices } = await gateway().ok("sitemapIndex", {});
    const numbers = slices.filter(({ kind }) => kind === "topics").map(({ slice }) => slice);
    const entries = await Promise.all(
      numbers.map((slice) => gateway().ok("sitemapSlice", { kind: "topics", slice })),
    );
    const ids = new Set(entries.flatMap((slice) => slice.entries.map(({ id }) => id)));
    for (const tid of [2, 4, 8]) expect([tid, ids.has(await newId("topic", tid))]).toEqual([tid, true]);
    // Not one of a section that only some people may see.
    expect(ids.has(await newId("topic", 3))).toBe(false);
  });

  it("has its old addresses in both shells", async () => {
    const leads = async (address: string) => {
      const shell = address.startsWith("/h5") ? "h5" : "desktop";
      const scope = {
        publicGateway: {
          call: (_: string, input: { address: string }) => gateway().ok("movedAddress", input),
        },
        redirect: async (path: string, { status }: { status: number }) =>
          new Response(null, { status, headers: { location: inShell(path, shell) } }),
      } as unknown as Scope;
      const answer = await movedRedirect(scope, new URL(address, "https://portal.example"));
      return [answer?.status, answer?.headers.get("location")];
    };
    const tid = await newId("topic", 2);
    expect(await leads("/thread-2-1-1.html")).toEqual([301, `/hsforum/thread-${tid}-1-1.html`]);
    expect(await leads("/h5/thread-2-1-1.html")).toEqual([301, `/h5/hsforum/thread-${tid}-1-1.html`]);
    expect(await leads("/h5/forum.php?mod=viewthread&tid=2")).toEqual([
      301,
      `/h5/hsforum/thread-${tid}-1-1.html`,
    ]);
    expect(await leads("/h5/forum-2-1.html")).toEqual([301, `/h5/forum/${await newId("section", 2)}`]);
  });
});

describe("what somebody took back here", () => {
  /** Deletes the newest like, favourite and follow of this source. */
  const takeBack = async (source: string) => {
    const of = (kind: string) =>
      sql`(select new_id from ${importedIds} where source = ${source} and kind = ${kind})`;
    const gone = await Promise.all([
      rowsOf(sql`delete from ${likes} where (account_id, post_id) in (
        select account_id, post_id from ${likes} join ${posts} on posts.id = post_id
        where topic_id in ${of("topic")} and floor = 1 order by likes.created_at desc limit 1) returning 1`),
      rowsOf(sql`delete from ${favorites} where (account_id, topic_id) in (
        select account_id, topic_id from ${favorites} where topic_id in ${of("topic")}
        order by created_at desc limit 1) returning 1`),
      rowsOf(sql`delete from ${follows} where (account_id, target_id) in (
        select account_id, target_id from ${follows} where kind = 'user' and account_id in ${of("member")}
        order by created_at desc limit 1) returning 1`),
    ]);
    expect(gone.map(({ length }) => length)).toEqual([1, 1, 1]);
  };

  it("stays away, the newest too", async () => {
    await takeBack("first");
    expect((await run("first")).came).toEqual({});
  });

  it("stays away after a run with --since, and what waited for its topic comes", async () => {
    const part = await run("part", new Date((start + 5_000) * 1_000));
    await takeBack("part");
    const again = await run("part", new Date((start + 5_000) * 1_000));
    expect(again.came).toEqual({});
    const rest = await run("part");
    const sum = (kind: string) => (part.came[kind] ?? 0) + (rest.came[kind] ?? 0);
    for (const kind of ["点赞", "收藏", "关注"]) expect([kind, sum(kind)]).toEqual([kind, done.came[kind]]);
    expect(rest.came.收藏).toBeGreaterThan(0);
  });
});
