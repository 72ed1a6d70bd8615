import type { RefusalTable } from "../base/constants";

/** Suggestions and complaints to the operator: lengths of texts, pictures of a suggestion, entries of a page. */
export const adviceTextMin = 5;

export const adviceTextMax = 2_000;

export const complaintTextMin = 5;

export const complaintTextMax = 1_000;

export const adviceImagesMax = 4;

export const adviceAnswerMax = 2_000;

export const feedbackRecordsPerPage = 10;

export const suggestionTypes = {
  question: "产品技术问题（问 FAE）",
  feature: "功能建议",
  problem: "使用问题",
  content: "内容与资料",
  design: "界面与体验",
  other: "其他",
} as const;

/** The workdays within which an engineer answers a question about a product: its asker reads this promise. */
export const questionWorkdays = 2;

/** The workdays within which each type of suggestion is to be answered; only a question's are promised. */
export const suggestionWorkdays: Record<keyof typeof suggestionTypes, number> = {
  question: questionWorkdays,
  problem: 5,
  content: 5,
  feature: 10,
  design: 10,
  other: 10,
};

export const complaintReasons = {
  illegal: "违法违规信息",
  infringement: "侵犯知识产权",
  privacy: "泄露个人信息",
  abuse: "辱骂、骚扰或歧视",
  fraud: "欺诈或虚假信息",
  moderation: "对社区的处理不服",
  other: "其他",
} as const;

/** The workdays within which a complaint for each reason is to be answered. */
export const complaintWorkdays: Record<keyof typeof complaintReasons, number> = {
  illegal: 1,
  privacy: 1,
  fraud: 2,
  abuse: 3,
  infringement: 5,
  moderation: 5,
  other: 5,
};

/** How long the assignee of something overdue is left alone with it before all administrators are told. */
export const escalationHours = 24;

/** The most internal notes of a suggestion or complaint. */
export const adviceNotesMax = 50;

/** Canned replies: their lengths, and how many there may be of each kind. */
export const cannedTitleMax = 40;
export const cannedRepliesMax = 100;

/** The states of a suggestion or complaint, in the words for its author. */
export const feedbackStatuses = {
  received: "已收到",
  working: "处理中",
  adopted: "已采纳",
  answered: "已回复",
  closed: "已办结",
} as const;
export type FeedbackStatus = keyof typeof feedbackStatuses;
export const suggestionStatuses = [
  "received",
  "working",
  "adopted",
  "answered",
] as const satisfies FeedbackStatus[];
export const complaintStatuses = ["received", "working", "closed"] as const satisfies FeedbackStatus[];
/** States without a final answer. */
export const openStatuses = ["received", "working"] as const satisfies FeedbackStatus[];
/** Whether an answer is still to come. */
export const isOpenStatus = (status: FeedbackStatus): boolean => openStatuses.some((open) => open === status);

/** The message of the complaint frame when it is ready: `{ type: "loaded" }`. */
export const frameLoaded = "loaded";

export const feedbackRefusals = {
  ADVICE_NOT_FOUND: { status: 404, message: "没有这条记录，或者它不是你提交的" },
  /** Somebody else did something with it after the form was shown; the message says what. */
  ADVICE_CHANGED: { status: 409, message: "别的管理员刚刚处理过这一条，请看过再决定" },
  ADVICE_ASSIGNEE: { status: 422, message: "只能分派给现在的管理员" },
  ADVICE_DUE_PAST: { status: 422, message: "期限须是今天到一年以内的一天" },
  ADVICE_NOT_OPEN: { status: 409, message: "这一条已经处理完，不再有期限" },
  ADVICE_NOTES_FULL: { status: 409, message: "这一条的备注已满" },
  CANNED_REPLY_NOT_FOUND: { status: 404, message: "这条常用答复已被删除；再保存会新建一条" },
  CANNED_REPLY_CHANGED: { status: 409, message: "别的管理员刚刚改过这条常用答复，请看过再保存" },
  CANNED_REPLIES_FULL: { status: 409, message: "常用答复太多了，请先删除不用的" },
} as const satisfies RefusalTable;
