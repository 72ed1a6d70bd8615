import { and, eq, sql } from "drizzle-orm";
import {
  accounts,
  importedIds,
  moderationLog,
  moderators,
  posts,
  sections,
  topics,
  uploads,
} from "gateway/database/schema";
import { OldDatabaseProblem } from "gateway/discuz/read/mysql-tables";
import type { OldTables, OldValue } from "gateway/discuz/read/old-tables";
import { FileUnreadable } from "gateway/discuz/read/uploaded-files";
import { runImport } from "gateway/discuz/run/run-import";
import { importedOf, keptNumber } from "gateway/discuz/write/import-context";
import { Report } from "gateway/discuz/write/report";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Board, filesInMemory, makeBoard, tablesInMemory } from "../support/discuz/board";
import { startGateway } from "../support/gateway";

/** Boards with what only some boards have, and runs with the options that only some runs have. */
const gateway = startGateway();
const start = 1_400_000_000;
/** The file that the board's machine answers with an error. */
const broken = 3;
/** The attachment that stands in hidden text. */
const hidden = 4;
let board: Board;
let done: Report;

const row = (table: string, wanted: Record<string, OldValue>): Record<string, OldValue> => {
  const found = board.rows[table]?.find((each) =>
    Object.entries(wanted).every(([name, value]) => each[name] === value),
  );
  if (!found) throw new Error(`the board has no such row in ${table}`);
  return found;
};
const fileRow = (aid: number) => row(`forum_attachment_${row("forum_attachment", { aid }).tableid}`, { aid });
const postRow = (pid: OldValue | undefined) => {
  const table = ["forum_post", "forum_post_1", "forum_post_2", "forum_post_3"].find((name) =>
    board.rows[name]?.some((each) => each.pid === pid),
  );
  return row(table ?? "forum_post", { pid: pid ?? null });
};

interface Run {
  source: string;
  since?: Date;
  now?: number;
  hidden?: "show" | "hold";
  isDryRun?: boolean;
  change?: (tables: OldTables) => OldTables;
}
async function run({
  source,
  since,
  now,
  isDryRun = false,
  hidden: wanted = "show",
  change,
}: Run): Promise<Report> {
  const report = new Report();
  const tables = tablesInMemory(board, now);
  await runImport({
    services: gateway().services,
    tables: change ? change(tables) : tables,
    files: {
      ...filesInMemory(board),
      read: async (path) => {
        if (path === `forum/${fileRow(broken).attachment}`) throw new FileUnreadable("状态 500");
        return board.files.get(path) ?? null;
      },
      avatar: async () => null,
    },
    options: { source, since: since ?? null, hosts: [], hidden: wanted, isDryRun },
    report,
    progress: () => undefined,
  });
  return report;
}

const moved = async (address: string) => (await gateway().ok("movedAddress", { address })).target;
const newId = async (source: string, kind: string, oldId: number) =>
  (await importedOf(gateway().database, source, kind, [oldId])).get(oldId)?.newId ?? 0;
const topicOf = async (source: string, tid: number) =>
  (
    await gateway()
      .database.select()
      .from(topics)
      .where(eq(topics.id, await newId(source, "topic", tid)))
  )[0];

beforeAll(async () => {
  board = await makeBoard("3.4", { posts: 60, members: 15 });
  row("forum_post_1", { tid: 1, first: 1 }).status = 1;
  row("forum_forumfield", { fid: 6 }).formulaperm =
    'a:5:{i:0;s:15:"extcredits1 > 9";i:1;s:3:"...";s:7:"message";s:0:"";s:5:"medal";N;s:5:"users";s:0:"";}';
  fileRow(1).readperm = 10;
  fileRow(2).price = 5;
  postRow(fileRow(hidden).pid).message = `前[hide][attach]${hidden}[/attach]秘密[/hide]后`;
  row("forum_thread", { tid: 4 }).subject = "标\u0000题";
  row("common_member_profile", { uid: 4 }).bio = "简\u0000介";
  row("forum_forum", { fid: 2 }).name = "硬\u0000件";
  for (const tag of board.rows.common_tag ?? []) tag.tagname = `签\u0000${tag.tagid}`;
  board.rows.forum_moderator?.push({ uid: 10, fid: 2, displayorder: 0 });
  const threads = board.rows.forum_thread ?? [];
  board.rows.forum_thread_1 = threads.filter(({ tid }) => tid === 5);
  board.rows.forum_thread = threads.filter(({ tid }) => tid !== 5);
  done = await run({ source: "first", hidden: "hold" });
});

