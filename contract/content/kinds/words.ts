import { noticeKinds } from "../../products/constants";
import { policyTitles } from "../../site/constants";
import type { ContentState } from "../transitions";
import { activityWords } from "./activities/activity-words";
import { classWords } from "./class-words";
import { policyWords, tagWords } from "./community-words";
import { courseWords } from "./course-words";
import { examWords } from "./exam-words";
import type { ContentField } from "./field";
import { productWords } from "./product-words";
import { resourceWords } from "./resource-words";
import { definitionWords, holidayWords, homeWords, navigationWords, redirectWords } from "./site/site-words";
import { talentsWords } from "./site/talents-words";
import { lecturerWords, pathWords } from "./training-words";
import { videoWords } from "./videos/video-words";

/** The kinds of content that are edited in the browser: what their forms ask for. No schema, so that pages are small. */

interface ContentKindWords {
  /** The Chinese name, and how one piece is counted. */
  name: string;
  counted: string;
  /** The field for the key of a new piece, with the names of all keys where these are given; null where the gateway numbers the pieces. */
  key: { label: string; hint: string; max: number; names?: Record<string, string> } | null;
  /** Its pieces are not taken down: only a new version takes the place of what stands. */
  lasting?: true;
  /** It has no page of its own, and so no preview. */
  unseen?: true;
  /** A piece can be copied into a new draft. */
  copied?: true;
  /** Other names of states. */
  states?: Partial<Record<ContentState, string>>;
  /** Where pieces come from that nobody edited; otherwise from a content pack. */
  from?: string;
  fields: Record<string, ContentField>;
}

const [about, words, places] = ["基本信息", "正文", "关联"];

export const newsWords = {
  title: { label: "标题", input: "line", section: about, max: 120 },
  summary: { label: "摘要", input: "line", section: about, max: 300, hint: "一句话，列表和分享时显示" },
  category: { label: "分类", input: "choice", section: about },
  date: {
    label: "资讯日期",
    input: "time",
    section: about,
    hint: "北京时间，列表按它排列；到这个时间访客才看得到",
  },
  cover: { label: "封面", input: "picture", section: words },
  content: { label: "正文", input: "markdown", section: words, max: 100_000 },
  products: { label: "相关产品", input: "products", section: places, max: 50 },
} as const satisfies Record<string, ContentField>;

export const noticeWords = {
  title: { label: "标题", input: "line", section: about, max: 120 },
  kind: {
    label: "种类",
    input: "choice",
    section: about,
    names: Object.fromEntries(noticeKinds.map(({ code, name }) => [code, name])),
  },
  date: { label: "发布日期", input: "day", section: about },
  effective: { label: "生效日期", input: "day", section: about, hint: "可不填；不能早于发布日期" },
  content: { label: "正文", input: "markdown", section: words, max: 100_000 },
  workaround: {
    label: "应对办法",
    input: "lines",
    section: words,
    max: 5_000,
    hint: "支持 Markdown，可不填",
  },
  file: { label: "附件", input: "file", section: words },
  products: { label: "涉及的产品", input: "products", section: places, max: 500 },
} as const satisfies Record<string, ContentField>;

/** A kind with one piece, whose key is its own name. */
const single = <Kind extends string>(kind: Kind, name: string) =>
  ({
    name,
    counted: "份内容",
    key: { label: "哪一份", hint: "只有一份", max: 40, names: { [kind]: name } },
    lasting: true,
  }) as const;

export const contentKinds = {
  news: { name: "资讯", counted: "条资讯", key: null, fields: newsWords },
  notices: {
    name: "产品通知",
    counted: "份通知",
    key: {
      label: "编号",
      hint: "以大写字母开头，只由大写字母、数字和连字符组成，例如 PCN-2026-014；发布后不能改",
      max: 40,
    },
    fields: noticeWords,
  },
  products: { name: "产品", counted: "个产品", key: null, fields: productWords },
  resources: { name: "资源", counted: "份资源", key: null, fields: resourceWords },
  classes: { name: "产品分类", counted: "个分类", key: null, fields: classWords },
  policies: {
    name: "政策",
    counted: "份政策",
    key: { label: "哪一份", hint: "每一份有自己的地址", max: 40, names: policyTitles },
    lasting: true,
    fields: policyWords,
  },
  tags: {
    name: "标签",
    counted: "个标签",
    key: null,
    states: { published: "在标签地图上", withdrawn: "不在标签地图上" },
    from: "内容包或帖子",
    fields: tagWords,
  },
  lecturers: { name: "讲师", counted: "位讲师", key: null, fields: lecturerWords },
  paths: { name: "学习路径", counted: "条学习路径", key: null, fields: pathWords },
  courses: { name: "课程", counted: "门课程", key: null, fields: courseWords },
  exams: { name: "考试", counted: "场考试", key: null, fields: examWords },
  activities: { name: "活动", counted: "个活动", key: null, copied: true, fields: activityWords },
  videos: { name: "视频", counted: "个视频", key: null, fields: videoWords },
  talents: { ...single("talents", "高校人才"), fields: talentsWords },
  home: { ...single("home", "首页"), fields: homeWords },
  navigation: { ...single("navigation", "页脚"), unseen: true, fields: navigationWords },
  redirects: { ...single("redirects", "转址"), unseen: true, fields: redirectWords },
  definitions: { ...single("definitions", "资料选项"), unseen: true, fields: definitionWords },
  holidays: { ...single("holidays", "节假日"), unseen: true, fields: holidayWords },
} as const satisfies Record<string, ContentKindWords>;
export type ContentKind = keyof typeof contentKinds;
export const contentKindNames = Object.keys(contentKinds) as [ContentKind, ...ContentKind[]];

/** What a kind says of itself. */
export const wordsOf = (kind: ContentKind): ContentKindWords => contentKinds[kind];

/** The fields of a kind, in the order of its form. */
export const fieldsOf = (kind: ContentKind): [name: string, field: ContentField][] =>
  Object.entries(contentKinds[kind].fields);
