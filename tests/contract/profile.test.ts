import type { CallInput } from "contract";
import type { OwnProfile } from "contract/profile/calls";
import { eq } from "drizzle-orm";
import { accounts, profiles, tags } from "gateway/database/schema";
import { refreshCompleteness } from "gateway/profile/rows";
import { saveWords } from "gateway/sensitive-words/list";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import { definitions, saveDefinitions } from "../support/definitions";
import { type Member, next, startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
let [camera, radio] = [0, 0];

beforeAll(async () => {
  const { database } = gateway();
  await saveDefinitions(database);
  const rows = await database
    .insert(tags)
    .values([{ name: "摄像头" }, { name: "射频" }])
    .returning({ id: tags.id });
  [camera, radio] = rows.map(({ id }) => id) as [number, number];
  await saveWords(
    database,
    [
      { word: "代开发票", level: "refuse", replacement: null },
      { word: "破芯片", level: "replace", replacement: "这颗芯片" },
    ],
    new Date(),
  );
});

/** A member with both contacts, which saving the basic section needs. */
const person = (values: object = {}) => gateway().member({ email: `person${next()}@example.com`, ...values });
const info = async (member: Member): Promise<OwnProfile> => {
  const { data } = await gateway().ok("getInfo", { pk_user: member.id }, member);
  if (!data.own) throw new Error("this is another's");
  return data;
};
const shenzhen = { province: "440000", city: "440300", county: "440305" };
const basic = (member: Member, change: object = {}) => ({
  editType: "1" as const,
  username: member.nickname,
  sex: "3",
  ...shenzhen,
  ...change,
});
const engineer = (change: object = {}): CallInput<"updateExtendedInfo"> => ({
  identity: "1",
  developtype: "engineer",
  companyName: "青芯科技",
  industry: "C39",
  post: "驱动工程师",
  eduBackground: "master",
  interestDirection: JSON.stringify([String(camera), String(radio)]),
  ...change,
});
const student = (change: object = {}): CallInput<"updateExtendedInfo"> => ({
  identity: "1",
  developtype: "student",
  school: "华中科技大学",
  leaMajor: "电子信息",
  eduBackground: "undergraduate",
  entryDate: "2023",
  interestDirection: JSON.stringify([String(camera)]),
  ...change,
});
const saveExtended = (member: Member, request: CallInput<"updateExtendedInfo">) =>
  gateway().ok("updateExtendedInfo", request, member);
const complete = async (member: Member) =>
  !(await gateway().ok("getMyPersonalDetail", {}, member)).needsCompletion;

describe("personal information", () => {
  it("is empty at first, with a list of the missing parts", async () => {
    const member = await gateway().member();
    const { success, code, data } = await gateway().ok("getInfo", { pk_user: member.id }, member);
    expect([success, code]).toEqual([true, "1000000000"]);
    expect(data).toMatchObject({
      own: true,
      pk_user: member.id,
      username: member.nickname,
      headerlogo: null,
      thumbheaderlogo: null,
      sex: "",
      regionName: "",
      email: "",
      phone: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/),
      identity: "",
      interestDirection: "[]",
      entryDate: "",
      age: "",
      bindschool: "N",
      extCheckStatus: "0",
      headLogoCheckStatus: "0",
      userNameCheckStatus: "0",
      nicknameChangeableAt: null,
      pending: { username: null, headerlogo: null, extended: null },
      missing: [
        "city",
        "email",
        "identity",
        "fullName",
        "companyName",
        "industry",
        "post",
        "eduBackground",
        "interestDirection",
      ],
    });
    expect(data).toHaveProperty("w3Account", data.own ? data.phone : "");
  });

  it("shows the saved values, with the names of the choices", async () => {
    const member = await person();
    expect(await gateway().ok("updateUserInfo", basic(member, { sex: "2" }), member)).toEqual({
      success: true,
      code: "1000000000",
      data: "2",
    });
    await gateway().ok(
      "updateUserInfo",
      { editType: "2", ...engineer({ age: "1200", hobby: " 焊接 " }) },
      member,
    );
    const { email } = await info(member);
    expect(await info(member)).toMatchObject({
      ...shenzhen,
      sex: "2",
      regionName: "广东省 深圳市 南山区",
      w3Account: email,
      missing: [],
      identityName: "个人开发者",
      identityCode: "individual",
      developtypename: "工程师",
      eduBackgroundName: "硕士",
      industry: "C39",
      industryParent: "C",
      industryName: "制造业 / 计算机、通信和其他电子设备制造业",
      companyName: "青芯科技",
      post: "驱动工程师",
      age: "999",
      hobby: "焊接",
      interestDirection: `["${camera}","${radio}"]`,
    });
    expect(await gateway().ok("queryUserInfo", {}, member)).toEqual(
      await gateway().ok("getInfo", { pk_user: member.id }, member),
    );
  });

  it("is private: others see a name and a picture", async () => {
    const [member, other] = [await person(), await person()];
    await saveExtended(other, engineer());
    for (const call of ["getInfo", "queryUserInfo"] as const) {
      const { data } = await gateway().ok(call, { pk_user: other.id }, member);
      expect(data).toEqual({
        own: false,
        pk_user: other.id,
        username: other.nickname,
        headerlogo: null,
        thumbheaderlogo: null,
      });
    }
    await gateway().refused("getInfo", { pk_user: 2_000_000_000 }, "USER_NOT_FOUND", member);
    await gateway().database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, other.id));
    await gateway().refused("getInfo", { pk_user: other.id }, "USER_NOT_FOUND", member);
  });

  it("is shown for another identity type without the fields that the type does not have", async () => {
    const member = await person();
    await saveExtended(member, student({ fullName: "不在学生的表单里" }));
    const { data } = await gateway().ok("queryUserInfo", { developType: "teacher" }, member);
    expect(data).toMatchObject({
      developtype: "teacher",
      developtypename: "老师",
      school: "华中科技大学",
      leaMajor: "",
      entryDate: "",
      fullName: "",
    });
    expect(await info(member)).toMatchObject({
      developtype: "student",
      leaMajor: "电子信息",
      entryDate: "2023",
    });
  });
});

