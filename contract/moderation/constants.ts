import type { RefusalTable } from "../base/constants";
import type { LogAction } from "./actions";

/** The most rows of the log on a page; a request for more is an export and needs a recent sign-in. */
export const logPageRowsMax = 200;

/** The most notes shown with a case. */
export const caseNotesMaximum = 50;

/** The states of a case (spec 7.2, report list). */
export const caseStatuses = {
  waiting: "待处理",
  working: "处理中",
  upheld: "成立",
  rejected: "不成立",
} as const;
export type CaseStatus = keyof typeof caseStatuses;

/** The outcomes for a text whose report is upheld. */
export const textActions = { none: "不处理", hide: "屏蔽", recycle: "删除到回收站" } as const;
export type TextAction = keyof typeof textActions;
export const textActionNames = Object.keys(textActions) as [TextAction, ...TextAction[]];

/** The rights of a person in a section (spec 7.2, update user permission). Without `view` there are no others. */
export const rightNames = {
  view: "浏览",
  post: "发帖",
  reply: "回帖",
  uploadImage: "上传图片",
  uploadAttachment: "上传附件",
  downloadAttachment: "下载附件",
  viewImage: "查看图片",
} as const;
export type RightName = keyof typeof rightNames;

export const rightValues = { default: "默认", deny: "禁止", allow: "允许" } as const;
export type RightValue = keyof typeof rightValues;

/** Who has a right in a section by default. */
export const rightDefaults = { everyone: "所有人", members: "登录用户", allowed: "获得允许的人" } as const;
export type RightDefault = keyof typeof rightDefaults;

/** A section's defaults; rights that it does not list are for everyone. */
export type SectionRights = Partial<Record<RightName, RightDefault>>;

/**
 * Decisions that the concerned person may appeal against, once, within 15 days. A text refused in review is edited
 * and submitted again instead.
 */
export const appealableActions = [
  "hide",
  "hidePost",
  "recycle",
  "recyclePost",
  "discard",
  "close",
  "warn",
  "mute",
  "ban",
] as const satisfies readonly LogAction[];
export type AppealableAction = (typeof appealableActions)[number];
export const appealDays = 15;
export const appealMax = 1_000;

