import { addTime, dayOf } from "contract/base/time";
import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";

/** A picture of four dots. */
export const smallPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgrs3mrs1mgFAAGSIDzfC0I/EAAAAASUVORK5CYII=",
  "base64",
);

/** What the complaint frame knows about a reply. */
export const complaintContext = {
  appId: "developer-community",
  sceneId: "forum",
  subSceneId: "reply",
  deviceId: "visitor-1",
  businessKey: "post-7",
  additionalContext: {
    contentTitle: "一个帖子",
    postId: "7",
    postURL: "http://portal.test/hsforum/thread-1-1-1.html#post-7",
  },
};

/** The calls of suggestions and complaints in tests. */
export const calls: CallsOf<"feedback"> = {
  insertUserAdvice: {
    who: "signedIn",
    lost: "added",
    request: () => ({
      type: "feature",
      text: "希望能按芯片型号筛选帖子",
      images: [],
      contact: "13900000000",
      submissionId: submissionId(),
    }),
  },
  uploadAdviceImage: {
    who: "signedIn",
    lost: "added",
    unreached: "With a file, or a whole profile: uploads.test.ts, profile-form.test.ts, feedback.test.ts.",
    request: () => ({ file: smallPng, filename: "截图.png" }),
  },
  insertComplaint: {
    who: "signedIn",
    lost: "added",
    request: () => ({
      reason: "infringement",
      text: "抄了我的文章",
      contact: "",
      context: complaintContext,
      submissionId: submissionId(),
    }),
  },
  userAdviceList: { who: "signedIn", subjectOf: ["/suggestion/mine"], request: () => ({}) },
  userAdviceDetail: {
    who: "signedIn",
    unreached:
      "Of what the demo has none: an edited post, an own suggestion; and addresses that are none, or lead to a file.",
    request: ({ own }) => ({ number: own.advice }),
  },
  adviceInbox: { who: "admin", own: "nobodys", subjectOf: ["/moderator/advice"], request: () => ({}) },
  decideSuggestion: {
    who: "admin",
    own: "nobodys",
    lost: "decided",
    request: ({ own }) => ({ number: own.advice, status: "working", answer: "" }),
  },
  decideComplaint: {
    who: "admin",
    own: "nobodys",
    lost: "decided",
    request: ({ own }) => ({ number: own.complaint, status: "working", answer: "" }),
  },
  assignAdvice: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    request: ({ own }) => ({ number: own.advice, uid: 0, from: 0, submissionId: submissionId() }),
  },
  addAdviceNote: {
    who: "admin",
    own: "nobodys",
    lost: "added",
    request: ({ own }) => ({ number: own.advice, text: "问过硬件组", submissionId: submissionId() }),
  },
  setAdviceDue: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    unreached: "With a reason that is right: moderator-advice.test.ts.",
    request: ({ own }) => ({
      number: own.advice,
      day: dayOf(addTime(Date.now(), 20, "day")),
      reason: "等新版手册",
      submissionId: submissionId(),
    }),
  },
  cannedReplyList: { who: "admin", own: "nobodys", request: () => ({}) },
  saveCannedReply: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    request: () => ({
      kind: "suggestion",
      title: "已转给产品",
      text: "谢谢，已转给产品经理。",
      submissionId: submissionId(),
    }),
  },
  removeCannedReply: {
    who: "admin",
    own: "nobodys",
    lost: { asked: "app/screens/moderator/inbox/canned-replies.server.ts" },
    unreached: "After a question: moderator-advice.test.ts.",
    request: ({ cannedReply }) => ({ id: cannedReply, version: 1 }),
  },
};