describe("the basic section", () => {
  it("asks for a phone and an email (spec 5.3), a county (5.2) and a nickname (5.1), each by its field", async () => {
    const member = await gateway().member({ phone: null });
    const refusal = await gateway().refused(
      "updateUserInfo",
      basic(member, { county: "440304", city: "440100" }),
      "INVALID_REQUEST",
      member,
    );
    expect(refusal.fields).toEqual({
      phone: ["请填写联系号码"],
      email: ["请填写联系邮箱"],
      county: ["请选择地址"],
    });
    const whole = await person();
    for (const [change, fields] of [
      [{ county: "" }, { county: ["请选择地址"] }],
      [{ county: "999999", city: "", province: "" }, { county: ["请选择地址"] }],
      [{ username: "" }, { username: ["请输入昵称"] }],
      [{ username: "a(b)" }, { username: ["昵称存在特殊字符"] }],
      [{ username: "abcdefghijklmnopqrstu" }, { username: ["昵称长度不超过10个汉字或20个英文字符"] }],
      [{ sex: "9" }, { sex: ["请重新选择性别"] }],
      [{ editType: "3" }, { editType: ["填写的内容有误"] }],
    ] as const) {
      expect(
        (await gateway().refused("updateUserInfo", basic(whole, change), "INVALID_REQUEST", whole)).fields,
      ).toEqual(fields);
    }
  });

  it("says so when nothing changed", async () => {
    const member = await person();
    await gateway().ok("updateUserInfo", basic(member), member);
    const { message } = await gateway().refused("updateUserInfo", basic(member), "NOTHING_CHANGED", member);
    expect(message).toBe("未修改任何信息");
    expect((await gateway().ok("updateUserInfo", basic(member, { sex: "1" }), member)).data).toBe("2");
  });

  it("changes the nickname too, under the field's own name", async () => {
    const [member, other] = [await person(), await person({ nickname: `占用Name${next()}` })];
    const username = `新名${next()}`;
    await gateway().ok("updateUserInfo", basic(member, { username }), member);
    expect(await info(member)).toMatchObject({ username, nicknameChangeableAt: expect.stringMatching(/Z$/) });
    const again = await person();
    const { fields } = await gateway().refused(
      "updateUserInfo",
      basic(again, { username: other.nickname.toUpperCase() }),
      "NICKNAME_TAKEN",
      again,
    );
    expect(fields).toEqual({ username: ["该昵称已被使用，请换一个"] });
    expect((await info(again)).county).toBe("");
    for (const word of ["代开发票", "破芯片"]) {
      const refusal = await gateway().refused(
        "updateUserInfo",
        basic(again, { username: word }),
        "SENSITIVE_WORDS",
        again,
      );
      expect(refusal).toMatchObject({
        fields: { username: ["您提交的内容含有敏感词汇，请核查后再输入"] },
        marks: { username: [{ start: 0 }] },
      });
    }
  });
});