export const moderationRefusals = {
  OWN_CONTENT: { status: 422, message: "不能处理自己的内容、举报或申诉，请交给其他版主" },
  HIGHER_RANK: { status: 422, message: "对方的级别不低于你，不能进行此操作" },
  NOT_YOUR_SECTION: { status: 422, message: "这不在你管理的版块里" },
  ALREADY_DECIDED: { status: 409, message: "这一项刚刚已经处理过了" },
  CASE_NOT_FOUND: { status: 404, message: "没有这个举报" },
  CASE_NOTES_FULL: { status: 422, message: "这个举报的备注已经很多，不能再加" },
  REPORT_SETTLED: { status: 422, message: "版主看过这条内容，举报不成立；文字没有再改动，不需要再举报" },
  REVIEW_CLAIMED: { status: 409, message: "其他版主正在处理这一项" },
  ALREADY_SO: { status: 422, message: "已经是这样了，没有需要改的" },
  WRONG_STATE: { status: 422, message: "它现在的状态不能进行此操作" },
  STAMP_NOT_FOUND: { status: 422, message: "没有这个图章或图标，请重新选择" },
  APPEAL_NOT_FOUND: { status: 404, message: "没有可以申诉的处理" },
  APPEAL_TOO_LATE: { status: 422, message: "超过 15 天，不能再申诉" },
  APPEALED: { status: 409, message: "你已经申诉过这次处理，请等待答复" },
  OWN_NETWORK: { status: 422, message: "这个网段包括你自己正在用的地址，不能封禁" },
  ADDRESS_BANNED: { status: 422, message: "你所在的网络已被禁止发布内容" },
  BATCH_NOT_FOUND: { status: 404, message: "没有这次操作的记录" },
  UNDO_TOO_LATE: { status: 422, message: "超过 7 天、已经撤销过，或者内容已彻底销毁，不能再撤销" },
  CHANGED_SINCE: { status: 409, message: "这一项后来又有了改动，没有撤销" },
  PERSON_AMBIGUOUS: {
    status: 422,
    message:
      "这既是一位用户的昵称，又是另一位用户的 UID。要的是 UID，请写成「UID:数字」；要的是昵称，请写那位用户的 UID",
  },
  OWN_RANK: { status: 422, message: "不能任免自己，请由其他管理员操作" },
  ADMIN_ONLY: { status: 422, message: "这一项只有管理员可以更改" },
  NO_RECYCLE_BIN: { status: 422, message: "这个版块没有启用回收站，删除就是彻底销毁，只有管理员可以删除" },
  VERSION_NOT_FOUND: { status: 404, message: "没有这个版本" },
  TOPIC_ELSEWHERE: { status: 422, message: "这个主题不在本版块，或者不是所有人都能看到" },
  RECOMMENDED_FULL: { status: 422, message: "一个版块最多推荐 10 个主题，请先移除一些" },
  SECTION_NAME_TAKEN: { status: 409, message: "已经有同名的版块" },
  SECTION_CHANGED: { status: 409, message: "这个版块刚刚被别人改过，请刷新页面看看再改" },
  SECTION_NUMBER_TAKEN: { status: 409, message: "已经有版块用这个编号，请换一个，或者留空" },
  SECTIONS_FULL: { status: 422, message: "版块最多 200 个，请先归档或改用已有的版块" },
  SECTION_GROUP_NOT_FOUND: { status: 404, message: "没有这个分区，可能刚刚改了名字" },
  SECTION_GROUP_TAKEN: { status: 409, message: "已经有同名的分区；要合并，请把版块逐个移过去" },
  SECTION_ARCHIVED: { status: 422, message: "这个版块已归档，管理员重新开放后才能发帖" },
  SAME_TOPIC: { status: 422, message: "请填写另一个主题，不能是这个主题自己" },
  REPLIES_CHANGED: { status: 409, message: "选中的回复里，有的刚刚被移走、删除或屏蔽，请重新选择" },
  REPLY_BEGINS_TOPIC: {
    status: 409,
    message: "这条回复已经拆分成一个主题的正文，屏蔽或删除会带走整个主题，请到那个主题里处理",
  },
  TARGET_ELSEWHERE: { status: 422, message: "要移去的地方不在你管理的版块里" },
  TOPICS_NOT_PUBLIC: { status: 422, message: "两个主题都要是所有人能看到的，才能移动或合并" },
  TOPIC_TOO_LONG: {
    status: 422,
    message: "这个主题超过 2000 条，不能整个并过去；请先移走一部分回复，或者把另一个主题并到这里来",
  },
  TOPIC_CHANGED: { status: 409, message: "这个主题的正文刚刚被修改，请看看再合并" },
  TOPIC_CLASS_NOT_FOUND: { status: 404, message: "没有这个分类，可能刚刚被删除" },
  TOPIC_CLASS_EXISTS: { status: 409, message: "本版块已经有同名的分类" },
  TOPIC_CLASS_USED: { status: 422, message: "还有主题在这个分类里，请先选择把它们移到哪个分类" },
  TOPIC_CLASSES_FULL: { status: 422, message: "一个版块最多 20 个分类" },
  WORD_EXISTS: { status: 409, message: "词表里已经有这个词" },
  WORD_NOT_FOUND: { status: 404, message: "词表里没有这个词，可能刚刚被移除" },
  WORDS_FULL: { status: 422, message: "词表最多 50,000 个词，请先移除一些" },
  MEMBER_TABLE_ENDED: {
    status: 422,
    message: "没有这份名单的记录，或者已经过了 30 分钟，请在「用户名单」里重新导出",
  },
  SEE_AS_ADMIN: { status: 422, message: "不能以管理员的身份查看，请选择其他会员" },
  SEEING_READ_ONLY: { status: 422, message: "正在以他人身份查看，不能提交；先结束查看" },
  SEEING_PRIVATE: { status: 422, message: "这是只属于本人的内容，以他人身份查看时不显示" },
  RESCAN_RUNNING: { status: 409, message: "正在重新扫描，请等它完成" },
} as const satisfies RefusalTable;
