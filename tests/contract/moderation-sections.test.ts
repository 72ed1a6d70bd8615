import type { CallInput } from "contract";
import { eq, sql } from "drizzle-orm";
import {
  accounts,
  moderationLog,
  moderators,
  recommendedTopics,
  sections,
  topicClasses,
  topics,
  topicTags,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const nobody = 2_000_000_000;

let moderator: Member;
let foreign: Member;
let admin: Member;
let author: Member;
let section: Section;
beforeAll(async () => {
  const at = gateway();
  [moderator, foreign, author] = [await at.member(), await at.member(), await at.member()];
  admin = await at.member({ admin: true });
  const elsewhere = await at.section({ moderators: [foreign] });
  // An author with three published texts is no new member, and may write any number.
  for (let count = 0; count < 3; count += 1) await at.topic(author, elsewhere);
});
beforeEach(async () => {
  section = await gateway().section({ moderators: [moderator] });
});

const detail = (by = moderator, { fid } = section) => gateway().ok("moderatedForum", { fid }, by);

const plain = { preReview: "none", recycleBin: true, postingClosed: false, unlisted: false } as const;
const set = (
  change: Partial<CallInput<"updateForumSettings">>,
  by: Member = admin,
  { fid }: Section = section,
) => gateway().ok("updateForumSettings", { ...plain, fid, reason: "调整", ...change }, by);

async function lastRow() {
  const rows = await gateway().database.select().from(moderationLog).orderBy(moderationLog.id);
  return rows.at(-1);
}

describe("description and rules", () => {
  const describing = (more: object = {}, by = moderator) =>
    gateway().ok(
      "updateForumDescription",
      { fid: section.fid, summary: "第一版介绍", rules: "1. **不发广告**", ...more },
      by,
    );

  it("are shown in the section, and every change is stored with its author and time", async () => {
    expect(await describing({ base: 0, reason: "第一次写" })).toEqual({ changed: true });
    const sectionDetail = await gateway().ok("sectionDetail", { fid: section.fid });
    expect(sectionDetail.summary).toBe("第一版介绍");
    expect(sectionDetail.rulesHtml).toContain("<strong>不发广告</strong>");
    expect(await lastRow()).toMatchObject({
      action: "describe",
      targetKind: "section",
      sectionId: section.fid,
    });
    expect(JSON.stringify(await lastRow())).not.toContain("广告");
    const { version } = await detail();
    await describing(
      { summary: "第二版介绍", rules: "1. **不发广告**\n2. 问题写清型号", base: version },
      admin,
    );
    const { edits, shown: change } = await gateway().ok(
      "forumDescriptionVersions",
      { fid: section.fid },
      moderator,
    );
    expect(edits.map(({ editor }) => editor.uid)).toEqual([admin.id, moderator.id]);
    expect(change?.summary).toEqual({ before: "第一版介绍", after: "第二版介绍" });
    expect(
      change?.changes
        .filter(({ kind }) => kind === "added")
        .map(({ text }) => text)
        .join(""),
    ).toContain("问题写清型号");
    const first = edits[1]?.id ?? 0;
    const earlier = await gateway().ok(
      "forumDescriptionVersions",
      { fid: section.fid, version: first },
      moderator,
    );
    expect(earlier.shown?.summary).toEqual({ before: "说明", after: "第一版介绍" });
  });

  it("return to an earlier version, as a change of its own", async () => {
    await describing();
    await describing({ summary: "第二版介绍", rules: "" });
    const { edits } = await gateway().ok("forumDescriptionVersions", { fid: section.fid }, moderator);
    const restored = { fid: section.fid, version: edits[0]?.id ?? 0 };
    expect(await gateway().ok("restoreForumDescription", restored, moderator)).toEqual({ changed: true });
    expect(await detail()).toMatchObject({ summary: "第一版介绍", rules: "1. **不发广告**" });
    expect(await gateway().ok("restoreForumDescription", restored, moderator)).toEqual({ changed: false });
    const after = await gateway().ok("forumDescriptionVersions", { fid: section.fid }, moderator);
    expect(after.edits).toHaveLength(edits.length + 1);
    for (const name of ["restoreForumDescription", "forumDescriptionVersions"] as const)
      await gateway().refused(name, { fid: section.fid, version: nobody }, "VERSION_NOT_FOUND", moderator);
  });

  it("are not overwritten unseen, and the same form twice is one change", async () => {
    const { version } = await detail();
    await describing({ summary: "别人写的", base: version }, admin);
    const mine = { fid: section.fid, summary: "我写的", rules: "", base: version };
    await gateway().refused("updateForumDescription", mine, "EDIT_CONFLICT", moderator);
    expect(await describing({ summary: "别人写的", base: version }, admin)).toEqual({ changed: false });
    expect(await describing({ summary: "没有版规", rules: "  " })).toEqual({ changed: true });
    expect((await gateway().ok("sectionDetail", { fid: section.fid })).rulesHtml).toBe("");
  });

  it("show an error beside its field", async () => {
    const wrong = { fid: section.fid, summary: " ", rules: "长".repeat(50_001), reason: "长".repeat(501) };
    const { fields } = await gateway().refused("updateForumDescription", wrong, "INVALID_REQUEST", moderator);
    expect(fields).toEqual({
      summary: ["请填写介绍"],
      rules: ["版规不能超过 50,000 个字符"],
      reason: ["说明不能超过 500 字"],
    });
  });
});

describe("a moderator of another section, a muted one, or a visitor", () => {
  it("cannot change a section", async () => {
    const at = gateway();
    const words = { fid: section.fid, summary: "不是我的", rules: "" };
    await at.refused("updateForumDescription", words, "NOT_YOUR_SECTION", foreign);
    await at.refused("moderatedForum", { fid: section.fid }, "NOT_YOUR_SECTION", foreign);
    await at.refused("forumDescriptionVersions", { fid: section.fid }, "NOT_YOUR_SECTION", foreign);
    await at.refused("moderatedForum", { fid: nobody }, "NOT_YOUR_SECTION", admin);
    const gone = await at.section({ closed: true });
    await at.refused("moderatedForum", { fid: gone.fid }, "SECTION_NOT_FOUND", admin);
    await at.refused("updateForumDescription", { ...words, fid: gone.fid }, "SECTION_NOT_FOUND", admin);
    await at.refused("updateForumDescription", { ...words, fid: nobody }, "SECTION_NOT_FOUND", admin);
    const muted = await at.member({ mutedUntil: new Date(at.services.now().getTime() + 60_000) });
    await at.database.insert(moderators).values({ sectionId: section.fid, accountId: muted.id });
    await at.refused("updateForumDescription", words, "MUTED", muted);
    await at.refused("updateForumDescription", words, "NOT_PERMITTED", author);
  });
});

describe("recommended topics", () => {
  const recommend = (topic: string | number, more: object = {}, by = moderator) =>
    gateway().ok("recommendTopic", { fid: section.fid, topic: String(topic), position: 1, ...more }, by);
  const recommendedIds = async () =>
    (await gateway().ok("sectionDetail", { fid: section.fid })).recommended.map(({ tid }) => tid);

  it("are in order until their time ends, and are given by id or address", async () => {
    const [first, second] = [await gateway().topic(author, section), await gateway().topic(author, section)];
    await recommend(first.tid, { position: 2 });
    await recommend(`https://bbs.example/hsforum/thread-${second.tid}-1-1`, { position: 1, days: 3 });
    expect(await recommendedIds()).toEqual([second.tid, first.tid]);
    const [told] = (await gateway().ok("queryDcmMessageByUser", { type: "system" }, author)).notices;
    expect(told?.moderation?.action).toBe("recommend");
    // Moves to another place; its end stays.
    await recommend(second.tid, { position: 5 });
    expect(await recommendedIds()).toEqual([first.tid, second.tid]);
    expect(await recommend(second.tid, { position: 5 })).toEqual({ changed: false });
    gateway().pass(4 * 86_400);
    expect(await recommendedIds()).toEqual([first.tid]);
    expect((await detail()).recommended.find(({ tid }) => tid === second.tid)).toMatchObject({ over: true });
    await recommend(second.tid, { position: 5, days: 0 });
    expect(await recommendedIds()).toEqual([first.tid, second.tid]);
    const gone = { fid: section.fid, tid: first.tid };
    expect(await gateway().ok("unrecommendTopic", gone, moderator)).toEqual({ changed: true });
    expect(await gateway().ok("unrecommendTopic", gone, moderator)).toEqual({ changed: false });
    expect(await recommendedIds()).toEqual([second.tid]);
  });

  it("are in this section, visible to everybody, not the moderator's own, and ten at most", async () => {
    const at = gateway();
    const own = await at.topic(moderator, section);
    const request = (topic: string) => ({ fid: section.fid, topic, position: 1 });
    await at.refused("recommendTopic", request(String(own.tid)), "OWN_CONTENT", moderator);
    const there = await at.topic(author, await at.section());
    for (const tid of [there.tid, nobody]) {
      const { fields } = await at.refused(
        "recommendTopic",
        request(String(tid)),
        "TOPIC_ELSEWHERE",
        moderator,
      );
      expect(fields?.topic).toHaveLength(1);
    }
    const hidden = await at.topic(author, section);
    const hide = { ids: [hidden.tid], action: "hide" as const, reason: "离题", submissionId: submissionId() };
    await at.ok("topicOperate", hide, moderator);
    await at.refused("recommendTopic", request(String(hidden.tid)), "TOPIC_ELSEWHERE", moderator);
    for (const topic of ["", "abc", "https://bbs.example/", "0"])
      await at.refused("recommendTopic", request(topic), "INVALID_REQUEST", moderator);
    const many = await Promise.all(Array.from({ length: 11 }, () => at.topic(author, section)));
    await at.database
      .insert(recommendedTopics)
      .values(many.slice(0, 10).map(({ tid }) => ({ sectionId: section.fid, topicId: tid, position: 9 })));
    await at.refused("recommendTopic", request(String(many[10]?.tid)), "RECOMMENDED_FULL", moderator);
  });
});

describe("topic classes", () => {
  const save = (more: object, by = moderator) =>
    gateway().ok("saveTopicClass", { fid: section.fid, name: "问答", position: 1, ...more }, by);
  const names = async () => (await gateway().ok("topicClasses", { fid: section.fid })).classes;

  it("are added, renamed, moved, and closed to new topics while their topics stay", async () => {
    expect(await save({ name: "驱动", position: 0 })).toEqual({ changed: true });
    expect((await names()).map(({ name }) => name)).toEqual(["驱动", "求助", "经验"]);
    const id = (await names())[0]?.id ?? 0;
    const { tid } = await gateway().topic(author, section, { classId: id });
    await save({ id, name: "驱动开发", position: 9, closed: true });
    expect((await names()).at(-1)).toEqual({ id, name: "驱动开发", closed: true });
    expect(await save({ id, name: "驱动开发", position: 9, closed: true })).toEqual({ changed: false });
    const topic = { fid: section.fid, classId: id, title: "还能发吗", content: "正文", tags: [] };
    const { fields } = await gateway().refused(
      "submitTopic",
      { ...topic, submissionId: submissionId() },
      "TOPIC_CLASS_CLOSED",
      author,
    );
    expect(fields).toEqual({ classId: ["这个分类不再收新帖，请换一个分类"] });
    // The author can still edit a topic in the class.
    await gateway().ok("editTopic", { ...topic, tid }, author);
    expect((await detail()).classes.at(-1)).toMatchObject({ closed: true, topics: 1 });
  });

  it("are deleted when they are empty, or after their topics moved", async () => {
    const at = gateway();
    const [gone, into] = section.classes as [number, number];
    const { tid } = await at.topic(author, section, { classId: gone, tags: ["移动分类"] });
    const request = { fid: section.fid, id: gone };
    const { fields } = await at.refused("deleteTopicClass", request, "TOPIC_CLASS_USED", moderator);
    expect(fields?.moveTo).toHaveLength(1);
    await at.refused("deleteTopicClass", { ...request, moveTo: gone }, "TOPIC_CLASS_USED", moderator);
    const other = (await at.section()).classes[0];
    await at.refused("deleteTopicClass", { ...request, moveTo: other }, "TOPIC_CLASS_NOT_FOUND", moderator);
    await at.ok("deleteTopicClass", { ...request, moveTo: into }, moderator);
    const [topic] = await at.database.select().from(topics).where(eq(topics.id, tid));
    expect(topic?.classId).toBe(into);
    await at.refused("deleteTopicClass", request, "TOPIC_CLASS_NOT_FOUND", moderator);
    await expectExactCounters(at.database);
  });

  it("have unique names, twenty at most; renaming to 求助 makes questions of its topics", async () => {
    const at = gateway();
    const there = await at.section({ moderators: [moderator] });
    const [help, other] = there.classes as [number, number];
    const { tid } = await at.topic(author, there, { classId: other, tags: ["改名"] });
    const question = async () =>
      (await at.database.select().from(topicTags).where(eq(topicTags.topicId, tid)))[0]?.question;
    const { fields } = await at.refused(
      "saveTopicClass",
      { fid: there.fid, id: other, name: "求助", position: 1 },
      "TOPIC_CLASS_EXISTS",
      moderator,
    );
    expect(fields?.name).toHaveLength(1);
    expect(await question()).toBeNull();
    await save({ fid: there.fid, id: help, name: "其他" });
    await save({ fid: there.fid, id: other, name: "求助" });
    expect(await question()).toBe("open");
    const rows = Array.from({ length: 18 }, (_, index) => ({
      sectionId: there.fid,
      name: `第${index}类`,
      position: index,
    }));
    await at.database.insert(topicClasses).values(rows);
    const more = { fid: there.fid, name: "再来一个", position: 1 };
    await at.refused("saveTopicClass", more, "TOPIC_CLASSES_FULL", moderator);
    await at.refused("saveTopicClass", { ...more, name: "" }, "INVALID_REQUEST", moderator);
    await at.refused("saveTopicClass", { ...more, position: 100 }, "INVALID_REQUEST", moderator);
  });
});

describe("moderators", () => {
  const request = (person: string) => ({ fid: section.fid, person, reason: "熟悉这个方向" });

  it("are appointed and dismissed by administrators, and get a notice", async () => {
    const at = gateway();
    const person = await at.member();
    expect(await at.ok("appointModerator", request(person.nickname), admin)).toEqual({ changed: true });
    expect(await at.ok("appointModerator", request(String(person.id)), admin)).toEqual({ changed: false });
    expect((await at.ok("moderatorForumList", {}, person)).sections.map(({ fid }) => fid)).toEqual([
      section.fid,
    ]);
    expect((await detail(person)).moderators.map(({ uid }) => uid)).toContain(person.id);
    const off = { fid: section.fid, uid: person.id, reason: "任期已满" };
    expect(await at.ok("dismissModerator", off, admin)).toEqual({ changed: true });
    expect(await at.ok("dismissModerator", off, admin)).toEqual({ changed: false });
    await at.refused("moderatedForum", { fid: section.fid }, "NOT_PERMITTED", person);
    const { notices } = await at.ok("queryDcmMessageByUser", { type: "system" }, person);
    expect(notices.map(({ moderation }) => moderation)).toMatchObject([
      { action: "dismiss", reason: "任期已满", section: `版块${section.fid}` },
      { action: "appoint", reason: "熟悉这个方向", section: `版块${section.fid}` },
    ]);
    expect(notices.every(({ actor }) => actor === null)).toBe(true);
    expect(await lastRow()).toMatchObject({ action: "dismiss", personId: person.id, operatorId: admin.id });
  });

  it("cannot appoint themselves; administrators, unknown people and empty reasons are refused too", async () => {
    const at = gateway();
    const [other, left] = [await at.member({ admin: true }), await at.member()];
    await at.database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, left.id));
    const cases = [
      [request(String(admin.id)), "OWN_RANK"],
      [request(String(other.id)), "HIGHER_RANK"],
      [request("没有这个人"), "USER_NOT_FOUND"],
      [request(String(left.id)), "USER_NOT_FOUND"],
      [request(" "), "INVALID_REQUEST"],
    ] as const;
    for (const [each, code] of cases) {
      const { fields } = await at.refused("appointModerator", each, code, admin);
      expect(fields?.person, code).toHaveLength(1);
    }
    await at.refused("appointModerator", { ...request("x"), reason: "" }, "INVALID_REQUEST", admin);
    await at.refused("appointModerator", request(author.nickname), "NOT_PERMITTED", moderator);
    const off = { fid: section.fid, uid: admin.id, reason: "不做了" };
    await at.refused("dismissModerator", off, "OWN_RANK", admin);
    await at.refused("dismissModerator", off, "HIGHER_RANK", other);
    await at.refused("dismissModerator", { ...off, uid: nobody }, "USER_NOT_FOUND", admin);
    await at.refused("dismissModerator", off, "NOT_PERMITTED", moderator);
  });
});

