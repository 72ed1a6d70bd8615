import { eq, sql } from "drizzle-orm";
import { accounts, importedIds, posts, topics, uploads } from "gateway/database/schema";
import { runImport } from "gateway/discuz/run/run-import";
import type { ImportContext } from "gateway/discuz/write/import-context";
import { Report } from "gateway/discuz/write/report";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Board, filesInMemory, makeBoard, movedTid, tablesInMemory } from "../support/discuz/board";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
let board: Board;
let done: Report;

/** Runs the import; `cutAfter` ends it like a kill after so many progress lines of posts. */
async function run(more: Partial<ImportContext["options"]> & { cutAfter?: number } = {}): Promise<Report> {
  const { cutAfter, ...options } = more;
  const report = new Report();
  let lines = 0;
  await runImport({
    services: gateway().services,
    tables: tablesInMemory(board),
    files: filesInMemory(board),
    options: { source: "discuz", since: null, hosts: [], hidden: "show", isDryRun: false, ...options },
    report,
    progress(stage) {
      if (stage === "帖子" && cutAfter !== undefined && ++lines >= cutAfter) throw new Error("killed");
    },
  });
  return report;
}

const totals = async () => {
  const [row] = (
    (await gateway().database.execute(
      sql`select (select count(*)::int from ${topics}) as topics, (select count(*)::int from ${posts}) as posts,
        (select count(*)::int from ${accounts}) as accounts, (select count(*)::int from ${uploads}) as uploads,
        (select count(*)::int from likes) as likes, (select count(*)::int from favorites) as favorites,
        (select count(*)::int from follows) as follows, (select count(*)::int from inner_messages) as messages`,
    )) as unknown as { rows: Record<string, number>[] }
  ).rows;
  return row;
};
const moved = async (address: string) => (await gateway().ok("movedAddress", { address })).target;

