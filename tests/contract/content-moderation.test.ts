import { eq, isNull } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { ContentPackError, describeProblem } from "gateway/content/pack/problems";
import {
  accounts,
  appeals,
  moderationBatches,
  moderationLog,
  notifications,
  penalties,
  profileChanges,
  reportCases,
  reviewItems,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { describe, expect, it } from "vitest";
import { changePack, copyPack } from "../support/content";
import { expectExactCounters } from "../support/counters";
import { startDemo } from "../support/demo-gateway";
import { startGateway } from "../support/gateway";

describe("the demo's moderation.yaml", () => {
  const gateway = startDemo();

  it("is replayed completely: nothing is refused, the log is intact, the counters are right", async () => {
    const { database } = gateway();
    const batches = await database.select().from(moderationBatches);
    expect(batches.length).toBeGreaterThan(25);
    expect(batches.filter(({ done, total, finishedAt }) => done !== total || finishedAt === null)).toEqual(
      [],
    );
    expect(await verifyLog(database)).toMatchObject({ broken: [] });
    await expectExactCounters(database);
  });

  it("fills the moderation screens", async () => {
    const { database } = gateway();
    const open = isNull(reviewItems.decidedAt);
    expect(await database.$count(reviewItems, open)).toBeGreaterThanOrEqual(12);
    const cases = await database.select({ status: reportCases.status }).from(reportCases);
    expect(new Set(cases.map(({ status }) => status))).toEqual(
      new Set(["waiting", "working", "upheld", "rejected"]),
    );
    expect(await database.$count(appeals, isNull(appeals.decidedAt))).toBe(2);
    expect(await database.$count(profileChanges, isNull(profileChanges.decidedAt))).toBe(5);
    const kinds = await database.select({ kind: penalties.kind }).from(penalties);
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(["warning", "mute", "ban"]));
  });
});

const file = `texts:
  - { key: md-one, by: an, ago: 2d, section: radio, class: 求助, title: 命中词的标题在这里, content: 这里有内部优惠券 }
  - { key: md-two, by: bo, ago: 1d, section: radio, title: 没有命中的标题, content: 普通的正文 }
reports:
  - { by: an, ago: 20h, of: md-two, reason: spam }
decisions:
  - { by: mo, ago: 10h, action: approve, on: [md-one] }
  - { by: mo, ago: 9h, action: uphold, on: [md-two], value: hide, reason: 广告 }
  - { by: mo, ago: 8h, action: hide, on: [md-two], reason: 已经屏蔽过了 }
`;

describe("moderation.yaml", () => {
  const gateway = startGateway();
  const load = (folder: string) => loadContentPack(gateway().services, folder, { demo: true });
  const words = "words:\n  - { word: 内部优惠券, level: review }\n";

  it("is replayed with the members, once; a refused action is left out and reported", async () => {
    const folder = await copyPack({
      "moderation.yaml": file,
      "sensitive-words.yaml": words,
      "members.yaml": (text) => text.replace(", muted: 30d", ""),
    });
    const { notices } = await load(folder);
    expect(notices).toEqual(["moderation.yaml 里有 1 件事和站内的情况不符，没有照做"]);
    const { database } = gateway();
    const [item] = await database.select().from(reviewItems);
    expect(item).toMatchObject({ words: ["内部优惠券"], decision: "approve" });
    const rows = await database.select({ action: moderationLog.action }).from(moderationLog);
    expect(rows.map(({ action }) => action)).toEqual(["approve", "hide", "uphold"]);
    await expectExactCounters(database);
    const told = await database
      .select({ key: accounts.packKey, event: notifications.event })
      .from(notifications)
      .innerJoin(accounts, eq(accounts.id, notifications.accountId))
      .where(eq(notifications.event, "moderated"));
    expect(told.map(({ key }) => key).sort()).toEqual(["an", "bo"]);
    await changePack(folder, { "moderation.yaml": file.replace("ago: 8h", "ago: 7h") });
    expect((await load(folder)).notices).toEqual([]);
    expect(await database.$count(moderationLog)).toBe(3);
    expect(await database.$count(reviewItems)).toBe(1);
  });

  it.each([
    ["by: bo, ago: 1d", "by: nobody, ago: 1d", "members.yaml 里没有成员 nobody"],
    ["key: md-two", "key: md-one", "“md-one”已经用过"],
    ["of: md-two", "of: md-three", "没有帖子 md-three"],
    ["ago: 20h", "ago: 30h", "md-two 那时还没有发表"],
    ["section: radio, class: 求助", "section: nowhere, class: 求助", "sections.yaml 里没有版块 nowhere"],
    ["section: radio, class: 求助", "section: radio, class: 闲谈", "版块 radio 没有分类“闲谈”"],
    ["action: approve", "action: bless", "没有这个操作"],
  ])("refuses a pack in which %s reads %s", async (from, to, message) => {
    const folder = await copyPack({ "moderation.yaml": file.replace(from, to) });
    const error = await load(folder).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ContentPackError);
    expect((error as ContentPackError).problems.map(describeProblem).join("\n")).toContain(message);
  });
});
