import { z } from "zod";
import { nickname } from "../account/identity";
import { cleanText, id } from "../base/fields";
import {
  ageMax,
  entryYearMax,
  entryYearMin,
  interestsMax,
  nicknameChangeDays,
  profileTextMax,
} from "./constants";

/**
 * Personal information (spec 3.3, 3.4): the fields, which of them a developer has, the checks of values (spec 5.1 to
 * 5.3, 5.6), and which values are missing (spec 5.7). Shared by the portal's forms and the gateway.
 */

/** The choices for the sex (spec 9). */
export const sexes = [
  { code: "1", name: "男" },
  { code: "2", name: "女" },
  { code: "3", name: "保密" },
] as const;

/** Ids of the two developer types (spec 3.4, identity). */
export const developerTypeIds = { individual: "1", enterprise: "2" } as const;
/** Codes of the identity types of individual developers (spec 3.4, developtype). */
export const identityTypeCodes = ["engineer", "student", "teacher"] as const;
export type IdentityType = (typeof identityTypeCodes)[number];

/** Types of definition lists (spec 7.2, definition by type). The spec defines education's; the other is ours. */
export const definitionTypes = { education: "HS0011", identityType: "HS0010" } as const;

/** The parent of the provinces (spec 5.2). */
export const rootRegion = "~";

/** The kinds of changes that a moderator may have to review: the three check statuses of spec 3.4. */
export const profileChangeKinds = ["nickname", "avatar", "extended"] as const;
export type ProfileChangeKind = (typeof profileChangeKinds)[number];
/** The results of saving (spec 4, profile review). */
export const saveResults = { waits: "1", applied: "2" } as const;
export type SaveResult = (typeof saveResults)[keyof typeof saveResults];
export const saveMessages = {
  "1": "您修改的内容已提交成功，需要系统审核通过后才能生效！",
  "2": "修改成功！",
} as const satisfies Record<SaveResult, string>;
/** The message when saving extended information failed and the server gave no reason (spec 8). */
export const extendedSaveFailed = "修改失败！";
/** The message about a nickname that was changed recently. @param at when it may be changed again, Beijing time */
export const nicknameTooSoon = (at: string) =>
  `昵称每 ${nicknameChangeDays} 天可修改一次，请在 ${at.slice(0, 16)} 以后再修改`;
/** Shown while a check status is "1" (spec 2.8). */
export const underReviewNotice = "信息审核中";

/** The fields of the extended profile in the form's order, with their names in the form and for moderators. */
export const fieldNames = {
  identity: "开发者类型",
  developtype: "身份类型",
  fullName: "姓名",
  companyName: "公司名称",
  industry: "行业",
  post: "岗位",
  school: "学校",
  teaMajor: "所教专业",
  leaMajor: "所学专业",
  eduBackground: "学历",
  entryDate: "入学时间",
  interestDirection: "感兴趣的方向",
  age: "年龄",
  hobby: "兴趣爱好",
  def1: "补充说明",
} as const;
export type ExtendedField = keyof typeof fieldNames;
export const extendedFields = Object.keys(fieldNames) as ExtendedField[];

/** The messages for empty required fields (spec 5.6). */
export const requiredMessages = {
  identity: "请选择开发者类型",
  developtype: "请选择身份类型",
  fullName: "请输入",
  post: "请填写岗位",
  industry: "请选择行业",
  interestDirection: "请选择",
  companyName: "请填写公司名称",
  school: "请填写学校",
  teaMajor: "请填写所教专业",
  leaMajor: "请填写所学专业",
  eduBackground: "请选择学历",
  entryDate: "请选择入学时间",
} as const satisfies Partial<Record<ExtendedField, string>>;

const engineerFields = ["companyName", "industry", "post", "eduBackground"] as const;
const fieldsByType = {
  engineer: engineerFields,
  student: ["school", "leaMajor", "eduBackground", "entryDate"],
  teacher: ["school", "teaMajor", "eduBackground"],
} as const satisfies Record<IdentityType, readonly ExtendedField[]>;

const isIdentityType = (code: string): code is IdentityType =>
  (identityTypeCodes as readonly string[]).includes(code);

