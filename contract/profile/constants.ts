import type { RefusalTable } from "../base/constants";

/** Personal information: lengths of texts, years, and the most interests of a person (spec 5.6). */
export const profileTextMax = 50;

export const ageMax = 999;

export const entryYearMin = 2010;

export const entryYearMax = 2050;

export const interestsMax = 20;

/** Days between two changes of a nickname. */
export const nicknameChangeDays = 30;

export const profileRefusals = {
  NICKNAME_TAKEN: { status: 422, message: "该昵称已被使用，请换一个" },
  NICKNAME_TOO_SOON: { status: 422, message: "昵称每 30 天可修改一次" },
  NOTHING_CHANGED: { status: 422, message: "未修改任何信息" },
  PROFILE_CHANGE_NOT_FOUND: { status: 404, message: "这项修改不存在或已处理" },
} as const satisfies RefusalTable;
