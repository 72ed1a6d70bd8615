/** Personal information, and the lists of its choices (spec 3.3, 3.4, 7.2, Profile). */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id } from "../base/fields";
import { profileSuccessCode } from "../base/wire";
import {
  basicProfile,
  extendedInput,
  extendedProfile,
  identityTypeCodes,
  readExtended,
  rootRegion,
  saveResults,
} from "./fields";

const empty = z.object({});

/** Success of the profile calls (spec 7.1). */
const profileResponse = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), code: z.literal(profileSuccessCode), data });

/** Renames a field that other upstreams call differently to the row's name. */
const renamed = (from: string, to: string) => (data: unknown) =>
  typeof data === "object" && data !== null && from in data && !(to in data)
    ? { ...data, [to]: (data as Record<string, unknown>)[from] }
    : data;

const optionFields = z.object({ pkdefdoc: z.string(), name: z.string(), code: words });
/** An entry of a definition list (spec 3.5: pkdefdoc or pk_defdoc). `pkdefdoc` is the stored value of a choice. */
const option = z.preprocess(renamed("pk_defdoc", "pkdefdoc"), optionFields);
const optionWithChildren = z.preprocess(
  renamed("pk_defdoc", "pkdefdoc"),
  optionFields.extend({ children: some(option) }),
);

/** A region (spec 3.5). A call with its id loads its `children`; a county has none. */
const region = z.object({
  pkregion: z.string(),
  name: z.string(),
  leaf: flag,
  children: z.array(z.unknown()).default([]),
});

/** A member's public information. */
const face = {
  pk_user: count,
  username: z.string(),
  /**
   * The large picture's root-relative address, and the small one's storage name (spec 3.3); null for the default
   * avatar.
   */
  headerlogo: z.string().nullable().default(null),
  thumbheaderlogo: z.string().nullable().default(null),
};

/** "1" while such a change is under review (spec 3.4), otherwise "0". */
const checkStatus = z.enum(["0", "1"]).default("0");

const optionalText = words;

const extended = {
  identity: optionalText,
  identityName: optionalText,
  identityCode: optionalText,
  developtype: optionalText,
  developtypename: optionalText,
  fullName: optionalText,
  companyName: optionalText,
  /** The second-level id, the first-level id above it, and both names. */
  industry: optionalText,
  industryParent: optionalText,
  industryName: optionalText,
  post: optionalText,
  eduBackground: optionalText,
  eduBackgroundName: optionalText,
  school: optionalText,
  leaMajor: optionalText,
  teaMajor: optionalText,
  hobby: optionalText,
  def1: optionalText,
  /** Empty without a value. */
  entryDate: optionalText,
  age: optionalText,
  /** Tag codes as a JSON string (spec 3.4). */
  interestDirection: optionalText,
};

/** An answer without `own` is the member's own information when it has one of these fields. */
const ownFields = ["phone", "email", "identity"];

/** The member's own information, or another member's public information. */
const info = z.preprocess(
  (data) =>
    typeof data === "object" && data !== null && !("own" in data)
      ? { ...data, own: ownFields.some((field) => field in data) }
      : data,
  z.discriminatedUnion("own", [
    z.object({
      own: z.literal(true),
      ...face,
      sex: optionalText,
      province: optionalText,
      city: optionalText,
      county: optionalText,
      /** The names of province, city and county, as far as known. */
      regionName: optionalText,
      /** Masked; empty without a bound contact. */
      phone: optionalText,
      email: optionalText,
      w3Account: optionalText,
      ...extended,
      /** "Y": the school is locked (spec 3.4). */
      bindschool: z.enum(["Y", "N"]).default("N"),
      extCheckStatus: checkStatus,
      headLogoCheckStatus: checkStatus,
      userNameCheckStatus: checkStatus,
      /** The values under review, as they will be after approval. */
      pending: z
        .object({
          username: optionalText.nullable().default(null),
          headerlogo: optionalText.nullable().default(null),
          extended: z.object(extended).nullable().default(null),
        })
        .prefault({}),
      /** The required fields that are empty (spec 5.7). */
      missing: z.array(z.string()).optional(),
      /** When the nickname may be changed again; null for now. */
      nicknameChangeableAt: optionalText.nullable().default(null),
    }),
    z.object({ own: z.literal(false), ...face }),
  ]),
);

/** "1": the change waits for approval; "2": it is applied (spec 4). */
const saved = profileResponse(z.enum(Object.values(saveResults)));

const nickname = z.string().max(100, "昵称长度不超过10个汉字或20个英文字符");

