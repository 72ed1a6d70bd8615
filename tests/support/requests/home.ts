import { submissionId } from "../gateway";
import { content } from "../news";
import type { Requests } from "../scene";

const nothing = () => ({});

/** Requests of the calls of the home page and of news. */
export const homeRequests = {
  aboutUs: nothing,
  movedAddress: () => ({ address: "/old/page" }),
  getForums: nothing,
  queryBanner: nothing,
  queryHomeBlocks: nothing,
  queryNewProduct: () => ({ count: 4, first: [content.product] }),
  queryHomeNews: () => ({ count: 4, first: [content.news] }),
  queryHomePreview: nothing,
  savePostBasicData: ({ section }) => ({
    fid: section.fid,
    classId: section.classes[0] ?? null,
    title: "从首页发的帖",
    content: "正文",
    tags: ["驱动"],
    submissionId: submissionId(),
  }),
  deletePostBasicData: ({ own }) => ({ pk_post: own.scrapReply, real: "3" }),
  informationCategoryPage: nothing,
  categoryMap: nothing,
  informationListPage: () => ({ id: content.category }),
  informationDetail: () => ({ id: content.news }),
  feedNews: nothing,
} satisfies Partial<Requests>;
