import type { TopicAction } from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import { recommendedTopics, sections, topics } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [author, moderator, whole, admin]: [Member, Member, Member, Member] = [] as never;
let [one, two, elsewhere]: [Section, Section, Section] = [] as never;
beforeAll(async () => {
  author = await gateway().member();
  moderator = await gateway().member();
  whole = await gateway().member();
  admin = await gateway().member({ admin: true });
  one = await gateway().section({ moderators: [moderator, whole], group: "甲" });
  two = await gateway().section({ moderators: [whole], group: "甲" });
  elsewhere = await gateway().section({ moderators: [moderator, whole], group: "乙" });
  await gateway().section({ group: "乙" });
  // Nobody moderates a section that was taken down.
  await gateway().section({ group: "甲", closed: true });
});

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
async function operate(action: TopicAction, ids: number[], by: Member, value = "", more: object = {}) {
  return gateway().ok("topicOperate", { ids, action, value, ...why(), ...more }, by);
}
const codeOf = async (...request: Parameters<typeof operate>) => (await operate(...request)).results[0]?.code;
const newTopic = async (section = one) => (await gateway().topic(author, section)).tid;
const pinOf = async (tid: number) =>
  (await gateway().database.select().from(topics).where(eq(topics.id, tid)))[0]?.pinScope;

describe("pinning", () => {
  it("is for the section's moderators in a section, for moderators of the whole group in a group, for administrators on the site", async () => {
    const tid = await newTopic();
    expect(await codeOf("pin", [tid], moderator, "site")).toBe("ADMIN_ONLY");
    expect(await codeOf("pin", [tid], moderator, "group")).toBe("NOT_YOUR_SECTION");
    expect(await codeOf("pin", [tid], moderator, "section")).toBeNull();
    expect(await codeOf("pin", [tid], whole, "group")).toBeNull();
    expect(await codeOf("pin", [tid], whole, "site")).toBe("ADMIN_ONLY");
    expect(await codeOf("pin", [tid], admin, "site")).toBeNull();
    expect(await pinOf(tid)).toBe("site");
  });

  it("is removed or reduced by anybody who may pin that far", async () => {
    const tid = await newTopic();
    await operate("pin", [tid], admin, "site");
    expect(await codeOf("pin", [tid], whole, "")).toBe("ADMIN_ONLY");
    expect(await codeOf("pin", [tid], whole, "section")).toBe("ADMIN_ONLY");
    await operate("pin", [tid], admin, "group");
    expect(await codeOf("pin", [tid], moderator, "")).toBe("NOT_YOUR_SECTION");
    expect(await codeOf("pin", [tid], whole, "")).toBeNull();
  });

  it("for a group moves with a topic only to a group that the moderator moderates", async () => {
    const tid = await newTopic();
    await operate("pin", [tid], whole, "group");
    expect(await codeOf("move", [tid], whole, String(elsewhere.fid))).toBe("NOT_YOUR_SECTION");
    expect(await codeOf("move", [tid], whole, String(two.fid))).toBeNull();
    expect(await codeOf("move", [tid], admin, String(elsewhere.fid))).toBeNull();
  });

  it("is undone by anybody who may pin that far at that time", async () => {
    const tid = await newTopic();
    const { batch } = await operate("pin", [tid], whole, "group");
    // The group gets another section, so the moderator does not moderate all of it.
    const { fid } = await gateway().section({ group: "甲" });
    const undo = () => gateway().ok("undoBatch", { batch, ...why() }, whole);
    expect((await undo()).results[0]?.code).toBe("NOT_YOUR_SECTION");
    expect(await pinOf(tid)).toBe("group");
    expect((await gateway().ok("moderatorOverview", {}, whole)).pinsGroups).toBe(false);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, fid));
    expect((await gateway().ok("moderatorOverview", {}, whole)).pinsGroups).toBe(true);
    expect((await gateway().ok("moderatorOverview", {}, moderator)).pinsGroups).toBe(false);
    expect((await gateway().ok("moderatorOverview", {}, admin)).pinsGroups).toBe(true);
  });
});

describe("recommending from the list of topics", () => {
  const countIn = (fid: number) =>
    gateway().database.$count(recommendedTopics, eq(recommendedTopics.sectionId, fid));

  it("is refused for a topic that not everybody sees, as on the section's own page", async () => {
    const tid = await newTopic();
    await operate("hide", [tid], moderator);
    expect(await codeOf("recommend", [tid], moderator, "1")).toBe("TOPIC_ELSEWHERE");
    const form = { fid: one.fid, topic: String(tid), position: 1 };
    await gateway().refused("recommendTopic", form, "TOPIC_ELSEWHERE", moderator);
    expect(await countIn(one.fid)).toBe(0);
  });

  it("stops at ten, also in one form, and at the same time; a recommended topic is moved", async () => {
    const section = await gateway().section({ moderators: [moderator, whole], group: "乙" });
    const tids: number[] = [];
    for (let count = 0; count < 12; count += 1) tids.push(await newTopic(section));
    const { results } = await operate("recommend", tids.slice(0, 11), moderator, "1");
    expect(results.map(({ code }) => code)).toEqual([...Array(10).fill(null), "RECOMMENDED_FULL"]);
    expect(await codeOf("recommend", [tids[0] ?? 0], moderator, "5")).toBeNull();
    await operate("recommend", [tids[0] ?? 0], moderator, "");
    await Promise.all([
      ...tids.slice(10).map((tid) => operate("recommend", [tid], whole, "1")),
      gateway().call("recommendTopic", { fid: section.fid, topic: String(tids[0]), position: 1 }, moderator),
    ]);
    expect(await countIn(section.fid)).toBe(10);
  });

  it("an expired recommendation frees its place, and an undo that needs a place must find one", async () => {
    const section = await gateway().section({ moderators: [moderator], group: "乙" });
    const tids: number[] = [];
    for (let count = 0; count < 11; count += 1) tids.push(await newTopic(section));
    const [first = 0] = tids;
    await operate("recommend", [first], moderator, "1", { days: 1 });
    await operate("recommend", tids.slice(1, 10), moderator, "1");
    gateway().pass(2 * 86_400);
    expect(await codeOf("recommend", [tids[10] ?? 0], moderator, "1")).toBeNull();
    expect(await codeOf("recommend", [first], moderator, "1")).toBe("RECOMMENDED_FULL");
    const form = { fid: section.fid, topic: String(first), position: 1, days: 0 };
    await gateway().refused("recommendTopic", form, "RECOMMENDED_FULL", moderator);
    const { batch } = await operate("recommend", [tids[1] ?? 0], moderator, "");
    await operate("recommend", [first], moderator, "1");
    const undone = await gateway().ok("undoBatch", { batch, ...why() }, moderator);
    expect(undone.results[0]?.code).toBe("RECOMMENDED_FULL");
  });
});

it.each([
  ["recommend", "-3", "INVALID_REQUEST"],
  ["recommend", "99999999999", "INVALID_REQUEST"],
  ["move", "那边", "SECTION_NOT_FOUND"],
  ["move", "99999999999", "SECTION_NOT_FOUND"],
  ["class", "1e9", "CLASS_NOT_IN_SECTION"],
] as const)("%s to %s is refused, each alone", async (action, value, code) => {
  expect(await codeOf(action, [await newTopic()], moderator, value)).toBe(code);
});
