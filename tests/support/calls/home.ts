import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";
import { content } from "../news";

/** The calls of the home page in tests. */
export const calls: CallsOf<"home"> = {
  getForums: { who: "everyone", request: () => ({}) },
  queryBanner: { who: "everyone", request: () => ({}) },
  queryHomeBlocks: { who: "everyone", request: () => ({}) },
  queryNewProduct: { who: "everyone", request: () => ({ count: 4, first: [content.product] }) },
  queryHomeNews: { who: "everyone", request: () => ({ count: 4, first: [content.news] }) },
  queryHomePreview: { who: "admin", own: "nobodys", subjectOf: ["/home/preview"], request: () => ({}) },
  savePostBasicData: {
    who: "phoneBound",
    lost: "added",
    request: ({ section }) => ({
      fid: section.fid,
      classId: section.classes[0] ?? null,
      title: "从首页发的帖",
      content: "正文",
      tags: ["驱动"],
      submissionId: submissionId(),
    }),
  },
  deletePostBasicData: {
    who: "unmuted",
    lost: { opened: ["app/screens/topic/dialogs/delete.tsx", "确认删除"] },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: ({ own }) => ({ pk_post: own.scrapReply, real: "3" }),
  },
};