/**
 * The fields of an extended profile with this developer type and identity type, in the form's order (spec 5.6, field
 * sets). An enterprise developer has the engineer set and a full name, but no identity type. Before a type is chosen,
 * there are only the field for the type and the common fields.
 */
export function fieldsFor(
  identity: string,
  developtype: string,
): { field: ExtendedField; required: boolean }[] {
  const required = new Set<ExtendedField>(["identity", "interestDirection"]);
  const add = (...fields: ExtendedField[]) => {
    for (const field of fields) required.add(field);
  };
  if (identity === developerTypeIds.enterprise) add("fullName", ...engineerFields);
  if (identity === developerTypeIds.individual)
    add("developtype", ...(isIdentityType(developtype) ? fieldsByType[developtype] : []));
  const optional = new Set<ExtendedField>(["age", "hobby", "def1"]);
  return extendedFields
    .filter((field) => required.has(field) || optional.has(field))
    .map((field) => ({ field, required: required.has(field) }));
}

/** The fields of spec 5.7. Null and blank both count as empty. */
export interface CompletenessInput extends Record<Exclude<TextField, "hobby" | "def1">, string> {
  username: string;
  city: string;
  phone: string | null;
  email: string | null;
  identity: string;
  developtype: string;
  industry: string;
  eduBackground: string;
  entryDate: number | string | null;
  interestDirection: readonly unknown[];
}
export type CompletenessField = keyof CompletenessInput;

/** The required fields that are empty (spec 5.7, personal information completeness); none for a complete profile. */
export function missingFields(profile: CompletenessInput): CompletenessField[] {
  const { identity, developtype } = profile;
  const required: CompletenessField[] = ["username", "city", "phone", "email", "identity"];
  if (identity === developerTypeIds.individual) required.push("developtype");
  if (developtype === "") required.push("fullName");
  required.push(
    ...(isIdentityType(developtype) ? fieldsByType[developtype] : engineerFields),
    "interestDirection",
  );
  return required.filter((field) => {
    const value = profile[field];
    return Array.isArray(value) ? value.length === 0 : String(value ?? "").trim() === "";
  });
}

/** A text field without control and invisible characters; missing means empty. */
const profileText = z
  .string("填写的内容有误")
  .default("")
  .transform((value) => cleanText(value));
/** A number as typed. A call may have parsed it already, so numbers are accepted too. */
const typedNumber = z
  .union([z.string(), z.number(), z.null()], "填写的内容有误")
  .default("")
  .transform((value) => cleanText(String(value ?? "")));
/** A choice among codes, or none. */
const code = profileText.pipe(z.string().trim().max(40, "请重新选择"));

/** Contacts are read-only on the page, and required (spec 5.3). */
export const contactFields = z.object({
  phone: z.string("请填写联系号码").min(1, "请填写联系号码"),
  email: z.string("请填写联系邮箱").min(1, "请填写联系邮箱"),
});

/** The basic section as saved (spec 3.3, editType "1"). */
export const basicProfile = z.object({
  /** Spec 5.1. */
  username: nickname,
  sex: code.pipe(z.enum(["", "1", "2", "3"], "请重新选择性别")),
  province: code,
  city: code,
  /** Spec 5.2. */
  county: code.pipe(z.string().min(1, "请选择地址")),
});
export type BasicProfile = z.output<typeof basicProfile>;

const textFields = [
  "fullName",
  "companyName",
  "post",
  "school",
  "teaMajor",
  "leaMajor",
  "hobby",
  "def1",
] as const;
type TextField = (typeof textFields)[number];
export const isTextField = (field: ExtendedField): field is TextField =>
  (textFields as readonly string[]).includes(field);

/** An extended profile as it is stored: fields outside its set are empty. */
export type ExtendedProfile = Record<
  Exclude<ExtendedField, "entryDate" | "age" | "interestDirection">,
  string
> & {
  entryDate: number | null;
  age: number | null;
  /** Ids of forum tags. */
  interestDirection: number[];
};

