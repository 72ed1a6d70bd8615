import {
  basicProfile,
  type CompletenessInput,
  contactFields,
  emptyExtendedProfile,
  extendedFields,
  extendedProfile,
  fieldsFor,
  isTextField,
  missingFields,
} from "contract/profile/fields";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The field's messages, as a form shows them. */
function messagesOf(
  schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
  value: unknown,
) {
  return Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [
      String(path[0] ?? ""),
      message,
    ]),
  );
}

const required = (identity: string, developtype: string) =>
  fieldsFor(identity, developtype).flatMap(({ field, required: isRequired }) => (isRequired ? [field] : []));

const basic = { username: "阿岚", sex: "3", province: "440000", city: "440300", county: "440305" };
const student = {
  identity: "1",
  developtype: "student",
  school: "华中科技大学",
  leaMajor: "电子信息",
  eduBackground: "undergraduate",
  entryDate: "2023",
  interestDirection: '["7","9"]',
};
const engineer = {
  identity: "1",
  developtype: "engineer",
  companyName: "青芯",
  industry: "C39",
  post: "驱动",
  eduBackground: "master",
};
const engineerProfile = { ...engineer, interestDirection: ["3"] };

describe("the basic section", () => {
  it("accepts the page's choices, and an empty sex", () => {
    expect(basicProfile.parse(basic)).toEqual(basic);
    expect(basicProfile.parse({ ...basic, sex: undefined }).sex).toBe("");
  });

  it("gives each error beside its field (spec 5.1, 5.2)", () => {
    expect(messagesOf(basicProfile, {})).toEqual({ username: "请输入昵称", county: "请选择地址" });
    expect(messagesOf(basicProfile, { ...basic, username: "a<b>" })).toEqual({
      username: "昵称存在特殊字符",
    });
    expect(messagesOf(basicProfile, { ...basic, username: "十一个汉字的昵称太长了" })).toEqual({
      username: "昵称长度不超过10个汉字或20个英文字符",
    });
    expect(messagesOf(basicProfile, { ...basic, sex: "4" })).toEqual({ sex: "请重新选择性别" });
  });

  it("requires a phone and an email, which it does not change (spec 5.3)", () => {
    expect(messagesOf(contactFields, { phone: "", email: "" })).toEqual({
      phone: "请填写联系号码",
      email: "请填写联系邮箱",
    });
  });
});

