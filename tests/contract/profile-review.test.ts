import type { OwnProfile } from "contract/profile/calls";
import { saveMessages } from "contract/profile/fields";
import { and, eq, isNull } from "drizzle-orm";
import { profileChanges, profiles, tags } from "gateway/database/schema";
import { changesToDecide, decideProfileChange } from "gateway/profile/changes";
import { saveWords } from "gateway/sensitive-words/list";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveDefinitions } from "../support/definitions";
import { type Member, next, startGateway, TestGateway } from "../support/gateway";
import { canvas } from "../support/upload-files";

const gateway = startGateway();
/** A gateway whose operator reviews every change before it applies. */
let strict: TestGateway;
let tag = 0;

beforeAll(async () => {
  const { database } = gateway();
  strict = new TestGateway(database, { profileReview: ["nickname", "avatar", "extended"] });
  await saveDefinitions(database);
  const [row] = await database.insert(tags).values({ name: "摄像头" }).returning({ id: tags.id });
  tag = row?.id ?? 0;
  await saveWords(
    database,
    [
      { word: "加我微信", level: "review", replacement: null },
      { word: "代开发票", level: "refuse", replacement: null },
    ],
    new Date(),
  );
});
/** Every decision was made once, and at most one change of a kind waits for a person. */
afterAll(async () => {
  const open = await changesToDecide(gateway().database, 1_000);
  expect(new Set(open.map(({ accountId, kind }) => `${accountId} ${kind}`)).size).toBe(open.length);
});

const person = (values: object = {}) => gateway().member({ email: `review${next()}@example.com`, ...values });
const info = async (member: Member): Promise<OwnProfile> => {
  const { data } = await gateway().ok("getInfo", { pk_user: member.id }, member);
  if (!data.own) throw new Error("this is another's");
  return data;
};
const basic = (member: Member, change: object = {}) => ({
  editType: "1" as const,
  username: member.nickname,
  sex: "1",
  province: "440000",
  city: "440300",
  county: "440305",
  ...change,
});
const teacher = (change: object = {}) => ({
  identity: "1",
  developtype: "teacher",
  school: "华中科技大学",
  teaMajor: "电子信息",
  eduBackground: "master",
  interestDirection: [String(tag)],
  ...change,
});
const picture = (colour: string) => canvas(60, 40, colour).png().toBuffer();
const upload = async (at: TestGateway, member: Member, colour: string) =>
  (await at.ok("fileUpload", { file: await picture(colour), filename: "a.png", uploadtype: "1" }, member))
    .data;
const waiting = (member: Member) =>
  gateway()
    .database.select()
    .from(profileChanges)
    .where(and(eq(profileChanges.accountId, member.id), isNull(profileChanges.decidedAt)));
async function decide(member: Member, approved: boolean, reason?: string) {
  const [change] = await waiting(member);
  const moderator = await gateway().member();
  await decideProfileChange(gateway().database, {
    id: change?.id ?? 0,
    approved,
    reason,
    deciderId: moderator.id,
    at: new Date(),
  });
}
const notices = async (member: Member) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "system" }, member)).notices;

