import type { RefusalTable } from "../base/constants";

/** The path of export downloads; the export's key follows. */
export const exportsPrefix = "/gateway/exports/";

/** Days for which a packed export can be downloaded. */
export const exportDays = 7;

/** The word that must be typed to close an account. */
export const closeConfirmation = "注销账号";

/** Days between the request to close an account and the closing. */
export const coolingOffDays = 15;

/** The policies that people must accept, in the order of their dialogs (spec 2.3). */
export const privacyIds = ["UserHidev", "HiDeveloper", "Disclaimer"] as const;

/** The titles of the dialogs (spec 2.3). */
export const privacyTitles = {
  UserHidev: "用户声明",
  HiDeveloper: "隐私声明",
  Disclaimer: "免责声明",
} as const;

/**
 * The policies that a signed-in person must accept before anything else (spec 4); the disclaimer is needed only for
 * some actions.
 */
export const requiredPrivacyIds = ["UserHidev", "HiDeveloper"] as const;

export type PrivacyId = (typeof privacyIds)[number];

export type RequiredPrivacyId = (typeof requiredPrivacyIds)[number];

/** All policies that the ledger has decisions on: also the policy accepted with a sign-up for an activity. */
export const ledgerPolicyIds = [...privacyIds, "activeprivacyPolicy"] as const;

export type LedgerPolicyId = (typeof ledgerPolicyIds)[number];

export const privacyRefusals = {
  CLOSE_HANDS_OVER_FIRST: {
    status: 422,
    message: "你是论坛管理员或版主，请先联系管理员移交权限，再注销账号",
  },
  CLOSE_ALREADY_ASKED: { status: 422, message: "账号已经申请注销，正在冷静期内" },
  CLOSE_NOT_ASKED: { status: 422, message: "账号没有在注销，不需要撤销" },
  EXPORTS_USED_UP: { status: 429, message: "今天的数据导出次数已用完，请明天再试" },
  EXPORT_NOT_FOUND: { status: 404, message: "这份导出文件不存在或已过期，请在“数据导出”里重新导出" },
  POLICY_CHANGED: { status: 409, message: "这份文件刚刚更新过，请阅读新的版本" },
  POLICY_NOT_ACCEPTED: { status: 422, message: "请先阅读并同意用户声明和隐私声明" },
  DISCLAIMER_NOT_SIGNED: { status: 422, message: "请先阅读并同意免责声明" },
} as const satisfies RefusalTable;
