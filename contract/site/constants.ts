import type { RefusalTable } from "../base/constants";
import { privacyTitles } from "../privacy/constants";

/** The kinds of blocks on a home page. */
export const homeBlockKinds = [
  "sections",
  "products",
  "resources",
  "videos",
  "news",
  "events",
  "tags",
  "people",
  "heroes",
  "links",
] as const;
export type HomeBlockKind = (typeof homeBlockKinds)[number];

/** Parts of the development centre's menu that can be hidden (spec 3.1). */
export const menuFlags = [
  "solution",
  "docs",
  "tool",
  "evaluationBoard",
  "referenceCases",
  "trainingMaterials",
] as const;

export type MenuFlag = (typeof menuFlags)[number];

/** Policy pages (spec 2.1 legalNotices) and declarations (spec 2.3 dialogs) by id. */
export const policyIds = [
  "legalNotices",
  "cookie-policy",
  "privacyPolicy",
  "userPolicy",
  "Disclaimer",
  "UserHidev",
  "HiDeveloper",
  "activeprivacyPolicy",
] as const;

export type PolicyId = (typeof policyIds)[number];

/** The policies accepted by registering, if the operator has them. */
export const registrationPolicies = ["userPolicy", "privacyPolicy"] as const satisfies PolicyId[];

/** The title of a policy when an upstream sends only its text. */
export const policyTitles: Record<PolicyId, string> = {
  legalNotices: "法律声明",
  "cookie-policy": "Cookie 政策",
  privacyPolicy: "隐私政策",
  userPolicy: "用户协议",
  activeprivacyPolicy: "活动隐私政策",
  ...privacyTitles,
};

export const siteRefusals = {
  POLICY_NOT_FOUND: { status: 404, message: "没有这份文件" },
  ABOUT_NOT_FOUND: { status: 404, message: "还没有写“关于我们”" },
} as const satisfies RefusalTable;