export const profileCalls = {
  getInfo: defineCall({
    group: "profile",
    summary: "The signed-in person's own information, or another member's public information.",
    method: "POST",
    path: "/gateway/rest/profile/info",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ pk_user: id }),
    response: profileResponse(info),
  }),
  queryUserInfo: defineCall({
    group: "person",
    summary:
      "As getInfo; with `developType`, the caller's own fields for that identity type, with all other fields empty.",
    method: "POST",
    path: "/gateway/rest/person/query-info",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      pk_user: id.optional(),
      developType: z.enum(identityTypeCodes, "请选择身份类型").optional(),
    }),
    response: profileResponse(info),
  }),
  updateUserInfo: defineCall({
    group: "person",
    summary: 'Saves the basic (editType "1") or the extended section ("2").',
    method: "POST",
    path: "/gateway/rest/person/update-info",
    body: "json",
    access: "user",
    limit: "profileSave",
    effect: "hides",
    request: z
      .discriminatedUnion("editType", [
        basicProfile.extend({ editType: z.literal("1") }),
        extendedInput.extend({ editType: z.literal("2") }),
      ])
      .transform((request, context) => {
        if (request.editType === "1") return request;
        const { editType, ...input } = request;
        return { editType, ...readExtended(input, context) };
      }),
    response: saved,
  }),
  updateExtendedInfo: defineCall({
    group: "person",
    summary: "Saves the extended section.",
    method: "POST",
    path: "/gateway/rest/person/update-extended-info",
    body: "json",
    access: "user",
    limit: "profileSave",
    effect: "hides",
    request: extendedProfile,
    response: saved,
  }),
  industry: defineCall({
    group: "person",
    summary: "The industries in two levels; the second level can be chosen.",
    method: "POST",
    path: "/gateway/rest/person/industry",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 300, whose: "everyone", until: "hides" },
    request: empty,
    response: profileResponse(z.array(optionWithChildren)),
  }),
  address: defineCall({
    group: "person",
    summary: 'The regions directly below one; "~" has the provinces (spec 5.2).',
    method: "POST",
    path: "/gateway/rest/person/address",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 300, whose: "everyone", until: "hides" },
    request: z.object({
      regionid: z
        .string()
        .regex(/^(?:~|\d{6})$/, "地区编号有误")
        .default(rootRegion),
    }),
    response: profileResponse(z.array(region)),
  }),
  developerTypes: defineCall({
    group: "person",
    summary: "The developer types.",
    method: "POST",
    path: "/gateway/rest/person/developer-types",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 300, whose: "everyone", until: "hides" },
    request: empty,
    response: profileResponse(z.array(option)),
  }),
  definitionByType: defineCall({
    group: "person",
    summary:
      "A definition list by its type: HS0011 education, HS0010 identity types. Empty for an unknown type.",
    method: "POST",
    path: "/gateway/rest/person/definition",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 300, whose: "everyone", until: "hides" },
    request: z.object({ type: z.string().max(40, "类型有误") }),
    response: profileResponse(z.array(option)),
  }),
  fileUpload: defineCall({
    group: "person",
    summary: "Stores a picture as the signed-in person's avatar, cropped to a square, in two sizes.",
    method: "POST",
    path: "/gateway/rest/person/file-upload",
    body: "file",
    access: "unmuted",
    limit: "upload",
    effect: "private",
    request: z.object({
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择图片"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长"),
      uploadtype: z.literal("1", "上传类型有误"),
    }),
    response: profileResponse(
      z.object({
        headerlogo: z.string(),
        thumbheaderlogo: words,
        result: z.enum(Object.values(saveResults)).default(saveResults.applied),
      }),
    ),
  }),
  verifyNickname: defineCall({
    group: "baseChecks",
    summary: "Whether the signed-in person may use a nickname.",
    method: "POST",
    path: "/gateway/rest/base/verify-nickname",
    body: "json",
    access: "user",
    limit: "wordCheck",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ nickname }),
    response: z.object({ available: z.boolean() }),
  }),
  ifUpdateNickname: defineCall({
    group: "baseChecks",
    summary: "Whether the signed-in person may change their nickname now, and otherwise from when.",
    method: "POST",
    path: "/gateway/rest/base/if-update-nickname",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({ allowed: z.boolean(), changeableAt: z.string().nullable() }),
  }),
  updateNickname: defineCall({
    group: "forum",
    summary: "Changes the signed-in person's nickname.",
    method: "POST",
    path: "/api/v1/user/update-nickname",
    body: "json",
    access: "unmuted",
    limit: "profileSave",
    effect: "hides",
    request: z.object({ nickname }),
    response: saved,
  }),
};

export type ProfileInfo = z.infer<typeof info>;

export type OwnProfile = Extract<ProfileInfo, { own: true }>;

export type DefinitionOption = z.infer<typeof option>;
