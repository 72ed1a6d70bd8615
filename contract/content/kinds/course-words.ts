import { quizMax, quizTypes } from "../../training/quizzes/constants";
import type { ContentField } from "./field";
import { questionColumns } from "./question-words";

const [about, words, outline, places] = ["基本信息", "介绍", "章节与课时", "关联"];
const [live, certificate] = ["直播", "证书"];

const picture = {
  name: { label: "图片", input: "picture" },
  alt: { label: "图片说明", input: "line", max: 200, hint: "给看不到图片的人" },
} as const;

const slides = {
  label: "幻灯片",
  input: "rows",
  row: "幻灯片",
  max: 200,
  foldedBy: ["title"],
  columns: {
    title: { label: "标题", input: "line", max: 80 },
    at: { label: "出现的时间", input: "clock", max: 8, hint: "有视频的课才填，写成 1:15 这样；可不填" },
    text: { label: "文字", input: "lines", max: 4_000, hint: "支持 Markdown" },
    picture: { label: "画面", input: "rows", row: "画面", max: 1, columns: picture },
  },
} as const;

const quiz = {
  label: "随堂练习",
  input: "rows",
  row: "题",
  max: quizMax,
  foldedBy: ["text"],
  hint: "学员在这节课里作答，答完就看得到对错、答案和解析，可以反复答；不影响学完和证书。改了题目或选项的题要重新答",
  columns: {
    type: {
      label: "题型",
      input: "choice",
      names: Object.fromEntries(quizTypes.map(({ code, name }) => [code, name])),
      preset: "single",
    },
    text: questionColumns.text,
    options: {
      ...questionColumns.options,
      hint: "选择题和排序题才填：每行一项，依次是 A、B、C……；一项有几行时，从第二行起开头空两格",
    },
    answer: {
      ...questionColumns.answer,
      input: "paragraphs",
      hint: "选择题写字母，每行一个；判断题写“对”或“错”；填空题每行一种可以接受的写法；排序题按正确的顺序写全部字母，每行一个；写输出的题写程序的输出，有几行时从第二行起开头空两格；整段开头和末尾的空白不比较",
    },
    why: { ...questionColumns.why, hint: "支持 Markdown，可不填；答过才看得到" },
  },
} as const;

const lessons = {
  label: "课时",
  input: "rows",
  row: "课时",
  max: 100,
  crosses: true,
  foldedBy: ["title"],
  columns: {
    id: { label: "编号", input: "kept" },
    title: { label: "课时标题", input: "line", max: 80 },
    minutes: { label: "分钟", input: "number", max: 3, hint: "计划要学多久" },
    video: {
      label: "视频",
      input: "video",
      hint: "从这门课已有的视频里选，海报和字幕随视频一起；新的视频由内容包带来",
    },
    text: { label: "讲义", input: "markdown", max: 40_000, hint: "支持 Markdown；讲义和幻灯片至少写一样" },
    slides,
    quiz,
  },
} as const;

/** The form of a course with its chapters and lessons. */
export const courseWords = {
  title: { label: "标题", input: "line", section: about, max: 80 },
  summary: { label: "摘要", input: "line", section: about, max: 200, hint: "一句话，列表里显示" },
  class: { label: "课程分类", input: "choice", section: about },
  level: { label: "级别", input: "choice", section: about },
  from: { label: "开课时间", input: "time", section: about, hint: "北京时间；到这个时间才看得到" },
  cover: { label: "封面", input: "picture", section: words },
  content: { label: "课程介绍", input: "markdown", section: words, max: 100_000 },
  chapters: {
    label: "各章",
    input: "rows",
    row: "章",
    section: outline,
    max: 50,
    hint: "学员的进度、收藏和提问跟着课时走：课时改名、换位置、换章都不影响；移除一课，学过的记录还在。一章的第一课上移就到前一章，最后一课下移就到后一章",
    columns: { title: { label: "章的标题", input: "line", max: 60 }, lessons },
  },
  lecturers: { label: "讲师", input: "picks", section: places, max: 10, row: "讲师" },
  products: { label: "相关产品", input: "products", section: places, max: 50 },
  resources: {
    label: "相关资料",
    input: "ids",
    section: places,
    max: 50,
    hint: "资源编号，用空格或换行隔开",
  },
  tags: { label: "标签", input: "picks", section: places, max: 5, row: "标签" },
  section: { label: "提问的版块", input: "choice", section: places, hint: "可不填" },
  certificate: {
    label: "证书名称",
    input: "line",
    section: certificate,
    max: 60,
    hint: "可不填；填了，学完全部课时的人得到证书",
  },
  exam: {
    label: "证书要通过的考试",
    input: "choice",
    section: certificate,
    hint: "可不填；考试先选这门课发布，再回到这里选",
  },
  liveStarts: { label: "直播开始", input: "time", section: live, hint: "北京时间；没有直播就不填" },
  liveMinutes: { label: "直播分钟数", input: "number", section: live },
  liveUrl: { label: "直播地址", input: "line", section: live, max: 2_000, hint: "https://…" },
  replay: {
    label: "回放",
    input: "line",
    section: live,
    max: 2_000,
    hint: "可不填；这门课里一节课的编号，或者 https:// 地址",
  },
} as const satisfies Record<string, ContentField>;
