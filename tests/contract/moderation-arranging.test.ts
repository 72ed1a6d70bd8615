import type { CallInput } from "contract";
import { sectionsMost } from "contract/moderation/sections/fields";
import { desc, eq, inArray } from "drizzle-orm";
import { moderationLog, moderationReasons, sections } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeEach, describe, expect, it } from "vitest";
import { type Member, next, type Section, startGateway } from "../support/gateway";

const gateway = startGateway({}, beforeEach);

let [admin, moderator, member]: Member[] = [];
let section: Section;
beforeEach(async () => {
  const at = gateway();
  admin = await at.member({ admin: true });
  [moderator, member] = [await at.member(), await at.member()];
  section = await at.section({ moderators: [moderator as Member] });
});

const blank = { summary: "从零开始", icon: "school", rules: "", template: "" };
const create = (form: Partial<CallInput<"createSection">> = {}) =>
  gateway().ok("createSection", { ...blank, name: `新版块${next()}`, group: "新分区", ...form }, admin);
const groups = async () => (await gateway().ok("sectionList", {})).groups;
const inGroup = async (name: string) =>
  (await groups()).find((group) => group.name === name)?.sections.map(({ fid }) => fid);
const row = async (fid: number) => {
  const [found] = await gateway().database.select().from(sections).where(eq(sections.id, fid));
  return found;
};
const lastLogged = async () => {
  const [entry] = await gateway()
    .database.select({ action: moderationLog.action, reason: moderationReasons.text })
    .from(moderationLog)
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
    .orderBy(desc(moderationLog.id))
    .limit(1);
  return entry;
};

