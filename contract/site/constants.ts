import type { RefusalTable } from "../base/constants";

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

export const siteRefusals = {
  POLICY_NOT_FOUND: { status: 404, message: "没有这份文件" },
  ABOUT_NOT_FOUND: { status: 404, message: "还没有写“关于我们”" },
} as const satisfies RefusalTable;
