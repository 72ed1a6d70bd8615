import type { ContentField } from "./field";

const [about, pictures, series] = ["基本信息", "照片", "课程"];

/** The form of a lecturer. */
export const lecturerWords = {
  title: { label: "姓名", input: "line", section: about, max: 40 },
  position: { label: "职务", input: "line", section: about, max: 60, hint: "可不填" },
  organisation: { label: "单位", input: "line", section: about, max: 60, hint: "可不填" },
  account: {
    label: "社区账号的编号",
    input: "line",
    section: about,
    max: 10,
    hint: "可不填；个人主页地址里 uid= 后面的数字。填了，讲师就能看自己课程的学员、上传录像",
  },
  intro: { label: "简介", input: "lines", section: about, max: 400 },
  photo: {
    label: "照片",
    input: "rows",
    row: "照片",
    section: pictures,
    max: 1,
    columns: {
      name: { label: "照片", input: "picture" },
      alt: { label: "照片说明", input: "line", max: 120, hint: "给看不到图片的人" },
    },
  },
} as const satisfies Record<string, ContentField>;

/** The form of a learning path. */
export const pathWords = {
  title: { label: "名称", input: "line", section: about, max: 60 },
  summary: { label: "摘要", input: "line", section: about, max: 200, hint: "一句话，列表和分享时显示" },
  audience: { label: "适合谁", input: "line", section: about, max: 120, hint: "可不填" },
  intro: {
    label: "介绍",
    input: "lines",
    section: about,
    max: 2_000,
    hint: "可不填；学完能做什么，可以分段",
  },
  certificate: {
    label: "证书名称",
    input: "line",
    section: about,
    max: 60,
    hint: "学完全部课程后可以领取；不填就没有证书",
  },
  courses: {
    label: "课程",
    input: "rows",
    row: "课程",
    section: series,
    max: 40,
    hint: "按学习的先后排列",
    columns: {
      course: { label: "课程编号", input: "number" },
      needs: { label: "先修课程的编号", input: "line", max: 200, hint: "用空格隔开；没有先修就不填" },
    },
  },
} as const satisfies Record<string, ContentField>;