describe("a new section", () => {
  it("takes posts at once, with its template and rules, at the end of its group", async () => {
    const at = gateway();
    const name = `测量仪器${next()}`;
    const first = await create({ group: "仪器" });
    const { fid } = await create({
      name,
      group: "仪器",
      rules: "**不发广告**",
      template: "**型号：**",
    });
    expect(await inGroup("仪器")).toEqual([first.fid, fid]);
    const detail = await at.ok("sectionDetail", { fid });
    expect(detail).toMatchObject({ name, group: "仪器", summary: "从零开始", postingClosed: false });
    expect(detail.rulesHtml).toContain("<strong>不发广告</strong>");
    expect((await at.ok("topicClasses", { fid })).template).toBe("**型号：**");
    const { tid } = await at.topic(member as Member, { fid });
    expect(await at.ok("topicDetail", { tid })).toMatchObject({ section: { fid, name } });
    expect((await at.ok("sectionTopicList", { fid })).topics.map((topic) => topic.tid)).toEqual([tid]);
  });

  it("has the typed number in its address, or the next free one; nobody's twice", async () => {
    const typed = 500 + next();
    expect(await create({ fid: typed })).toEqual({ fid: typed });
    const [one, other] = [await create(), await create()];
    expect(other.fid).toBeGreaterThan(one.fid);
    const again = { ...blank, name: `别的${next()}`, group: "新分区", fid: typed };
    const { fields } = await gateway().refused("createSection", again, "SECTION_NUMBER_TAKEN", admin);
    expect(fields?.fid).toHaveLength(1);
  });

  it("has the first free number also when the last one is taken", async () => {
    expect(await create({ fid: 99_999 })).toEqual({ fid: 99_999 });
    const { fid } = await create();
    expect(fid).toBeLessThan(99_999);
    expect((await create()).fid).toBeGreaterThan(fid);
  });

  it("is refused with a present name, without a name, and to anybody but administrators", async () => {
    const at = gateway();
    const name = (await row(section.fid))?.name ?? "";
    const form = { ...blank, name, group: "新分区" };
    const { fields } = await at.refused("createSection", form, "SECTION_NAME_TAKEN", admin);
    expect(fields?.name).toEqual(["已经有同名的版块"]);
    const empty = await at.refused("createSection", { ...form, name: "\u200b " }, "INVALID_REQUEST", admin);
    expect(empty.fields?.name).toEqual(["请填写版块名称"]);
    await at.refused("createSection", { ...form, name: "别的" }, "NOT_PERMITTED", moderator);
  });

  it("is refused when there are as many as a forum may have", async () => {
    const at = gateway();
    const own = await row(section.fid);
    if (!own) throw new Error("no section");
    const numbers = Array.from({ length: sectionsMost }, (_each, index) => 700_000 + index);
    const name = (id: number) => ({ ...own, id, packKey: `full:${id}`, name: `满${id}` });
    await at.database.insert(sections).values(numbers.map(name));
    await at.refused(
      "createSection",
      { ...blank, name: "再来一个", group: "新分区" },
      "SECTIONS_FULL",
      admin,
    );
    await at.database.delete(sections).where(inArray(sections.id, numbers));
  });

  it("is one section when two forms with one name come at once", async () => {
    const form = { ...blank, name: `同时${next()}`, group: "新分区" };
    const answers = await Promise.all(
      [1, 2].map(() => gateway().call("createSection", form, admin as Member)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the arrangement", () => {
  it("renames a section, which keeps its address, and moves it to another group", async () => {
    const at = gateway();
    const { fid } = await create({ group: "甲组" });
    const name = `改过的名字${next()}`;
    const form = { fid, name, group: "乙组", icon: "tool", template: "**现象：**" };
    expect(await at.ok("updateSection", form, admin)).toEqual({ changed: true });
    expect(await at.ok("updateSection", form, admin)).toEqual({ changed: false });
    expect(await inGroup("甲组")).toBeUndefined();
    expect(await inGroup("乙组")).toEqual([fid]);
    expect(await at.ok("sectionDetail", { fid })).toMatchObject({ name, group: "乙组", icon: "tool" });
    const logged = await lastLogged();
    expect(logged?.action).toBe("editSection");
    expect(logged?.reason).toContain(`改名为「${name}」，从分区「甲组」移到「乙组」，换了图标，改了发帖模板`);
    const taken = { ...form, name: (await row(section.fid))?.name ?? "" };
    expect((await at.refused("updateSection", taken, "SECTION_NAME_TAKEN", admin)).fields?.name).toHaveLength(
      1,
    );
    await at.refused("updateSection", { ...form, fid: 999_999 }, "SECTION_NOT_FOUND", admin);
    await at.refused("updateSection", form, "NOT_PERMITTED", moderator);
  });

  it("is not changed by a form that showed other names; one that changes nothing more is not refused", async () => {
    const at = gateway();
    const { fid } = await create({ group: "甲组" });
    const shown = async () => {
      const list = await at.ok("sectionArrangement", {}, admin);
      return list.groups.flatMap(({ sections: each }) => each).find((each) => each.fid === fid);
    };
    const { name = "", icon = "", template = "", version: base = "" } = (await shown()) ?? {};
    const form = { fid, name, group: "甲组", icon, template };
    await at.ok("updateSection", { ...form, name: `别人改的${next()}`, base }, admin);
    const later = { ...form, template: "**型号：**", base };
    await at.refused("updateSection", later, "SECTION_CHANGED", admin);
    expect(await row(fid)).toMatchObject({ questionTemplate: "" });
    const now = await shown();
    const again = { ...later, name: now?.name ?? "", base: now?.version ?? "" };
    expect(await at.ok("updateSection", again, admin)).toEqual({ changed: true });
    expect(await at.ok("updateSection", again, admin)).toEqual({ changed: false });
  });

  it("orders sections within their group; the same form twice moves once", async () => {
    const at = gateway();
    const group = `排序${next()}`;
    const made = [await create({ group }), await create({ group }), await create({ group })];
    const [a = 0, b = 0, c = 0] = made.map(({ fid }) => fid);
    expect(await at.ok("placeSection", { fid: c, place: 1 }, admin)).toEqual({ changed: true });
    expect(await at.ok("placeSection", { fid: c, place: 1 }, admin)).toEqual({ changed: false });
    expect(await inGroup(group)).toEqual([c, a, b]);
    await at.ok("placeSection", { fid: c, place: 200 }, admin);
    expect(await inGroup(group)).toEqual([a, b, c]);
    await at.refused("placeSection", { fid: 999_999, place: 1 }, "SECTION_NOT_FOUND", admin);
    await at.refused("placeSection", { fid: a, place: 0 }, "INVALID_REQUEST", admin);
  });

  it("orders and renames groups, of which none takes another's name", async () => {
    const at = gateway();
    const [one, other] = [`组一${next()}`, `组二${next()}`];
    const { fid } = await create({ group: one });
    await create({ group: other });
    await at.ok("placeSectionGroup", { group: other, place: 1 }, admin);
    expect((await groups())[0]?.name).toBe(other);
    const name = `组三${next()}`;
    expect(await at.ok("renameSectionGroup", { group: one, name }, admin)).toEqual({ changed: true });
    expect(await at.ok("renameSectionGroup", { group: one, name }, admin)).toEqual({ changed: false });
    expect(await inGroup(name)).toEqual([fid]);
    const taken = await at.refused(
      "renameSectionGroup",
      { group: name, name: other },
      "SECTION_GROUP_TAKEN",
      admin,
    );
    expect(taken.fields?.name).toHaveLength(1);
    await at.refused(
      "renameSectionGroup",
      { group: "没有", name: "也没有" },
      "SECTION_GROUP_NOT_FOUND",
      admin,
    );
    await at.refused("placeSectionGroup", { group: "没有", place: 1 }, "SECTION_GROUP_NOT_FOUND", admin);
  });
});

describe("an archived section", () => {
  it("is readable and found, takes no posts, stands apart, and can be opened again", async () => {
    const at = gateway();
    const { fid } = await create({ group: "归档的" });
    const { tid } = await at.topic(member as Member, { fid }, { title: "归档以前写的帖子" });
    const form = { fid, archived: true, reason: "并到别处" };
    expect(await at.ok("archiveSection", form, admin)).toEqual({ changed: true });
    expect(await at.ok("archiveSection", form, admin)).toEqual({ changed: false });
    const list = await at.ok("sectionList", {});
    expect(list.groups.some(({ name }) => name === "归档的")).toBe(false);
    expect(list.archived.map((each) => each.fid)).toContain(fid);
    expect(await at.ok("sectionDetail", { fid })).toMatchObject({ archived: true, postingClosed: true });
    expect((await at.ok("sectionTopicList", { fid })).topics).toHaveLength(1);
    expect(await at.ok("topicDetail", { tid })).toMatchObject({ postingClosed: true });
    const topic = {
      fid,
      classId: null,
      title: "再发一个",
      content: "正文",
      tags: [],
      submissionId: crypto.randomUUID(),
    };
    await at.refused("submitTopic", topic, "SECTION_POSTING_CLOSED", member);
    const reply = { tid, content: "回一句", submissionId: crypto.randomUUID() };
    await at.refused("submitPost", reply, "SECTION_POSTING_CLOSED", member);
    expect(await lastLogged()).toMatchObject({ action: "archiveSection", reason: "并到别处" });

    await at.ok("archiveSection", { fid, archived: false, reason: "又有人用" }, admin);
    expect(await inGroup("归档的")).toEqual([fid]);
    await at.reply(member as Member, tid);
    expect(await lastLogged()).toMatchObject({ action: "reopenSection" });
  });

  it("is opened by administrators alone, not by a tick of its moderators", async () => {
    const at = gateway();
    const there = await at.section({ moderators: [moderator as Member] });
    await at.refused(
      "archiveSection",
      { fid: there.fid, archived: true, reason: "x" },
      "NOT_PERMITTED",
      moderator,
    );
    await at.ok("archiveSection", { fid: there.fid, archived: true, reason: "没有人来" }, admin);
    const plain = { preReview: "none", recycleBin: true, unlisted: false, reason: "重开" } as const;
    const open = { ...plain, fid: there.fid, postingClosed: false };
    const { fields } = await at.refused("updateForumSettings", open, "SECTION_ARCHIVED", moderator);
    expect(fields?.postingClosed).toHaveLength(1);
    expect(
      await at.ok("updateForumSettings", { ...open, postingClosed: true, unlisted: true }, moderator),
    ).toEqual({ changed: true });
  });
});

it("leaves an intact log", async () => {
  expect((await verifyLog(gateway().database)).broken).toEqual([]);
});
