import type { RefusalTable } from "../base/constants";

/** Resources on a page of a list. */
export const resourcePageSize = 20;
/** Videos on a page. */
export const videoPageSize = 12;
/** When a condition could match a stored number, at most this many are counted. */
export const countedMax = 500;
/** The most characters of a condition. */
export const conditionMax = 60;
/** Entries of a list that the home page or the development centre shows. */
export const shortListMax = 24;

/** The kinds of resources that a level can have; a level without a kind has its parent's. */
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

/** The Chinese name of a resource's kind; nothing for a kind that is not known here. */
export const resourceKindName = (code: string): string =>
  resourceKinds.find((kind) => kind.code === code)?.name ?? "";

export const resourceLanguages = [
  { code: "zh", name: "中文" },
  { code: "en", name: "英文" },
] as const;
export type ResourceLanguage = (typeof resourceLanguages)[number]["code"];

/** Who may download: everybody, members, or members who have also accepted the disclaimer. */
export const resourceAccess = ["open", "login", "disclaimer"] as const;
export type ResourceAccess = (typeof resourceAccess)[number];

export const versionStates = [
  { code: "current", name: "正式" },
  { code: "beta", name: "测试" },
  { code: "deprecated", name: "不推荐" },
  { code: "withdrawn", name: "已撤回" },
] as const;
export type VersionState = (typeof versionStates)[number]["code"];

/** What came of reading the text of a document's file, and what its page says of it; null where all of it is there. */
export const fileTextStates = [
  { code: "waiting", note: "这份文档的文字还在读取，过一会儿就可以在里面查找。" },
  { code: "read", note: null },
  { code: "cut", note: "这份文档有一部分没有读出来，只能查找其余的页。" },
  { code: "empty", note: "没有可检索的文字：这份文档可能是扫描件。" },
  { code: "locked", note: "没有可检索的文字：这份文档设了打开密码。" },
  { code: "broken", note: "没有可检索的文字：这份文档读不出来。" },
  { code: "large", note: "没有可检索的文字：这份文档太大。" },
] as const;
export type FileTextState = (typeof fileTextStates)[number]["code"];
/** The most characters of what is looked for inside of a document. */
export const findTextMax = 100;
/** Pages of a document on a page of the list of those that match. */
export const foundPagesSize = 20;
/** Pages with changes on a page of the comparison of two versions. */
export const changedPagesSize = 10;
/** The most characters of two texts together that are compared. */
export const comparedCharactersMax = 3_000_000;

export const resourceRefusals = {
  RESOURCE_NOT_FOUND: { status: 404, message: "没有这个资源" },
  RESOURCE_LEVEL_NOT_FOUND: { status: 404, message: "没有这个资源分类" },
  RESOURCE_VERSION_NOT_FOUND: { status: 404, message: "没有这个版本，它可能已经撤下" },
  RESOURCE_SAME_VERSION: { status: 422, message: "请选择两个不同的版本" },
  VIDEO_NOT_FOUND: { status: 404, message: "没有这个视频" },
} as const satisfies RefusalTable;