describe("a change with sensitive words", () => {
  it("of a nickname waits while the rest of the section applies, and the person gets a notice of the decision", async () => {
    const member = await person();
    const username = `加我微信${next()}`;
    expect((await gateway().ok("updateUserInfo", basic(member, { username }), member)).data).toBe("1");
    expect(await info(member)).toMatchObject({
      username: member.nickname,
      county: "440305",
      userNameCheckStatus: "1",
      extCheckStatus: "0",
      headLogoCheckStatus: "0",
      pending: { username },
    });
    expect(await waiting(member)).toMatchObject([
      { kind: "nickname", before: { nickname: member.nickname }, words: ["加我微信"] },
    ]);
    await decide(member, true);
    expect(await info(member)).toMatchObject({
      username,
      userNameCheckStatus: "0",
      nicknameChangeableAt: expect.any(String),
    });
    expect(await notices(member)).toMatchObject([
      { event: "profileApproved", change: { kind: "nickname", reason: null } },
    ]);
  });

  it("of an extended section waits as a whole; when it is refused, the old one stays and the person gets the reason", async () => {
    const member = await person();
    await gateway().ok("updateExtendedInfo", teacher(), member);
    expect(
      (await gateway().ok("updateExtendedInfo", teacher({ teaMajor: "通信", hobby: "加我微信" }), member))
        .data,
    ).toBe("1");
    expect(await info(member)).toMatchObject({
      teaMajor: "电子信息",
      hobby: "",
      extCheckStatus: "1",
      pending: {
        extended: {
          teaMajor: "通信",
          hobby: "加我微信",
          developtypename: "老师",
          interestDirection: `["${tag}"]`,
        },
      },
    });
    await decide(member, false, "请不要留联系方式");
    expect(await info(member)).toMatchObject({
      teaMajor: "电子信息",
      extCheckStatus: "0",
      pending: { extended: null },
    });
    const change = { kind: "extended", reason: "请不要留联系方式" };
    expect(await notices(member)).toMatchObject([{ event: "profileRefused", change, post: null }]);
    await gateway().refused("updateExtendedInfo", teacher({ hobby: "代开发票" }), "SENSITIVE_WORDS", member);
  });
});

describe("with review of every change", () => {
  it("interests are a set: another order is no change, neither of present nor of waiting data", async () => {
    const member = await person();
    const rows = await gateway()
      .database.insert(tags)
      .values(["传感器", "电源管理"].map((name) => ({ name })))
      .returning({ id: tags.id });
    const tagIds = [String(tag), ...rows.map(({ id }) => String(id))];
    const chosen = (ids: string[]) => teacher({ interestDirection: ids });
    await gateway().ok("updateExtendedInfo", chosen([...tagIds].reverse()), member);
    await strict.refused("updateExtendedInfo", chosen(tagIds), "NOTHING_CHANGED", member);
    expect(await waiting(member)).toEqual([]);
    await strict.ok("updateExtendedInfo", chosen(tagIds.slice(0, 2)), member);
    await strict.refused(
      "updateExtendedInfo",
      chosen(tagIds.slice(0, 2).reverse()),
      "NOTHING_CHANGED",
      member,
    );
    expect(await waiting(member)).toMatchObject([
      { after: { interestDirection: tagIds.slice(0, 2).map(Number) } },
    ]);
  });

  it("all three sections wait side by side, and a save says so", async () => {
    const member = await person();
    const nickname = `等等${next()}`;
    const saved = [
      (await strict.ok("updateNickname", { nickname }, member)).data,
      (await strict.ok("updateExtendedInfo", teacher(), member)).data,
      (await upload(strict, member, "#102030")).result,
    ];
    expect(saved.map((result) => saveMessages[result])).toEqual(
      Array(3).fill("您修改的内容已提交成功，需要系统审核通过后才能生效！"),
    );
    const profile = await info(member);
    expect(profile).toMatchObject({
      username: member.nickname,
      identity: "",
      headerlogo: null,
      thumbheaderlogo: null,
      extCheckStatus: "1",
      headLogoCheckStatus: "1",
      userNameCheckStatus: "1",
      pending: {
        username: nickname,
        headerlogo: expect.stringMatching(/^\/gateway\/files\/[0-9a-f]{32}\.webp$/),
        extended: { school: "华中科技大学" },
      },
    });
    const { pending } = profile;
    for (let left = 3; left > 0; left -= 1) await decide(member, true);
    expect(await info(member)).toMatchObject({
      username: nickname,
      school: "华中科技大学",
      headerlogo: pending.headerlogo,
      thumbheaderlogo: expect.stringMatching(/\.webp$/),
      pending: { username: null, headerlogo: null, extended: null },
    });
  });

  it("fields without review apply at once", async () => {
    const member = await person();
    expect((await strict.ok("updateUserInfo", basic(member), member)).data).toBe("2");
  });

  it("a later change replaces the waiting one; the same again, or the present data, is no change", async () => {
    const member = await person();
    await strict.ok("updateExtendedInfo", teacher({ hobby: "焊接" }), member);
    await strict.refused("updateExtendedInfo", teacher({ hobby: "焊接" }), "NOTHING_CHANGED", member);
    await strict.ok("updateExtendedInfo", teacher({ hobby: "跑步" }), member);
    expect(await waiting(member)).toMatchObject([{ kind: "extended", after: { hobby: "跑步" } }]);
    // Without review an applied change removes the waiting one.
    await gateway().ok("updateExtendedInfo", teacher({ hobby: "爬山" }), member);
    expect([await waiting(member), (await info(member)).hobby]).toEqual([[], "爬山"]);
    expect((await upload(strict, member, "#405060")).result).toBe("1");
    expect((await upload(strict, member, "#405060")).result).toBe("1");
    await decide(member, true);
    expect((await upload(strict, member, "#405060")).result).toBe("2");
    expect(await waiting(member)).toEqual([]);
  });

  it("nobody is asked to complete their information while a change waits (spec 5.7)", async () => {
    const member = await person();
    const needsCompletion = async () => (await strict.ok("getMyPersonalDetail", {}, member)).needsCompletion;
    await strict.ok("updateUserInfo", basic(member), member);
    expect(await needsCompletion()).toBe(true);
    await strict.ok("updateExtendedInfo", teacher(), member);
    expect(await needsCompletion()).toBe(false);
    await decide(member, false, "学校不存在");
    expect(await needsCompletion()).toBe(true);
    await strict.ok("updateExtendedInfo", teacher({ hobby: "焊接" }), member);
    await decide(member, true);
    expect([await needsCompletion(), (await info(member)).missing]).toEqual([false, []]);
  });
});