describe("settings", () => {
  it("write each change to the log, once, with the reason", async () => {
    expect(await set({ preReview: "all", unlisted: true }, moderator)).toEqual({ changed: true });
    const row = await lastRow();
    expect(row).toMatchObject({
      action: "section",
      sectionId: section.fid,
      operatorId: moderator.id,
      before: { preReview: "none", unlisted: false },
      after: { preReview: "all", unlisted: true },
    });
    expect(await set({ preReview: "all", unlisted: true }, moderator)).toEqual({ changed: false });
    expect((await lastRow())?.id).toBe(row?.id);
    await set({}, moderator);
    const wrong = {
      fid: section.fid,
      preReview: "some",
      recycleBin: true,
      postingClosed: 1,
      unlisted: false,
    };
    const { fields } = await gateway().refused("updateForumSettings", wrong, "INVALID_REQUEST", moderator);
    expect(fields).toEqual({
      preReview: ["请选择是否预审"],
      postingClosed: ["请选择是否停止发帖"],
      reason: ["请填写理由"],
    });
  });

  it("that many change at once leave one chain, and one row for each change", async () => {
    const at = gateway();
    const { fid } = await at.section();
    const before = await at.database.$count(moderationLog);
    const changed = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        at.ok("updateForumDescription", { fid, summary: `第 ${index % 4} 种`, rules: "" }, admin),
      ),
    );
    const rows = (await at.database.$count(moderationLog)) - before;
    expect(rows).toBe(changed.filter((each) => each.changed).length);
    expect((await verifyLog(at.database)).broken).toEqual([]);
    const versions = await at.database.execute(
      sql`select count(*)::int as count from section_versions where section_id = ${fid}`,
    );
    expect((versions as unknown as { rows: { count: number }[] }).rows[0]?.count).toBe(rows);
    const [row] = await at.database.select().from(sections).where(eq(sections.id, fid));
    expect(row?.editedAt).not.toBeNull();
  });
});