describe("the extended section (spec 5.6)", () => {
  it("has the fields of its set, and requires them", () => {
    expect(required("1", "engineer")).toEqual([
      ...["identity", "developtype", "companyName", "industry", "post", "eduBackground", "interestDirection"],
    ]);
    expect(required("1", "student")).toEqual([
      ...["identity", "developtype", "school", "leaMajor", "eduBackground", "entryDate", "interestDirection"],
    ]);
    expect(required("1", "teacher")).toEqual([
      "identity",
      "developtype",
      "school",
      "teaMajor",
      "eduBackground",
      "interestDirection",
    ]);
    for (const developtype of ["", "student", "teacher", "engineer"]) {
      expect(required("2", developtype)).toEqual([
        ...["identity", "fullName", "companyName", "industry", "post", "eduBackground", "interestDirection"],
      ]);
    }
    expect(required("1", "")).toEqual(["identity", "developtype", "interestDirection"]);
    expect(required("", "")).toEqual(["identity", "interestDirection"]);
  });

  it("gives all required messages of each set at once", () => {
    expect(messagesOf(extendedProfile, {})).toEqual({
      identity: "请选择开发者类型",
      interestDirection: "请选择",
    });
    expect(messagesOf(extendedProfile, { identity: "2" })).toEqual({
      fullName: "请输入",
      companyName: "请填写公司名称",
      industry: "请选择行业",
      post: "请填写岗位",
      eduBackground: "请选择学历",
      interestDirection: "请选择",
    });
    expect(messagesOf(extendedProfile, { identity: "1" })).toEqual({
      developtype: "请选择身份类型",
      interestDirection: "请选择",
    });
    expect(messagesOf(extendedProfile, { identity: "1", developtype: "student", age: "-1" })).toEqual({
      school: "请填写学校",
      leaMajor: "请填写所学专业",
      eduBackground: "请选择学历",
      entryDate: "请选择入学时间",
      interestDirection: "请选择",
      age: "年龄不能为负数或小数",
    });
    expect(messagesOf(extendedProfile, { identity: "1", developtype: "teacher" })).toMatchObject({
      teaMajor: "请填写所教专业",
    });
    expect(messagesOf(extendedProfile, { identity: "7", developtype: "poet" })).toMatchObject({
      identity: "请选择开发者类型",
    });
    expect(messagesOf(extendedProfile, { identity: "1", developtype: "poet" })).toMatchObject({
      developtype: "请选择身份类型",
    });
  });

  it("keeps the fields of the set and nothing else", () => {
    expect(extendedProfile.parse({ ...student, companyName: "前东家", teaMajor: "物理" })).toEqual({
      ...emptyExtendedProfile,
      ...student,
      entryDate: 2023,
      interestDirection: [7, 9],
    });
    const enterprise = extendedProfile.parse({ ...engineerProfile, identity: "2", fullName: "陈 默 " });
    expect(enterprise).toMatchObject({
      developtype: "",
      fullName: "陈 默",
      companyName: "青芯",
      interestDirection: [3],
    });
  });

  it("refuses texts of more than 50 characters and of nothing but spaces", () => {
    const long = "字".repeat(51);
    for (const field of extendedFields.filter(isTextField)) {
      const identity = field === "fullName" ? "2" : "1";
      const developtype =
        field === "teaMajor"
          ? "teacher"
          : field === "companyName" || field === "post"
            ? "engineer"
            : "student";
      expect(messagesOf(extendedProfile, { ...student, identity, developtype, [field]: long })).toMatchObject(
        {
          [field]: "不能超过 50 个字",
        },
      );
      expect(
        messagesOf(extendedProfile, { ...student, identity, developtype, [field]: " \u3000 " }),
      ).toHaveProperty(field);
    }
    expect(messagesOf(extendedProfile, { ...student, hobby: "  " })).toEqual({ hobby: "不能只填写空格" });
    expect(extendedProfile.parse({ ...student, hobby: "字".repeat(50) }).hobby).toHaveLength(50);
  });

  it("offers entry years from 2010 to 2050", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), (year) => {
        const messages = messagesOf(extendedProfile, { ...student, entryDate: String(year) });
        expect(messages).toEqual(
          year >= 2010 && year <= 2050 ? {} : { entryDate: "入学时间应在 2010 年至 2050 年之间" },
        );
      }),
    );
  });

  it("clamps an age to 0 to 999, and refuses negative, fractional and invalid ones", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.nat(1_200)), (years) => {
        expect(extendedProfile.parse({ ...student, age: String(years) }).age).toBe(Math.min(years, 999));
      }),
    );
    for (const age of ["-1", "3.5", "一", "1e3", "0x1f", "1,000", "NaN"]) {
      expect(messagesOf(extendedProfile, { ...student, age })).toEqual({ age: "年龄不能为负数或小数" });
    }
    expect([
      extendedProfile.parse({ ...student, age: " " }).age,
      extendedProfile.parse({ ...student, age: "２０" }).age,
    ]).toEqual([null, 20]);
  });

  it("accepts interests as the stored JSON string, as a list and one by one", () => {
    const interests = (interestDirection: unknown) =>
      extendedProfile.parse({ ...student, interestDirection }).interestDirection;
    expect([interests('["7", 9, "7"]'), interests(["7"]), interests("7")]).toEqual([[7, 9], [7], [7]]);
    for (const [value, message] of [
      ["[", "请重新选择"],
      ['["x"]', "编号有误"],
      [{ 7: true }, "请重新选择"],
      [Array.from({ length: 21 }, (_, index) => index + 1), "最多选择 20 个方向"],
      ["[]", "请选择"],
    ]) {
      expect(messagesOf(extendedProfile, { ...student, interestDirection: value })).toEqual({
        interestDirection: message,
      });
    }
  });
});

