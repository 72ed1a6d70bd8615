/** What resources are, who may download them, and how far a version is to be trusted: kept codes, shown names. */

/** What a resource level holds; a level without one has that of the level above. */
export const resourceKinds = [
  { code: "datasheet", name: "数据手册" },
  { code: "docs", name: "文档" },
  { code: "hardware", name: "硬件设计" },
  { code: "note", name: "应用笔记" },
  { code: "sdk", name: "SDK" },
  { code: "tool", name: "工具" },
  { code: "example", name: "示例工程" },
  { code: "system", name: "操作系统" },
  { code: "solution", name: "解决方案" },
  { code: "reference", name: "参考案例" },
  { code: "training", name: "培训资料" },
] as const;
export type ResourceKind = (typeof resourceKinds)[number]["code"];

export const resourceLanguages = [
  { code: "zh", name: "中文" },
  { code: "en", name: "英文" },
] as const;
export type ResourceLanguage = (typeof resourceLanguages)[number]["code"];

/** Who may download: everybody, who is signed in, who has also accepted the disclaimer. */
export const resourceAccess = ["open", "login", "disclaimer"] as const;
export type ResourceAccess = (typeof resourceAccess)[number];

export const versionStates = [
  { code: "current", name: "正式" },
  { code: "beta", name: "测试" },
  { code: "deprecated", name: "不推荐" },
  { code: "withdrawn", name: "已撤回" },
] as const;
export type VersionState = (typeof versionStates)[number]["code"];
