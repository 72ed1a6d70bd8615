import type { NamesByKind } from "./rows/changed-names";
import type { ChangesByKind } from "./rows/changes";

/** The Chinese names of the kinds of content that a load reports. */
const kindNames: Record<string, string> = {
  sections: "版块",
  policies: "政策",
  tags: "标签",
  classes: "产品分类",
  products: "产品",
  notices: "产品通知",
  levels: "资源分类",
  resources: "资源",
  categories: "资讯分类",
  news: "资讯",
  videos: "视频",
  courseClasses: "课程分类",
  courseLevels: "课程级别",
  lecturers: "讲师",
  paths: "学习路径",
  courses: "课程",
  lessons: "课",
  exams: "考试",
  redirects: "转址",
  activities: "活动",
  documents: "导航、首页等设置",
};

/** The changes of a load with the Chinese name of each kind. @param names of the things, which a check has */
export const namedChanges = (changes: ChangesByKind, names: NamesByKind = {}) =>
  Object.entries(changes).map(([kind, { added, changed, delisted }]) => ({
    name: kindNames[kind] ?? kind,
    added,
    changed,
    delisted,
    addedNames: names[kind]?.added ?? [],
    changedNames: names[kind]?.changed ?? [],
    delistedNames: names[kind]?.delisted ?? [],
  }));
