import { contract } from "contract";
import { asc, eq, sql } from "drizzle-orm";
import { verifyPassword } from "gateway/account/password";
import { loadContentPack } from "gateway/content/load/load-pack";
import type { LoadResult } from "gateway/content/load/load-result";
import type { OpenDatabase } from "gateway/database/open";
import {
  accounts,
  documents,
  files,
  moderators,
  policies,
  posts,
  sections,
  tags,
  topicClasses,
  topics,
} from "gateway/database/schema";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, fixturePack, replacing } from "../support/content";
import { expectExactCounters } from "../support/counters";
import { cloneDatabase } from "../support/database";
import { startDemo } from "../support/demo-gateway";
import { texts } from "../support/texts";

let open: OpenDatabase;
let now: Date;
const services = () => ({ database: open.database, texts, now: () => now });
const load = (folder: string, demo = true) => loadContentPack(services(), folder, { demo });
const hours = (count: number) => count * 3_600_000;

const start = async () => {
  open = await cloneDatabase();
  now = new Date("2026-03-01T08:00:00.000Z");
};
const stop = () => open.close();
const eachOnItsOwnDatabase = () => {
  beforeEach(start);
  afterEach(stop);
};

/** Every row of every table that a pack fills. */
async function everyRow(): Promise<Record<string, unknown[]>> {
  const tables =
    "accounts sections topic_classes moderators topics posts tags topic_tags likes favorites follows files policies documents".split(
      " ",
    );
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const result = await open.database.execute(
      sql.raw(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`),
    );
    rows[table] = (result as unknown as { rows: { row: unknown }[] }).rows.map(({ row }) => row);
  }
  return rows;
}

const floorsOf = async (key: string) => {
  const [topic] = await open.database.select().from(topics).where(eq(topics.packKey, key));
  const rows = await open.database
    .select({ post: posts, author: accounts.packKey })
    .from(posts)
    .innerJoin(accounts, eq(accounts.id, posts.authorId))
    .where(eq(posts.topicId, topic?.id ?? 0))
    .orderBy(asc(posts.createdAt));
  return { topic, rows };
};

describe("a first load", () => {
  let result: LoadResult;
  beforeAll(async () => {
    await start();
    result = await load(fixturePack);
  });
  afterAll(stop);

  it("reports the inserted rows", () => {
    expect(result).toEqual({
      sections: 3,
      moderators: 1,
      policies: 1,
      pictures: 3,
      members: 4,
      topics: 2,
      posts: 8,
      notices: [],
      changes: {
        sections: { added: 3, changed: 0, delisted: 0 },
        policies: { added: 1, changed: 0, delisted: 0 },
        documents: { added: 7, changed: 0, delisted: 0 },
      },
    });
  });

  it("stores sections in their order, with rules, classes and moderators", async () => {
    const rows = await open.database.select().from(sections).orderBy(asc(sections.position));
    expect(rows.map(({ id, groupName, name, icon }) => ({ id, groupName, name, icon }))).toEqual([
      { id: 11, groupName: "甲组", name: "无线", icon: "wifi" },
      { id: 12, groupName: "甲组", name: "板子", icon: "" },
      { id: 21, groupName: "乙组", name: "公告", icon: "" },
    ]);
    expect(rows[0]?.rulesHtml).toContain("<strong>再提问</strong>");
    const classes = await open.database
      .select()
      .from(topicClasses)
      .where(eq(topicClasses.sectionId, 11))
      .orderBy(asc(topicClasses.position));
    expect(classes.map(({ name }) => name)).toEqual(["求助", "经验"]);
    const appointed = await open.database
      .select({ sectionId: moderators.sectionId, key: accounts.packKey })
      .from(moderators)
      .innerJoin(accounts, eq(accounts.id, moderators.accountId));
    expect(appointed).toEqual([{ sectionId: 11, key: "mo" }]);
  });

  it("makes members: times before the load, a working password, and none if the pack has none", async () => {
    const rows = new Map((await open.database.select().from(accounts)).map((row) => [row.packKey, row]));
    const mo = rows.get("mo");
    expect(mo).toMatchObject({
      nickname: "版主老莫",
      phone: "13900000001",
      email: "mo@example.com",
      admin: true,
      intro: "看着无线版。",
      mutedUntil: null,
    });
    expect(mo?.createdAt).toEqual(new Date(now.getTime() - hours(400 * 24)));
    expect(await verifyPassword(mo?.passwordHash, "Pack-mo-2026")).toBe(true);
    expect(rows.get("an")).toMatchObject({ passwordHash: null, email: null, admin: false });
    expect(rows.get("bo")?.mutedUntil).toEqual(new Date(now.getTime() + hours(30 * 24)));
    expect(rows.get("bo")?.avatar).toMatch(/^[0-9a-f]{32}\.svg$/);
    expect(rows.get("mo")?.avatar).not.toBe(rows.get("bo")?.avatar);
  });

  it("numbers floors, puts replies beneath them, and names whom a deeper one answers", async () => {
    const { topic, rows } = await floorsOf("garbled");
    const places = rows.map(({ post, author }) => {
      const parent = rows.find((row) => row.post.id === post.parentId)?.post.floor ?? null;
      return [author, post.floor, parent, post.depthNumber, post.replyToId];
    });
    const idOf = (key: string) => rows.find((row) => row.author === key)?.post.authorId;
    expect(places).toEqual([
      ["an", 1, null, null, null],
      ["mo", 2, null, null, null],
      ["an", null, 2, 1, null],
      ["bo", 3, null, null, null],
      ["cai", null, 2, 2, idOf("an")],
      ["cai", null, 1, 1, null],
      ["mo", null, 2, 3, idOf("cai")],
    ]);
    expect(topic).toMatchObject({
      replies: 6,
      lastFloor: 3,
      views: 120,
      pinned: true,
      digest: true,
      solved: true,
      lastReplierId: idOf("mo"),
      sectionId: 11,
    });
    expect(topic?.acceptedPostId).toBe(rows.find(({ post }) => post.floor === 2)?.post.id);
    expect(topic?.createdAt).toEqual(new Date(now.getTime() - hours(50 * 24)));
    expect(topic?.lastReplyAt).toEqual(new Date(now.getTime() - hours(50 * 24) + hours(3)));
  });

  it("gives a topic without replies its own time as the latest, and no last replier", async () => {
    const { topic } = await floorsOf("silent");
    expect(topic).toMatchObject({
      replies: 0,
      lastFloor: 1,
      lastReplierId: null,
      classId: null,
      solved: false,
      acceptedPostId: null,
    });
    expect(topic?.lastReplyAt).toEqual(topic?.createdAt);
  });

  it("stores pictures and links them in the text, but not inside code", async () => {
    const { rows } = await floorsOf("garbled");
    const [address] = /\/gateway\/files\/[0-9a-f]{32}\.svg/.exec(rows[0]?.post.html ?? "") ?? [];
    expect(rows[0]?.post.source).toContain(`![波形](${address})`);
    expect(rows[0]?.post.source).toContain("![这一行是代码](images/wave.svg)");
    const [file] = await open.database
      .select()
      .from(files)
      .where(eq(files.name, address?.split("/").pop() ?? ""));
    expect(Buffer.from(file?.content ?? []).toString()).toContain("M0 5q5-5 10 0");
  });

  it("stores navigation and banners in the shapes of their calls", async () => {
    const stored = new Map((await open.database.select().from(documents)).map((row) => [row.key, row.value]));
    expect(contract.getFooterLink.response.parse(stored.get("footer")).data).toEqual([
      {
        id: "footer-1",
        name: "社区",
        linkurl: "/forum",
        children: [
          { id: "footer-1-1", name: "论坛", linkurl: "/forum" },
          { id: "footer-1-2", name: "外站", linkurl: "https://example.com/a" },
        ],
      },
    ]);
    expect(
      contract.getNavbar.response.parse(stored.get("navbar")).data.products[0]?.children[0]?.children[0],
    ).toEqual({
      id: "products-1-1-1",
      name: "型号一",
      linkurl: "/products/details/3",
    });
    expect(contract.forumBanners.response.parse(stored.get("banners")).banners[0]?.image).toMatch(
      /^\/gateway\/files\/[0-9a-f]{32}\.svg$/,
    );
  });
});

describe("a load without demo", () => {
  eachOnItsOwnDatabase();

  it("loads the operator's part only", async () => {
    expect(await load(fixturePack, false)).toMatchObject({
      sections: 3,
      moderators: 0,
      policies: 1,
      pictures: 1,
      members: 0,
      topics: 0,
      posts: 0,
    });
    const rows = await everyRow();
    expect([rows.accounts, rows.topics, rows.posts, rows.tags, rows.follows]).toEqual([[], [], [], [], []]);
  });
});

describe("counters", () => {
  eachOnItsOwnDatabase();

  it("equal the counted rows", async () => {
    now = new Date();
    await load(fixturePack);
    await expectExactCounters(open.database);
  });

  it("stay exact when a topic is added to a loaded pack", async () => {
    const folder = await copyPack();
    await load(folder);
    await changePack(folder, {
      "topics/new.md":
        "---\nkey: later\ntitle: 后来加的主题\nsection: board\nauthor: an\ntags: [调试]\nago: 1d\n---\n正文\n\n=== reply author=bo at=+1h\n回复\n",
    });
    expect(await load(folder)).toMatchObject({ members: 0, topics: 1, posts: 2 });
    await expectExactCounters(open.database);
  });
});

describe("the demo's counters", () => {
  const demo = startDemo();

  it("equal the counted rows", () => expectExactCounters(demo().database));
});

describe("a second load", () => {
  eachOnItsOwnDatabase();

  it("changes no row", async () => {
    await load(fixturePack);
    const before = await everyRow();
    now = new Date(now.getTime() + hours(24));
    await load(fixturePack);
    expect(await everyRow()).toEqual(before);
  });

  it("updates the operator's content", async () => {
    const folder = await copyPack();
    await load(folder);
    await changePack(folder, {
      "sections.yaml": (text) =>
        text
          .replace("name: 无线,", "name: 无线连接,")
          .replace("[求助, 经验]", "[讨论, 求助]")
          .replace("moderators: [mo]", "moderators: [bo, an]"),
      "policies/userPolicy.md": (text) => text.replace("V1", "V2"),
      "navigation.yaml": replacing("name: 社区", "name: 开发者社区"),
    });
    now = new Date(now.getTime() + hours(1));
    await load(folder);
    const [section] = await open.database.select().from(sections).where(eq(sections.id, 11));
    expect(section?.name).toBe("无线连接");
    const classes = await open.database
      .select()
      .from(topicClasses)
      .where(eq(topicClasses.sectionId, 11))
      .orderBy(asc(topicClasses.position));
    expect(classes.map(({ name }) => name)).toEqual(["讨论", "求助"]);
    const appointed = await open.database
      .select({ key: accounts.packKey })
      .from(moderators)
      .innerJoin(accounts, eq(accounts.id, moderators.accountId))
      .orderBy(asc(accounts.packKey));
    expect(appointed.map(({ key }) => key)).toEqual(["an", "bo"]);
    const [policy] = await open.database.select().from(policies);
    expect(policy).toMatchObject({ version: "V2", updatedAt: now });
    const [footer] = await open.database.select().from(documents).where(eq(documents.key, "footer"));
    expect(JSON.stringify(footer?.value)).toContain("开发者社区");
  });

  it("leaves a section's texts, classes and moderators that were changed in the portal, and reports it", async () => {
    const folder = await copyPack();
    await load(folder);
    const words = { summary: "站内写的介绍", rulesSource: "站内的版规", rulesHtml: "<p>站内的版规</p>" };
    await open.database
      .update(sections)
      .set({ ...words, editedAt: now })
      .where(eq(sections.id, 11));
    await open.database.delete(moderators).where(eq(moderators.sectionId, 11));
    await changePack(folder, {
      "sections.yaml": (text) =>
        text.replace("name: 无线,", "name: 无线连接,").replace("[求助, 经验]", "[讨论, 求助]"),
    });
    const { notices } = await load(folder);
    expect(notices).toEqual(["版块「无线连接」的介绍、版规、分类和版主在站内改过，保留站内的"]);
    const [section] = await open.database.select().from(sections).where(eq(sections.id, 11));
    // Fields without a change in the portal are still the operator's.
    expect(section).toMatchObject({ ...words, name: "无线连接" });
    expect(await open.database.$count(moderators, eq(moderators.sectionId, 11))).toBe(0);
    const classes = await open.database
      .select()
      .from(topicClasses)
      .where(eq(topicClasses.sectionId, 11))
      .orderBy(asc(topicClasses.position));
    expect(classes.map(({ name }) => name)).toEqual(["求助", "经验"]);
  });

  it("keeps a class that the pack dropped while it has topics, after the others", async () => {
    const folder = await copyPack();
    await load(folder);
    await changePack(folder, {
      "sections.yaml": replacing("[求助, 经验]", "[讨论]"),
      "topics/garbled.md": null,
    });
    await load(folder);
    const classes = await open.database
      .select()
      .from(topicClasses)
      .where(eq(topicClasses.sectionId, 11))
      .orderBy(asc(topicClasses.position));
    expect(classes.map(({ name }) => name)).toEqual(["讨论", "求助"]);
  });

  it("leaves members, topics and replies to their people", async () => {
    const folder = await copyPack();
    await load(folder);
    await open.database
      .update(accounts)
      .set({ nickname: "小安改名", nicknameFolded: "小安改名" })
      .where(eq(accounts.packKey, "an"));
    await open.database
      .update(topics)
      .set({ title: "作者改过的标题", pinned: false })
      .where(eq(topics.packKey, "garbled"));
    await changePack(folder, {
      "members.yaml": replacing("小安", "另一个小安"),
      "topics/garbled.md": (text) =>
        `${text.replace("怎么查", "如何排查")}\n=== reply author=bo at=+9h\n新加的回复\n`,
    });
    expect(await load(folder)).toMatchObject({ members: 0, topics: 0, posts: 0 });
    expect((await floorsOf("garbled")).topic).toMatchObject({
      title: "作者改过的标题",
      pinned: false,
      replies: 6,
    });
    const [an] = await open.database.select().from(accounts).where(eq(accounts.packKey, "an"));
    expect(an?.nickname).toBe("小安改名");
  });

  it("keeps a policy's time if the policy did not change", async () => {
    await load(fixturePack);
    const first = now;
    now = new Date(now.getTime() + hours(5));
    await load(fixturePack);
    const [policy] = await open.database.select().from(policies);
    expect(policy?.updatedAt).toEqual(first);
    expect(policy?.html).toContain("<strong>友善</strong>");
  });
});

describe("rows that are already in the database", () => {
  eachOnItsOwnDatabase();

  const stranger = { nickname: "小安", nicknameFolded: "小安", phone: "13900000001" };

  it("refuse a demo member with a registered person's name or phone, and nothing is loaded", async () => {
    await open.database.insert(accounts).values(stranger);
    await expect(load(fixturePack)).rejects.toThrow(
      /members\.yaml（mo\.phone）：已被别的账号使用\n.*members\.yaml（an\.nickname）：已被别的账号使用/,
    );
    expect(await open.database.select().from(sections)).toEqual([]);
    await expect(load(fixturePack, false)).resolves.toMatchObject({ sections: 3 });
  });

  it("appoints a registered person by email, and reports unknown emails", async () => {
    await open.database
      .insert(accounts)
      .values({ nickname: "站长", nicknameFolded: "站长", email: "Owner@example.com" });
    const folder = await copyPack({
      "sections.yaml": replacing("moderators: []", "moderators: [owner@example.com, gone@example.com]"),
    });
    const result = await load(folder, false);
    expect(result.moderators).toBe(1);
    expect(result.notices).toEqual([
      "sections.yaml：版主 mo 没有账号（members.yaml 里的成员只在演示模式装载），没有给权限",
      "sections.yaml：版主 gone@example.com 还没有注册账号，注册后再装载一次才有权限",
    ]);
  });

  it("keeps a section's id with its key", async () => {
    const folder = await copyPack();
    await load(folder);
    await changePack(folder, {
      "sections.yaml": (text) =>
        text.replace("id: 11", "id: 99").replace("key: board, id: 12", "key: boards, id: 12"),
      "topics/silent.md": null,
      "site.yaml": replacing("/forum/11", "/forum"),
    });
    await expect(load(folder)).rejects.toThrow(
      /radio\.id）：版块 radio 已经以编号 11 发布，不能改为 99[\s\S]*boards\.id）：编号 12 已经属于版块 board/,
    );
  });

  it("reuses a tag that differs in case only", async () => {
    await open.database.insert(tags).values({ name: "uart" });
    await load(fixturePack);
    expect(
      (
        await open.database.select({ name: tags.name, topics: tags.topics }).from(tags).orderBy(asc(tags.id))
      )[0],
    ).toEqual({
      name: "uart",
      topics: 1,
    });
    await expectExactCounters(open.database);
  });
});