describe("the extended section", () => {
  it("reports each invalid value by its field (spec 5.6)", async () => {
    const member = await person();
    const refused = async (request: unknown) =>
      (await gateway().refused("updateExtendedInfo", request, "INVALID_REQUEST", member)).fields;
    expect(await refused({})).toEqual({ identity: ["请选择开发者类型"], interestDirection: ["请选择"] });
    expect(await refused({ identity: "2" })).toEqual({
      fullName: ["请输入"],
      companyName: ["请填写公司名称"],
      industry: ["请选择行业"],
      post: ["请填写岗位"],
      eduBackground: ["请选择学历"],
      interestDirection: ["请选择"],
    });
    expect(await refused({ identity: "1", developtype: "student" })).toMatchObject({
      school: ["请填写学校"],
      leaMajor: ["请填写所学专业"],
      entryDate: ["请选择入学时间"],
    });
    expect(await refused({ identity: "1", developtype: "teacher" })).toMatchObject({
      teaMajor: ["请填写所教专业"],
    });
    expect(await refused({ identity: "1" })).toMatchObject({ developtype: ["请选择身份类型"] });
    expect(await refused(engineer({ age: "-3", hobby: "　" }))).toEqual({
      age: ["年龄不能为负数或小数"],
      hobby: ["不能只填写空格"],
    });
    expect(await refused(engineer({ post: "长".repeat(51) }))).toEqual({ post: ["不能超过 50 个字"] });
    expect(await refused(student({ entryDate: "2009" }))).toEqual({
      entryDate: ["入学时间应在 2010 年至 2050 年之间"],
    });
    expect(
      (await gateway().refused("updateUserInfo", { editType: "2" }, "INVALID_REQUEST", member)).fields,
    ).toHaveProperty("identity");
  });

  it("accepts only listed choices and existing tags", async () => {
    const member = await person();
    const refusal = await gateway().refused(
      "updateExtendedInfo",
      engineer({ eduBackground: "wizard", industry: "C", interestDirection: [camera, 2_000_000_000] }),
      "INVALID_REQUEST",
      member,
    );
    expect(refusal.fields).toEqual({
      eduBackground: ["请选择学历"],
      industry: ["请选择行业"],
      interestDirection: ["请重新选择"],
    });
  });

  it("refuses sensitive words by their field, and replaces those of level replace", async () => {
    const member = await person();
    const { message, fields } = await gateway().refused(
      "updateExtendedInfo",
      engineer({ companyName: "代开发票公司", hobby: "代-开发票" }),
      "SENSITIVE_WORDS",
      member,
    );
    expect(message).toBe("您提交的内容含有敏感词汇，请核查后再输入");
    expect(Object.keys(fields ?? {})).toEqual(["companyName", "hobby"]);
    await saveExtended(member, engineer({ hobby: "修破芯片" }));
    expect((await info(member)).hobby).toBe("修这颗芯片");
  });

  it("says so when nothing changed", async () => {
    const member = await person();
    await saveExtended(member, engineer());
    await gateway().refused(
      "updateExtendedInfo",
      engineer({ interestDirection: [camera, radio] }),
      "NOTHING_CHANGED",
      member,
    );
    expect((await saveExtended(member, engineer({ post: "架构师" }))).data).toBe("2");
  });

  it("keeps a locked school, whatever else changes", async () => {
    const member = await person();
    await saveExtended(member, student());
    await gateway()
      .database.update(profiles)
      .set({ schoolBound: true })
      .where(eq(profiles.accountId, member.id));
    const { fields } = await gateway().refused(
      "updateExtendedInfo",
      student({ school: "武汉大学" }),
      "INVALID_REQUEST",
      member,
    );
    expect(fields).toEqual({ school: ["学校已绑定，不能修改"] });
    await saveExtended(member, student({ leaMajor: "通信工程" }));
    await saveExtended(member, engineer());
    expect(await info(member)).toMatchObject({
      bindschool: "Y",
      developtype: "engineer",
      school: "华中科技大学",
      leaMajor: "",
    });
  });
});

