import type { ContentField } from "./field";

const [about, words] = ["基本信息", "正文"];

/** The form of a policy. */
export const policyWords = {
  title: { label: "标题", input: "line", section: about, max: 60 },
  version: {
    label: "版本号",
    input: "line",
    section: about,
    max: 20,
    hint: "改了文字就要写新的版本号；要同意的政策，发布后会请大家重新同意",
  },
  content: { label: "正文", input: "markdown", section: words, max: 50_000 },
} as const satisfies Record<string, ContentField>;

/** The form of a tag. */
export const tagWords = {
  title: {
    label: "名称",
    input: "line",
    section: about,
    max: 20,
    hint: "帖子、产品和课程按名称用它，发布后只能改大小写",
  },
  summary: { label: "说明", input: "line", section: about, max: 120, hint: "一句话，写在标签的页面上" },
  group: {
    label: "在标签地图的哪一组",
    input: "line",
    section: about,
    max: 20,
    suggested: true,
    hint: "选一个已有的分组，或写一个新的，新的排在最后",
  },
} as const satisfies Record<string, ContentField>;
