import { sql } from "drizzle-orm";
import type { OldValue } from "gateway/discuz/read/old-tables";
import { openUploadedFiles } from "gateway/discuz/read/uploaded-files";
import { runImport } from "gateway/discuz/run/run-import";
import { Report } from "gateway/discuz/write/report";
import { expect, it } from "vitest";
import { type Board, filesInMemory, makeBoard, tablesInMemory } from "../support/discuz/board";
import { startGateway } from "../support/gateway";

/** What a dry run says would come is what the run after it brings. */
const gateway = startGateway();
const start = 1_400_000_000;

interface Run {
  source?: string;
  since?: Date;
  hidden?: "show" | "hold";
  hasFiles?: boolean;
  /** The stage after whose first batch the run ends, like a kill. */
  cutAt?: string;
}
async function run(board: Board, isDryRun: boolean, more: Run = {}): Promise<Report> {
  const { source = "discuz", since = null, hidden = "show", hasFiles = true, cutAt } = more;
  const report = new Report();
  await runImport({
    services: gateway().services,
    tables: tablesInMemory(board),
    files: hasFiles ? filesInMemory(board) : openUploadedFiles(null, null),
    options: { source, since, hosts: [], hidden, isDryRun },
    report,
    progress(stage) {
      if (stage === cutAt) throw new Error("killed");
    },
  });
  return report;
}

const sizes = async () => {
  const tables = ["imported_ids", "topics", "accounts", "sections", "likes", "follows", "inner_messages"];
  const columns = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
  return ((await gateway().database.execute(sql.raw(`select ${columns}`))) as { rows: unknown[] }).rows;
};

/** Runs dry and then really; the numbers of both. */
async function compare(board: Board, more: Run = {}): Promise<Record<string, number>> {
  const before = await sizes();
  const dry = await run(board, true, more);
  expect(await sizes()).toEqual(before);
  const real = await run(board, false, more);
  expect(dry.came).toEqual(real.came);
  for (const reason of Object.keys(dry.left))
    expect([reason, dry.left[reason]?.count]).toEqual([reason, real.left[reason]?.count]);
  return real.came;
}

/** A board with everything that stays behind. */
async function oddBoard(posts: number): Promise<Board> {
  const board = await makeBoard("3.4", { posts, members: 15 });
  const add = (table: string, ...rows: Record<string, OldValue>[]) => {
    board.rows[table] = [...(board.rows[table] ?? []), ...rows];
  };
  const [thread = {}] = board.rows.forum_thread ?? [];
  const [post = {}] = board.rows.forum_post ?? [];
  // A topic of a group, a draft, one without posts, and posts of the first two.
  add(
    "forum_thread",
    { ...thread, tid: 700_001, isgroup: 1 },
    { ...thread, tid: 700_002, displayorder: -4 },
    { ...thread, tid: 700_003 },
  );
  for (const tid of [700_001, 700_002])
    add("forum_post", { ...post, pid: 8_000_000 + tid, tid, attachment: 0 });
  for (const tid of [700_001, 700_003])
    add("forum_memberrecommend", { tid, recommenduid: 5, dateline: start });
  add("home_favorite", { favid: 100, uid: 3, id: 700_001, idtype: "tid", dateline: start });
  add("home_favorite", { favid: 101, uid: 3, id: 1, idtype: "albumid", dateline: start });
  add("home_favorite", { favid: 102, uid: 3, id: 2, idtype: "tid", dateline: start });
  add("home_favorite", { favid: 103, uid: 3, id: 2, idtype: "tid", dateline: start });
  // A friend who is listened to, and one who is gone.
  add("home_follow", { uid: 2, followuid: 1, dateline: start }, { uid: 1, followuid: 2, dateline: start });
  add("home_friend", { uid: 1, fuid: 9_999, dateline: start });
  const file = (aid: number) =>
    Object.entries(board.rows).flatMap(([table, rows]) =>
      /^forum_attachment_/.test(table) ? rows.filter((row) => row.aid === aid) : [],
    )[0] as Record<string, OldValue>;
  file(1).price = 3;
  for (const rows of Object.values(board.rows))
    for (const row of rows)
      if (row.pid === file(2).pid && "message" in row) row.message = "[hide][attach]2[/attach][/hide]";
  add("forum_moderator", { uid: 10, fid: 2, displayorder: 0 }, { uid: 4, fid: 3, displayorder: 0 });
  return board;
}

it("on an empty portal, after a finished run, after one that was cut off, and after new posts", async () => {
  const board = await oddBoard(120);
  const came = await compare(board);
  for (const kind of "会员 版块 分类 版主 主题 帖子 附件 点赞 收藏 关注 私信".split(" "))
    expect([kind, (came[kind] ?? 0) > 0]).toEqual([kind, true]);
  expect(await compare(board)).toEqual({});
  const larger = await oddBoard(170);
  await expect(run(larger, false, { cutAt: "编号：帖子" })).rejects.toThrow("killed");
  const { 帖子: later, 主题: topics } = await compare(larger);
  expect([later, topics]).toEqual([50, 5]);
});

it("without files, with text that stays behind, and with --since before a run for the rest", async () => {
  const board = await oddBoard(100);
  expect((await compare(board, { source: "without", hasFiles: false })).附件).toBeUndefined();
  await compare(board, { source: "held", hidden: "hold" });
  const since = new Date((start + 6_000) * 1_000);
  const part = await compare(board, { source: "part", since });
  const rest = await compare(board, { source: "part" });
  expect(part.主题).toBeGreaterThan(0);
  expect(rest.主题).toBeGreaterThan(0);
});
