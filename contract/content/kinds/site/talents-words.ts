import type { ContentField } from "../field";

const [about, programme, work, places] = ["基本信息", "合作项目", "实习", "院校和实验室"];
const contact = "联系";
const url = { label: "地址", input: "line", max: 2_000, hint: "https://…，可不填" } as const;
const summary = (max: number) => ({ label: "摘要", input: "line", max, hint: "可不填" }) as const;

const picture = {
  name: { label: "封面", input: "picture" },
  alt: { label: "封面说明", input: "line", max: 120, hint: "给看不到图片的人" },
} as const;

/** The form of the university pages. */
export const talentsWords = {
  title: { label: "标题", input: "line", section: about, max: 60 },
  summary: { label: "摘要", input: "line", section: about, max: 300, hint: "一句话，可不填" },
  content: { label: "介绍", input: "markdown", section: about, max: 100_000 },
  works: {
    label: "学生作品的标签",
    input: "line",
    section: about,
    max: 20,
    hint: "可不填；带这个标签的帖子显示在这一页",
  },
  programmes: {
    label: "合作项目",
    input: "rows",
    row: "项目",
    section: programme,
    max: 100,
    foldedBy: ["name"],
    columns: {
      id: { label: "编号", input: "kept" },
      name: { label: "名称", input: "line", max: 60 },
      summary: { label: "摘要", input: "line", max: 300 },
      audience: { label: "面向谁", input: "line", max: 100, hint: "可不填" },
      from: { label: "申请开始", input: "day", hint: "一直可以申请就不填" },
      until: { label: "申请截止", input: "day", hint: "可不填" },
      url: { ...url, label: "申请地址" },
      courses: { label: "相关课程", input: "ids", hint: "课程编号，用空格隔开" },
      text: { label: "说明", input: "lines", max: 20_000, hint: "支持 Markdown" },
      cover: { label: "封面", input: "rows", row: "封面", max: 1, columns: picture },
    },
  },
  internships: {
    label: "实习岗位",
    input: "rows",
    row: "岗位",
    section: work,
    max: 500,
    foldedBy: ["name"],
    columns: {
      name: { label: "岗位", input: "line", max: 80 },
      organisation: { label: "单位", input: "line", max: 80 },
      city: { label: "城市", input: "line", max: 40 },
      summary: summary(300),
      until: { label: "投递截止", input: "day", hint: "可不填" },
      url: { ...url, label: "投递地址" },
    },
  },
  labs: {
    label: "联合实验室",
    input: "rows",
    row: "实验室",
    section: places,
    max: 200,
    foldedBy: ["name"],
    columns: {
      name: { label: "名称", input: "line", max: 80 },
      school: { label: "学校", input: "line", max: 60 },
      summary: summary(300),
      since: { label: "哪一年起", input: "line", max: 20 },
      url,
    },
  },
  schools: {
    label: "合作院校",
    input: "rows",
    row: "学校",
    section: places,
    max: 500,
    foldedBy: ["name"],
    columns: {
      name: { label: "学校", input: "line", max: 60 },
      city: { label: "城市", input: "line", max: 40 },
      summary: summary(200),
      url,
    },
  },
  contacts: {
    label: "联系人",
    input: "rows",
    row: "联系人",
    section: contact,
    max: 50,
    columns: {
      name: { label: "姓名或小组", input: "line", max: 40 },
      role: { label: "负责什么", input: "line", max: 60 },
      email: { label: "邮箱", input: "line", max: 200 },
      phone: { label: "电话", input: "line", max: 40 },
    },
  },
} as const satisfies Record<string, ContentField>;
