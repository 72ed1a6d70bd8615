import type { RefusalTable } from "../base/constants";

/** Suggestions and complaints to the operator: lengths of texts, pictures of a suggestion, entries of a page. */
export const adviceTextMin = 5;

export const adviceTextMax = 2_000;

export const complaintTextMin = 5;

export const complaintTextMax = 1_000;

export const adviceImagesMax = 4;

export const adviceAnswerMax = 2_000;

export const feedbackRecordsPerPage = 10;

/** The workdays within which an engineer answers a question about a product. */
export const questionWorkdays = 2;

export const suggestionTypes = {
  question: "产品技术问题（问 FAE）",
  feature: "功能建议",
  problem: "使用问题",
  content: "内容与资料",
  design: "界面与体验",
  other: "其他",
} as const;

export const complaintReasons = {
  illegal: "违法违规信息",
  infringement: "侵犯知识产权",
  privacy: "泄露个人信息",
  abuse: "辱骂、骚扰或歧视",
  fraud: "欺诈或虚假信息",
  moderation: "对社区的处理不服",
  other: "其他",
} as const;

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
} as const satisfies RefusalTable;
