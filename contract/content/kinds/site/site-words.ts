import type { HomeBlockKind } from "../../../site/constants";
import type { ContentField } from "../field";

/** The forms of what there is once: the home page, the footer, moved addresses, and the choices of profiles. */

const kept = { label: "编号", input: "kept" } as const;
const name = { label: "名称", input: "line", max: 40 } as const;
const link = {
  label: "链接",
  input: "line",
  max: 2_000,
  hint: "以 / 开头的站内地址，或者 https://…",
} as const;
const summary = { label: "摘要", input: "line", max: 120, hint: "可不填" } as const;
const picture = (label: string) =>
  ({
    label,
    input: "rows",
    row: label,
    max: 1,
    columns: { name: { label, input: "picture" } },
  }) as const;
const period = {
  from: { label: "从什么时候起", input: "time", hint: "北京时间，可不填" },
  until: { label: "到什么时候", input: "time", hint: "可不填" },
} as const;

const blockKinds: Record<HomeBlockKind, string> = {
  sections: "版块",
  products: "产品",
  resources: "热门下载",
  videos: "热门视频",
  news: "资讯",
  events: "近期活动",
  tags: "热门标签",
  people: "值得关注的人",
  heroes: "英雄榜",
  links: "自己写的链接",
};

const [top, blocks, forum] = ["首页的横幅", "首页的区块", "论坛首页的横幅"];

export const homeWords = {
  banners: {
    label: "横幅",
    input: "rows",
    row: "横幅",
    section: top,
    max: 12,
    foldedBy: ["title"],
    columns: {
      key: kept,
      title: { label: "标题", input: "line", max: 60, hint: "叠在图上，也读给看不到图的人" },
      summary,
      link,
      ...period,
      picture: picture("图片"),
    },
  },
  blocks: {
    label: "区块",
    input: "rows",
    row: "区块",
    section: blocks,
    max: 30,
    foldedBy: ["title"],
    hint: "按这里的顺序显示；没有内容的区块不显示；一个都不写，就是常用的那些",
    columns: {
      key: kept,
      kind: { label: "放什么", input: "choice", names: blockKinds },
      title: { label: "标题", input: "line", max: 30 },
      summary,
      link: { ...link, label: "“更多”的链接", hint: "可不填" },
      count: { label: "几个", input: "number", max: 2, hint: "1 到 24，不填是 6" },
      first: {
        label: "排在前面的",
        input: "ids",
        hint: "产品、资源、视频、资讯的编号，用空格隔开；别的区块不填",
      },
      ...period,
      links: {
        label: "链接",
        input: "rows",
        row: "链接",
        max: 24,
        hint: "“自己写的链接”才有",
        columns: {
          title: { label: "标题", input: "line", max: 40 },
          summary,
          link,
          picture: picture("图片"),
        },
      },
    },
  },
  forumBanners: {
    label: "论坛横幅",
    input: "rows",
    row: "横幅",
    section: forum,
    max: 12,
    foldedBy: ["title"],
    columns: {
      key: kept,
      title: { label: "标题", input: "line", max: 60 },
      link,
      picture: picture("图片"),
    },
  },
} as const satisfies Record<string, ContentField>;

export const navigationWords = {
  footer: {
    label: "页脚",
    input: "rows",
    row: "栏目",
    section: "页脚",
    max: 12,
    foldedBy: ["name"],
    hint: "页头的大面板跟着产品分类和资源分类走，不在这里改",
    columns: {
      name,
      link,
      children: { label: "链接", input: "rows", row: "链接", max: 20, columns: { name, link } },
    },
  },
} as const satisfies Record<string, ContentField>;

export const redirectWords = {
  redirects: {
    label: "搬了家的地址",
    input: "table",
    row: "地址",
    section: "转址",
    max: 10_000,
    hint: "都以 / 开头，不带 #；可以从表格软件里整块复制粘贴，手写时用竖线 | 隔开",
    columns: {
      from: { label: "原来的地址", input: "line" },
      to: { label: "现在的地址", input: "line" },
    },
  },
} as const satisfies Record<string, ContentField>;

const days = "日期写成 2026-10-01 这样；可以从表格软件里整块复制粘贴，手写时用竖线 | 隔开";

export const holidayWords = {
  holidays: {
    label: "放假",
    input: "table",
    row: "假期",
    section: "放假和调休上班",
    max: 200,
    hint: `答复的期限跳过这些天；周末不用写。${days}`,
    columns: {
      from: { label: "第一天", input: "line" },
      to: { label: "最后一天", input: "line" },
      name: { label: "名称", input: "line" },
    },
  },
  workdays: {
    label: "调休上班",
    input: "table",
    row: "日子",
    section: "放假和调休上班",
    max: 200,
    hint: `要上班的周六和周日。${days}`,
    columns: { day: { label: "哪一天", input: "line" }, name: { label: "为了哪个假期", input: "line" } },
  },
} as const satisfies Record<string, ContentField>;

const codes = "每行一个：代码 | 名称。代码存进了每个人的资料，不要改；改名称没有关系";
const [types, education, industries] = ["开发者类型", "学历", "行业"];
const typeName = (label: string) => ({ label, input: "line", section: types, max: 20 }) as const;

export const definitionWords = {
  individual: typeName("个人开发者的名称"),
  enterprise: typeName("企业开发者的名称"),
  engineer: typeName("身份“工程师”的名称"),
  student: typeName("身份“学生”的名称"),
  teacher: typeName("身份“老师”的名称"),
  education: {
    label: "学历",
    input: "table",
    row: "学历",
    section: education,
    max: 100,
    hint: "代码存进了每个人的资料，不要改；手写时用竖线 | 隔开",
    columns: { code: { label: "代码", input: "line" }, name: { label: "名称", input: "line" } },
  },
  industries: {
    label: "行业门类",
    input: "rows",
    row: "门类",
    section: industries,
    max: 100,
    foldedBy: ["name"],
    columns: {
      code: { label: "代码", input: "line", max: 40 },
      name,
      children: { label: "大类", input: "choices", max: 40_000, hint: codes },
    },
  },
} as const satisfies Record<string, ContentField>;