describe("the choices", () => {
  it("are regions level by level, lists from the pack, and empty for unknown ones", async () => {
    const member = await gateway().member();
    const below = async (regionid?: string) =>
      (await gateway().ok("address", regionid ? { regionid } : {}, member)).data;
    expect((await below()).map(({ name }) => name)).toEqual((await below("~")).map(({ name }) => name));
    expect((await below("~"))[0]).toEqual({ pkregion: "110000", name: "北京市", leaf: false, children: [] });
    expect(await below("440300")).toContainEqual({
      pkregion: "440305",
      name: "南山区",
      leaf: true,
      children: [],
    });
    expect([await below("440305"), await below("000000")]).toEqual([[], []]);
    await gateway().refused("address", { regionid: "深圳" }, "INVALID_REQUEST", member);
    expect((await gateway().ok("industry", {}, member)).data).toEqual(definitions.industries);
    expect((await gateway().ok("developerTypes", {}, member)).data).toEqual(definitions.developerTypes);
    const list = async (type: string) => (await gateway().ok("definitionByType", { type }, member)).data;
    expect(await list("HS0011")).toEqual(definitions.education);
    expect(await list("HS0010")).toEqual(definitions.identityTypes);
    expect(await list("HS9999")).toEqual([]);
  });
});

describe("completeness (spec 5.7)", () => {
  it("changes with saves, phone and email, and is not computed while completion is off", async () => {
    const member = await person();
    expect(await complete(member)).toBe(false);
    await gateway().ok("updateUserInfo", basic(member), member);
    expect(await complete(member)).toBe(false);
    await saveExtended(member, engineer());
    expect(await complete(member)).toBe(true);
    const { database } = gateway();
    await database.update(accounts).set({ email: null }).where(eq(accounts.id, member.id));
    await refreshCompleteness(database, member.id);
    expect(await complete(member)).toBe(false);
    const relaxed = new TestGateway(database, { registerConfig: 1 });
    expect((await relaxed.ok("getMyPersonalDetail", {}, member)).needsCompletion).toBe(false);
    await expect(refreshCompleteness(database, 2_000_000_000)).resolves.toBeUndefined();
  });
});

it("saves have a limit", async () => {
  const member = await person();
  const hurried = new TestGateway(gateway().database, {}, createLimits());
  for (let saved = 0; saved < 30; saved += 1)
    await hurried.ok("updateUserInfo", basic(member, { sex: saved % 2 ? "1" : "2" }), member);
  await hurried.refused("updateUserInfo", basic(member), "TOO_FREQUENT", member);
});