describe("missing values (spec 5.7)", () => {
  /** The specification's table: when a row applies, and which fields it requires. */
  const always = ["username", "city", "phone", "email", "identity", "interestDirection"] as const;
  const table: {
    when: (type: string, identity: string) => boolean;
    fields: readonly (keyof CompletenessInput)[];
  }[] = [
    { when: () => true, fields: always },
    {
      when: (type) => type === "engineer" || type === "",
      fields: ["industry", "post", "companyName", "eduBackground"],
    },
    { when: (type) => type === "", fields: ["fullName"] },
    { when: (type) => type === "student", fields: ["school", "leaMajor", "eduBackground", "entryDate"] },
    { when: (type) => type === "teacher", fields: ["school", "teaMajor", "eduBackground"] },
    { when: (_type, identity) => identity === "1", fields: ["developtype"] },
  ];
  const fieldValue = fc.constantFrom("有", "", "  ");
  const profiles: fc.Arbitrary<CompletenessInput> = fc.record({
    username: fieldValue,
    city: fieldValue,
    phone: fc.option(fieldValue),
    email: fc.option(fieldValue),
    fullName: fieldValue,
    companyName: fieldValue,
    post: fieldValue,
    school: fieldValue,
    teaMajor: fieldValue,
    leaMajor: fieldValue,
    industry: fieldValue,
    eduBackground: fieldValue,
    entryDate: fc.option(fc.integer({ min: 2010, max: 2050 })),
    identity: fc.constantFrom("", "1", "2"),
    developtype: fc.constantFrom("", "engineer", "student", "teacher"),
    interestDirection: fc.array(fc.nat(), { maxLength: 2 }),
  });
  const isEmpty = (value: unknown) =>
    Array.isArray(value) ? value.length === 0 : value === null || /^\s*$/.test(String(value));

  it("are the fields that the table requires and the profile does not have", () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const fieldNames = table
          .filter(({ when }) => when(profile.developtype, profile.identity))
          .flatMap(({ fields }) => fields);
        expect(new Set(missingFields(profile))).toEqual(
          new Set(fieldNames.filter((field) => isEmpty(profile[field]))),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("are one row's field alone when that alone is empty", () => {
    const whole: CompletenessInput = {
      username: "阿岚",
      city: "440300",
      phone: "13800000003",
      email: "member@example.com",
      interestDirection: [1],
      fullName: "陈默",
      companyName: "青芯",
      post: "驱动",
      industry: "C39",
      eduBackground: "master",
      entryDate: 2020,
      school: "华科",
      teaMajor: "电子",
      leaMajor: "电子",
      identity: "1",
      developtype: "engineer",
    };
    const [individual, enterprise] = ["1", "2"];
    for (const [identity, developtype] of [
      ...["engineer", "student", "teacher"].map((type) => [individual, type] as const),
      [enterprise, ""] as const,
    ]) {
      const profile = { ...whole, identity, developtype } as CompletenessInput;
      expect(missingFields(profile)).toEqual([]);
      const rows = table
        .filter(({ when }) => when(developtype, String(identity)))
        .flatMap(({ fields }) => fields);
      for (const field of rows.filter((name) => name !== "developtype" && name !== "identity")) {
        const value = field === "interestDirection" ? [] : field === "entryDate" ? null : "";
        expect(missingFields({ ...profile, [field]: value })).toEqual([field]);
      }
    }
    expect(missingFields({ ...whole, developtype: "" })).toEqual(["developtype"]);
    expect(missingFields({ ...whole, identity: "" })).toEqual(["identity"]);
  });
});
