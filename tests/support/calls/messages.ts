import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";

/** The calls of messages in tests. */
export const calls: CallsOf<"messages"> = {
  queryDcmMessageByUser: {
    who: "signedIn",
    subjectOf: ["/personalCenter/msg"],
    request: () => ({ type: "forum" }),
  },
  updateReadMessage: { who: "signedIn", lost: "added", request: () => ({ type: "forum" }) },
  queryUnreadCount: {
    who: "signedIn",
    unreached: "Asked where an upstream does not say it with getMyPersonalDetail (any-upstream.test.ts).",
    request: () => ({}),
  },
  systemMessageCount: {
    who: "signedIn",
    unreached: "Asked where an upstream does not say it with getMyPersonalDetail (any-upstream.test.ts).",
    request: () => ({}),
  },
  innerMessageCount: {
    who: "signedIn",
    unreached: "Asked where an upstream does not say it with getMyPersonalDetail (any-upstream.test.ts).",
    request: () => ({}),
  },
  sendInnerMessage: {
    who: "phoneBound",
    lost: "added",
    request: ({ other }) => ({
      uid: other.id,
      text: "板子收到了，谢谢！",
      submissionId: submissionId(),
    }),
  },
  innerMessages: {
    who: "signedIn",
    subjectOf: ["/personalCenter/msg"],
    request: ({ other }) => ({ uid: other.id }),
  },
  readInnerMessages: { who: "signedIn", lost: "added", request: ({ other }) => ({ uid: other.id }) },
  reportInnerMessage: {
    who: "signedIn",
    lost: "added",
    unreached:
      "Of what the demo has none: a message to report, a person who is blocked, a draft's version, an arrival.",
    request: ({ message }) => ({ id: message, reason: "spam", text: "广告" }),
  },
  deleteConversation: {
    who: "signedIn",
    lost: { opened: ["app/screens/personal/msg/conversation-dialogs.tsx", "删除会话"] },
    request: ({ other }) => ({ uid: other.id }),
  },
  blockUser: { who: "signedIn", lost: "undone", request: ({ other }) => ({ uid: other.id }) },
  unblockUser: {
    who: "signedIn",
    lost: "undone",
    unreached:
      "Of what the demo has none: a message to report, a person who is blocked, a draft's version, an arrival.",
    request: ({ other }) => ({ uid: other.id }),
  },
  blockList: { who: "signedIn", subjectOf: ["/personalCenter/msg"], request: () => ({}) },
  noticeSettings: { who: "signedIn", subjectOf: ["/personalCenter/setting"], request: () => ({}) },
  saveNoticeSettings: {
    who: "signedIn",
    lost: "undone",
    request: () => ({ muted: ["like"], digest: "off" }),
  },
};
