import type { CallInput } from "contract";
import type { feedbackCalls } from "contract/feedback/calls";
import { submissionId } from "../gateway";
import type { Scene } from "../scene";

type Requests = { [Name in keyof typeof feedbackCalls]: (scene: Scene) => CallInput<Name> };

/** A picture of four dots. */
export const smallPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgrs3mrs1mgFAAGSIDzfC0I/EAAAAASUVORK5CYII=",
  "base64",
);

/** What the complaint frame is told of somebody's reply. */
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

export const serviceRequests: Requests = {
  insertUserAdvice: () => ({
    type: "feature",
    text: "希望能按芯片型号筛选帖子",
    images: [],
    contact: "13900000000",
    submissionId: submissionId(),
  }),
  uploadAdviceImage: () => ({ file: smallPng, filename: "截图.png" }),
  insertComplaint: () => ({
    reason: "infringement",
    text: "抄了我的文章",
    contact: "",
    context: complaintContext,
    submissionId: submissionId(),
  }),
  userAdviceList: () => ({}),
  userAdviceDetail: ({ own }) => ({ number: own.advice }),
  adviceInbox: () => ({}),
  decideSuggestion: ({ own }) => ({ number: own.advice, status: "working", answer: "" }),
  decideComplaint: ({ own }) => ({ number: own.complaint, status: "working", answer: "" }),
};
