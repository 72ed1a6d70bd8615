import { submissionId } from "../gateway";
import type { Requests } from "../scene";

const nothing = () => ({});

/**
 * Right requests of the message calls: each is about the scene's other person, or what they wrote to the
 * actor.
 */
export const messageRequests = {
  queryDcmMessageByUser: () => ({ type: "forum" }),
  updateReadMessage: () => ({ type: "forum" }),
  queryUnreadCount: nothing,
  systemMessageCount: nothing,
  innerMessageCount: nothing,
  sendInnerMessage: ({ other }) => ({
    uid: other.id,
    text: "板子收到了，谢谢！",
    submissionId: submissionId(),
  }),
  innerMessages: ({ other }) => ({ uid: other.id }),
  readInnerMessages: ({ other }) => ({ uid: other.id }),
  reportInnerMessage: ({ message }) => ({ id: message, reason: "spam", text: "广告" }),
  deleteConversation: ({ other }) => ({ uid: other.id }),
  blockUser: ({ other }) => ({ uid: other.id }),
  unblockUser: ({ other }) => ({ uid: other.id }),
  blockList: nothing,
  noticeSettings: nothing,
  saveNoticeSettings: () => ({ muted: ["like"], digest: "off" }),
} satisfies Partial<Requests>;
