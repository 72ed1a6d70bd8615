import type { CallsOf } from "../call-rows";
import { content } from "../news";

/** The calls of news in tests. */
export const calls: CallsOf<"information"> = {
  informationCategoryPage: { who: "everyone", request: () => ({}) },
  categoryMap: {
    who: "everyone",
    unreached:
      "Asked where another cannot be had (upstream-parts.test.ts), and of texts that name pictures (stored-images.test.ts).",
    request: () => ({}),
  },
  informationListPage: {
    who: "everyone",
    subjectOf: ["/information/index"],
    request: () => ({ id: content.category }),
  },
  informationDetail: {
    who: "everyone",
    subjectOf: ["/information/details/:id"],
    request: () => ({ id: content.news }),
  },
  feedNews: { who: "everyone", request: () => ({}) },
};