export const emptyExtendedProfile: ExtendedProfile = {
  identity: "",
  developtype: "",
  fullName: "",
  companyName: "",
  industry: "",
  post: "",
  school: "",
  teaMajor: "",
  leaMajor: "",
  eduBackground: "",
  entryDate: null,
  interestDirection: [],
  age: null,
  hobby: "",
  def1: "",
};

/** The profile with all fields outside its set emptied. */
export function withinSet(profile: ExtendedProfile): ExtendedProfile {
  const values = fieldsFor(profile.identity, profile.developtype).map(({ field }) => [field, profile[field]]);
  return { ...emptyExtendedProfile, ...Object.fromEntries(values) };
}

/** Interest directions: a list of tag codes as a JSON string (spec 3.4), or single values from a form. */
function interestCodes(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "string") return value;
  if (!value.trimStart().startsWith("[")) return [value];
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const interests = z
  .array(id, "请重新选择")
  .max(interestsMax, `最多选择 ${interestsMax} 个方向`)
  .transform((ids) => [...new Set(ids)]);

/** A typed year or age: the number, or its problem; null when the field is empty. */
type Read = { value: number | null } | { problem: string };

function readYear(text: string): Read {
  if (text === "") return { value: null };
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  const isOffered = year >= entryYearMin && year <= entryYearMax;
  return isOffered
    ? { value: year }
    : { problem: `入学时间应在 ${entryYearMin} 年至 ${entryYearMax} 年之间` };
}

/** Whole years; more than 999 becomes 999 (spec 5.6, 8). */
function readAge(text: string): Read {
  if (text === "") return { value: null };
  return /^\d+$/.test(text) ? { value: Math.min(ageMax, Number(text)) } : { problem: "年龄不能为负数或小数" };
}

const isOneOf = (codes: readonly string[], value: string) => value === "" || codes.includes(value);

/** The problem of a text or a code; null without one. */
function problemOf(field: ExtendedField, value: string): string | null {
  if (field === "identity")
    return isOneOf(Object.values(developerTypeIds), value) ? null : requiredMessages.identity;
  if (field === "developtype") return isOneOf(identityTypeCodes, value) ? null : requiredMessages.developtype;
  if (value.length > profileTextMax) return `不能超过 ${profileTextMax} 个字`;
  return value !== "" && value.trim() === "" ? "不能只填写空格" : null;
}

/** All fields as typed. Each field is checked alone, so that all problems are shown at once. */
export const extendedInput = z.object({
  ...(Object.fromEntries(extendedFields.map((field) => [field, profileText])) as Record<
    Exclude<ExtendedField, "entryDate" | "age" | "interestDirection">,
    typeof profileText
  >),
  entryDate: typedNumber,
  age: typedNumber,
  interestDirection: z
    .unknown()
    .optional()
    .transform((value, context) => {
      const read = interests.safeParse(interestCodes(value));
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: read.error.issues[0]?.message ?? "" });
      return z.NEVER;
    }),
});

/**
 * The extended section as saved (spec 3.4, editType "2"). Requires the fields of the chosen types. Fields outside
 * their set are dropped, so that nothing is stored that the form does not show.
 */
export function readExtended(
  input: z.output<typeof extendedInput>,
  context: z.RefinementCtx,
): ExtendedProfile {
  const profile = { ...emptyExtendedProfile, interestDirection: input.interestDirection };
  const identity = input.identity.trim();
  for (const { field, required } of fieldsFor(identity, input.developtype.trim())) {
    const say = (message: string) => context.addIssue({ code: "custom", path: [field], message });
    const requiredMessage = required ? requiredMessages[field as keyof typeof requiredMessages] : null;
    if (field === "interestDirection") {
      if (requiredMessage && input.interestDirection.length === 0) say(requiredMessage);
    } else if (requiredMessage && input[field].trim() === "") say(requiredMessage);
    else if (field === "entryDate" || field === "age") {
      const read = (field === "age" ? readAge : readYear)(input[field].normalize("NFKC").trim());
      if ("problem" in read) say(read.problem);
      else profile[field] = read.value;
    } else {
      const problem = problemOf(field, input[field]);
      if (problem) say(problem);
      else profile[field] = input[field].trim();
    }
  }
  return profile;
}
export const extendedProfile = extendedInput.transform(readExtended);