describe("what readers could not see there", () => {
  it("stays hidden: a topic whose first post a moderator had blocked", async () => {
    expect(await topicOf("first", 1)).toMatchObject({
      listed: false,
      hiddenAt: expect.any(Date),
      stateReason: "在旧论坛被屏蔽",
    });
  });

  it("stays closed: a section with a condition, and not those without one", async () => {
    const rights = async (fid: number) =>
      (
        await gateway()
          .database.select()
          .from(sections)
          .where(eq(sections.id, await newId("first", "section", fid)))
      )[0]?.rights;
    expect(await rights(6)).toEqual({ view: "allowed" });
    expect(await rights(3)).toEqual({});
  });

  it("stays behind: attachments for some readers, and those in hidden text", async () => {
    expect(done.left["限制阅读或收费的附件，没有带来"]?.count).toBe(2);
    expect(done.left["隐藏内容里的附件，没有带来"]?.count).toBe(1);
    for (const aid of [1, 2, hidden]) expect(await newId("first", "file", aid)).toBe(0);
    const pid = await newId("first", "post", Number(fileRow(hidden).pid));
    const [post] = await gateway().database.select().from(posts).where(eq(posts.id, pid));
    expect(post?.source).toContain("没有公开");
    expect(post?.source).not.toContain("秘密");
  });

  it("has no address: an attachment of a post that is hidden here", async () => {
    const [file] = await gateway()
      .database.select({ aid: importedIds.oldId, postId: posts.id })
      .from(importedIds)
      .innerJoin(uploads, eq(uploads.id, importedIds.newId))
      .innerJoin(posts, eq(posts.id, importedIds.parentId))
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(sections, eq(sections.id, topics.sectionId))
      .where(
        and(
          eq(importedIds.source, "first"),
          eq(importedIds.kind, "file"),
          eq(uploads.kind, "attachment"),
          posts.listed,
          topics.listed,
          sections.listed,
        ),
      );
    const address = `/forum.php?mod=attachment&aid=${file?.aid}`;
    expect(await moved(address)).toMatch(/^\/gateway\/attachments\//);
    const own = eq(posts.id, file?.postId ?? 0);
    await gateway().database.update(posts).set({ hiddenAt: new Date() }).where(own);
    expect(await moved(address)).toBeNull();
    await gateway().database.update(posts).set({ hiddenAt: null }).where(own);
  });
});

describe("staff", () => {
  it("has no new administrator; the report names the command", async () => {
    const id = await newId("first", "member", 1);
    const [first] = await gateway().database.select().from(accounts).where(eq(accounts.id, id));
    expect(first?.admin).toBe(false);
    expect(Object.values(done.told).flat().join("\n")).toContain(`npm run admin -- grant ${id} `);
    expect(done.lines().join("\n")).toContain(`npm run admin -- grant ${id} `);
  });

  it("has the moderators that are not banned, each in the log", async () => {
    const [fit, banned] = [await newId("first", "member", 3), await newId("first", "member", 10)];
    const of = async (id: number) =>
      gateway().database.select().from(moderators).where(eq(moderators.accountId, id));
    expect(await of(fit)).toHaveLength(1);
    expect(await of(banned)).toEqual([]);
    expect(done.left["旧论坛的版主被禁止访问，没有任命"]?.count).toBe(1);
    const logged = await gateway()
      .database.select()
      .from(moderationLog)
      .where(and(eq(moderationLog.action, "appoint"), eq(moderationLog.personId, fit)));
    expect(logged).toMatchObject([{ operatorId: null, after: { moderator: true, by: "command" } }]);
  });
});

describe("a board that is not whole", () => {
  it("is refused before anything is written, without the tables of a board", async () => {
    const without = (tables: OldTables): OldTables => ({
      ...tables,
      has: async (table) => table !== "ucenter_members" && tables.has(table),
    });
    const refused = run({ source: "none", change: without });
    await expect(refused).rejects.toThrow(OldDatabaseProblem);
    await expect(refused).rejects.toThrow("ucenter_members");
    const rows = await gateway().database.select().from(importedIds).where(eq(importedIds.source, "none"));
    expect(rows).toEqual([]);
  });

  it("comes without the file that cannot be read, and without control characters", async () => {
    expect(done.left["附件的文件读不了（状态 500）"]?.count).toBe(1);
    expect((await topicOf("first", 4))?.title).toBe("标题");
    const [member] = await gateway()
      .database.select()
      .from(accounts)
      .where(eq(accounts.id, await newId("first", "member", 4)));
    expect(member?.intro).toBe("简介");
  });

  it("comes with archived topics, and from a folder's addresses", async () => {
    const topic = await topicOf("first", 5);
    expect(topic?.replies).toBeGreaterThan(0);
    const address = await moved("/thread-5-1-1.html");
    expect(address).toBe(`/hsforum/thread-${topic?.id}-1-1.html`);
    expect(await moved("/bbs/thread-5-1-1.html")).toBe(address);
    expect(await moved("/hsforum/thread-5-1-1.html")).toBeNull();
  });
});

const unwritten = async (source: string) =>
  gateway()
    .database.select()
    .from(importedIds)
    .where(and(eq(importedIds.source, source), eq(importedIds.written, false)));

describe("runs one after the other", () => {
  it("with --since plan only what they write, and leave the rest to a full run", async () => {
    const since = new Date((start + 4_000) * 1_000);
    expect((await run({ source: "part", since, isDryRun: true })).came.主题).toBe(3);
    const part = await run({ source: "part", since });
    expect(part.came.主题).toBe(3);
    expect(await unwritten("part")).toEqual([]);
    expect(await keptNumber(gateway().database, "part", "likesUntil")).toBeNull();
    const rest = await run({ source: "part" });
    expect(rest.came.主题).toBe(3);
    expect((part.came.点赞 ?? 0) + (rest.came.点赞 ?? 0)).toBe(done.came.点赞);
    expect(await unwritten("part")).toEqual([]);
  });

  it("leave what is written during the run to the next one", async () => {
    const early = await run({ source: "later", now: start + 4_500 });
    expect(early.came.主题).toBe(4);
    expect(await keptNumber(gateway().database, "later", "likesUntil")).toBeLessThan(start + 4_500);
    expect((await run({ source: "later" })).came.主题).toBe(2);
  });

  it("put posts behind a reply that was written here while they were prepared", async () => {
    await run({ source: "living" });
    const tid = await newId("living", "topic", 4);
    const before = await topicOf("living", 4);
    const last = board.rows.forum_post?.filter((each) => each.tid === 4).at(-1) ?? {};
    const added = [1, 2].map((at) => ({
      ...last,
      pid: 9_100_000 + at,
      position: Number(last.position) + at,
      dateline: Number(last.dateline) + at,
      message: `新帖 ${at}`,
      attachment: 0,
    }));
    board.rows.forum_post?.push(...added);
    const writer = await gateway().member();
    let replied = false;
    const change = (tables: OldTables): OldTables => ({
      ...tables,
      where: async (table, column, values, columns) => {
        const rows = await tables.where(table, column, values, columns);
        if (column === "pid" && rows.some(({ pid }) => pid === 9_100_001) && !replied) {
          replied = true;
          await gateway().reply(writer, tid, { content: "这时写的回复" });
        }
        return rows;
      },
    });
    expect((await run({ source: "living", change })).came.帖子).toBe(2);
    const rows = await gateway()
      .database.select({ floor: posts.floor, source: posts.source })
      .from(posts)
      .where(sql`${posts.topicId} = ${tid} and ${posts.floor} > ${before?.lastFloor ?? 0}`)
      .orderBy(posts.floor);
    expect(rows.map(({ source }) => source)).toEqual(["这时写的回复", "新帖 1", "新帖 2"]);
    expect(rows.map(({ floor }) => floor)).toEqual([1, 2, 3].map((at) => (before?.lastFloor ?? 0) + at));
    await expectExactCounters(gateway().database);
  });

  it("look up more rows than a statement takes parameters", async () => {
    const ids = Array.from({ length: 70_000 }, (_, at) => at + 1);
    expect((await importedOf(gateway().database, "first", "member", ids)).size).toBe(done.came.会员);
  });
});