describe("a board comes over", () => {
  beforeAll(async () => {
    board = await makeBoard("3.4", { posts: 400 });
    const before = await totals();
    const dry = await run({ isDryRun: true });
    expect(dry.came).toMatchObject({ 会员: 40, 版块: 5 });
    expect(await totals()).toEqual(before);
    for (const cutAfter of [1, 2]) await expect(run({ cutAfter })).rejects.toThrow("killed");
    done = await run();
  });

  it("with exact counters, and a second run changes nothing", async () => {
    await expectExactCounters(gateway().database);
    const first = await totals();
    const report = await run();
    expect(await totals()).toEqual(first);
    expect(report.came).toEqual({});
  });

  it("with each attachment in the texts exactly once, though it was cut off twice", async () => {
    const all = await gateway().database.select({ source: posts.source }).from(posts);
    const named = new Map<string, number>();
    for (const [address] of all.flatMap(({ source }) => [
      ...source.matchAll(/\/gateway\/(?:files\/[0-9a-f]{32}|attachments\/\d+)/g),
    ]))
      named.set(address, (named.get(address) ?? 0) + 1);
    // Pictures with one content share an address.
    const wanted = new Map<string, number>();
    const files = await gateway()
      .database.select({ id: uploads.id, name: uploads.fileName, kind: uploads.kind })
      .from(importedIds)
      .innerJoin(uploads, eq(uploads.id, importedIds.newId))
      .where(eq(importedIds.kind, "file"));
    expect(files.length).toBeGreaterThan(10);
    for (const { id, name, kind } of files) {
      const address =
        kind === "image" ? `/gateway/files/${name.split(".")[0]}` : `/gateway/attachments/${id}`;
      wanted.set(address, (wanted.get(address) ?? 0) + 1);
    }
    const differing = [...wanted].filter(([address, count]) => named.get(address) !== count);
    expect(differing).toEqual([]);
  });

  it("says what it left out", () => {
    expect(Object.keys(done.left)).toEqual(
      expect.arrayContaining([
        "多人私信没有带来",
        "门户文章没有带来",
        "提醒没有带来",
        "帖子所属的主题没有带来",
      ]),
    );
  });

  it("answers old addresses", async () => {
    const topic = await moved("/thread-2-1-1.html");
    expect(topic).toMatch(/^\/hsforum\/thread-\d+-1-1\.html$/);
    const tid = Number(/thread-(\d+)/.exec(topic ?? "")?.[1]);
    for (const same of [
      "/forum.php?mod=viewthread&tid=2",
      "/viewthread.php?tid=2&extra=page%3D1",
      "/archiver/?tid-2.html",
    ])
      expect(await moved(same)).toBe(topic);
    const [floor11] = await gateway()
      .database.select()
      .from(posts)
      .where(sql`topic_id = ${tid} and floor = 11`);
    expect(await moved("/forum.php?mod=viewthread&tid=2&page=2")).toBe(
      `/hsforum/thread-${tid}-1-1.html?pid=${floor11?.id}#post-${floor11?.id}`,
    );
    expect(floor11?.source).toContain("第 21 帖");
    expect(await moved("/forum.php?mod=redirect&goto=findpost&ptid=2&pid=21")).toBe(
      await moved("/thread-2-2-1.html"),
    );
    const section = await moved("/forum-2-1.html");
    expect(section).toMatch(/^\/forum\/\d+$/);
    expect(await moved("/forum.php?mod=forumdisplay&fid=2")).toBe(section);
    expect(await moved("/forumdisplay.php?fid=2")).toBe(section);
    const person = await moved("/space-uid-3.html");
    expect(person).toMatch(/^\/userhomepage\?uid=\d+$/);
    expect(await moved("/home.php?mod=space&uid=3&do=profile")).toBe(person);
    expect(await moved("/portal.php?mod=view&aid=1")).toBe(await moved("/thread-1-1-1.html"));
    expect(await moved(`/thread-${movedTid}-1-1.html`)).toBe(topic);
    const aid = Buffer.from("3|abcd|1400000000|1|1").toString("base64");
    expect(await moved(`/forum.php?mod=attachment&aid=${aid}`)).toMatch(/^\/gateway\/attachments\/\d+\//);
    for (const unknown of [
      "/thread-9999-1-1.html",
      "/forum.php",
      "/forum.php?mod=constructor&tid=1",
      "/constructor",
      "/thread-99999999999999999999-1-1.html",
      "/portal.php?mod=view&aid=2",
    ])
      expect(await moved(unknown)).toBeNull();
  });

  it("brings members with their passwords, offices and penalties", async () => {
    const by = async (email: string) =>
      (await gateway().database.select().from(accounts).where(eq(accounts.email, email)))[0];
    expect((await by("uid5@old.example"))?.passwordHash).toMatch(/^\$ucenter\$a1b2c3\$[0-9a-f]{32}$/);
    expect(await by("uid1@old.example")).toMatchObject({
      nickname: "会员1",
      admin: false,
      avatar: expect.any(String),
    });
    // Two members had one address: the one who had verified it keeps it.
    expect((await by("uid6@old.example"))?.nickname).toBe("会员7");
    expect((await by("uid9@old.example"))?.nickname).toBe("会员１_9");
    expect((await by("uid10@old.example"))?.bannedUntil?.getUTCFullYear()).toBe(9999);
    expect((await by("uid11@old.example"))?.mutedUntil?.getUTCFullYear()).toBe(9999);
  });

  it("keeps floors, states, polls, answers and files", async () => {
    const at = async (old: number) =>
      Number(/thread-(\d+)/.exec((await moved(`/thread-${old}-1-1.html`)) ?? "")?.[1]);
    const topic = async (old: number) =>
      (
        await gateway()
          .database.select()
          .from(topics)
          .where(eq(topics.id, await at(old)))
      )[0];
    const floors = async (old: number) =>
      gateway()
        .database.select()
        .from(posts)
        .where(eq(posts.topicId, await at(old)))
        .orderBy(posts.floor);
    // The old fourth floor was destroyed there: its place stays free.
    const seventh = await floors(7);
    expect(seventh.map(({ floor }) => floor)).toEqual(seventh.map((_, index) => index + 1));
    expect(seventh[3]).toMatchObject({ source: "", deletedAt: expect.any(Date) });
    expect(await topic(31)).toMatchObject({ recycledById: expect.any(Number), listed: false });
    expect(await topic(20)).toMatchObject({ digestLevel: 1, highlight: "red", title: "主题 20 <测试> 😀" });
    expect(await topic(23)).toMatchObject({ closed: true });
    expect((await floors(13))[0]?.source).toContain("| 选项 1 | 1 |");
    const asked = await topic(17);
    expect(asked).toMatchObject({ solved: true, acceptedPostId: (await floors(17))[2]?.id });
    const all = await gateway().database.select({ source: posts.source }).from(posts);
    const links = all.flatMap(
      ({ source }) =>
        source.match(/\]\((?:\/gateway\/(?:files|attachments)|\/hsforum\/thread-)[^)]*\)/g) ?? [],
    );
    expect(links.some((link) => link.includes("/gateway/files/"))).toBe(true);
    expect(links.some((link) => link.includes("?pid="))).toBe(true);
    expect(all.every(({ source }) => !source.includes("bbs.example.com/thread-1-"))).toBe(true);
  });
});
