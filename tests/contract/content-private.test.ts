import { asc, eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { ContentPackError, describeProblem } from "gateway/content/pack/problems";
import {
  accounts,
  conversationSides,
  drafts,
  innerMessages,
  notifications,
  suggestions,
} from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { changePack, copyPack } from "../support/content";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const load = (folder: string) => loadContentPack(gateway().services, folder, { demo: true });

const file = `conversations:
  - between: [an, mo]
    messages:
      - { from: an, ago: 3d, text: 在吗 }
      - { from: mo, ago: 2d, text: 在 }
      - { from: mo, ago: 1h, text: 说吧 }
    unread: 2
drafts:
  - { author: an, ago: 2h, topic: radio, class: 经验, tags: [UART], title: 一篇没写完的经验, content: 写到一半 }
  - { author: mo, ago: 1h, reply: silent, content: 我来看看 }
suggestions:
  - { author: mo, type: feature, ago: 5d, text: 希望能把列表导出成表格文件。,
      steps: [{ status: adopted, by: mo, ago: 1d, answer: 会做的。 }] }
`;

/** The notices of a member, read or not, oldest first. */
async function noticesOf(key: string) {
  const rows = await gateway()
    .database.select({
      event: notifications.event,
      readAt: notifications.readAt,
      actors: notifications.actors,
    })
    .from(notifications)
    .innerJoin(accounts, eq(accounts.id, notifications.accountId))
    .where(eq(accounts.packKey, key))
    .orderBy(asc(notifications.createdAt));
  return rows.map(({ event, readAt }) => `${event} ${readAt ? "read" : "unread"}`);
}

describe("private.yaml", () => {
  it("gives members their messages, drafts and suggestions, and another load does not change them", async () => {
    const folder = await copyPack({ "private.yaml": file });
    await load(folder);
    const { database } = gateway();
    const people = new Map(
      (await database.select({ id: accounts.id, key: accounts.packKey }).from(accounts)).map(
        ({ id, key }) => [key, id],
      ),
    );
    const sides = await database.select().from(conversationSides);
    const sideOf = (key: string) => sides.find(({ accountId }) => accountId === people.get(key));
    const messages = await database.select().from(innerMessages).orderBy(asc(innerMessages.id));
    expect(messages.map(({ text }) => text)).toEqual(["在吗", "在", "说吧"]);
    expect(sideOf("an")).toMatchObject({
      unread: 2,
      readUpTo: messages[0]?.id,
      lastMessageId: messages[2]?.id,
    });
    expect(sideOf("mo")).toMatchObject({ unread: 0, readUpTo: messages[2]?.id });
    const written = await database.select().from(drafts).orderBy(asc(drafts.savedAt));
    expect(written.map(({ target, title }) => [target.replace(/\d+/, "N"), title])).toEqual([
      ["topic:new", "一篇没写完的经验"],
      ["reply:N", ""],
    ]);
    expect(written[0]?.fields).toMatchObject({ fid: "11", tags: "UART" });
    expect(written[0]?.fields?.classId).toMatch(/^\d+$/);
    expect(await database.select().from(suggestions)).toMatchObject([
      { status: "adopted", answer: "会做的。", steps: [{ by: people.get("mo") }] },
    ]);
    // Only mo has a password. The fixture's replies, likes and follows are older than two days, the answer is not.
    expect(await noticesOf("mo")).toContain("advice unread");
    expect(
      (await noticesOf("mo")).filter((notice) => /^(?:like|accept) read$/.test(notice)).length,
    ).toBeGreaterThan(0);
    expect(await noticesOf("an")).toEqual([]);

    const mine = await noticesOf("mo");
    await changePack(folder, { "private.yaml": file.replace("一篇没写完的经验", "改过的标题") });
    await load(folder);
    expect((await database.select().from(innerMessages)).length).toBe(3);
    expect((await database.select().from(drafts)).map(({ title }) => title)).not.toContain("改过的标题");
    expect(await noticesOf("mo")).toEqual(mine);
  });

  it.each([
    ["an unknown member", "from: an, ago: 3d", "from: bob, ago: 3d", "不是这两人之一"],
    ["the same person twice", "between: [an, mo]", "between: [mo, mo]", "应是两个人，每两人写一次"],
    [
      "a member who had not joined",
      "author: mo, type: feature, ago: 5d",
      "author: mo, type: feature, ago: 500d",
      "还没有加入",
    ],
    ["times that go back", "from: mo, ago: 1h", "from: mo, ago: 9d", "早于前一条"],
    ["unread messages of two people", "unread: 2", "unread: 3", "最后这几条应是同一个人写的"],
    ["a topic that is not there", "reply: silent", "reply: gone", "没有帖子 gone"],
    ["a section that is not there", "topic: radio", "topic: tv", "sections.yaml 里没有版块 tv"],
    ["a class that the section has not", "class: 经验", "class: 招聘", "版块 radio 没有分类“招聘”"],
    ["neither a topic nor a reply", "reply: silent, ", "", "topic 和 reply 写且只写一个"],
    ["an answer before the question", "by: mo, ago: 1d", "by: mo, ago: 6d", "早于建议本身"],
  ])("refuses %s", async (_name, from, to, message) => {
    expect(file).toContain(from);
    const error = await load(await copyPack({ "private.yaml": file.replace(from, to) })).catch(
      (reason: unknown) => reason,
    );
    if (!(error instanceof ContentPackError)) throw error ?? new Error("the pack was loaded");
    expect(error.problems.map(describeProblem).join("\n")).toContain(message);
  });
});