describe("a decision", () => {
  it("is made once, of an existing change", async () => {
    const member = await person();
    await strict.ok("updateNickname", { nickname: `一次${next()}` }, member);
    const [change] = await waiting(member);
    const decision = { id: change?.id ?? 0, approved: true, deciderId: member.id, at: new Date() };
    const both = await Promise.allSettled([
      decideProfileChange(gateway().database, decision),
      decideProfileChange(gateway().database, { ...decision, approved: false }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")).toMatchObject({
      reason: { code: "PROFILE_CHANGE_NOT_FOUND" },
    });
    await expect(
      decideProfileChange(gateway().database, { ...decision, id: 2_000_000_000 }),
    ).rejects.toMatchObject({
      code: "PROFILE_CHANGE_NOT_FOUND",
    });
    expect(await notices(member)).toHaveLength(1);
  });

  it("does not give a nickname that another person took meanwhile; the change still waits", async () => {
    const [member, quick] = [await person(), await person()];
    const nickname = `抢走${next()}`;
    await strict.ok("updateNickname", { nickname }, member);
    await gateway().ok("updateNickname", { nickname }, quick);
    await expect(decide(member, true)).rejects.toMatchObject({ code: "NICKNAME_TAKEN" });
    expect(await info(member)).toMatchObject({ username: member.nickname, userNameCheckStatus: "1" });
    await decide(member, false, "昵称已被使用");
    expect((await info(member)).userNameCheckStatus).toBe("0");
  });

  it("leaves a school unchanged that was locked meanwhile", async () => {
    const member = await person();
    await gateway().ok("updateExtendedInfo", teacher(), member);
    await strict.ok("updateExtendedInfo", teacher({ school: "武汉大学", hobby: "焊接" }), member);
    await gateway()
      .database.update(profiles)
      .set({ schoolBound: true })
      .where(eq(profiles.accountId, member.id));
    await decide(member, true);
    expect(await info(member)).toMatchObject({ school: "华中科技大学", hobby: "焊接" });
  });
});
