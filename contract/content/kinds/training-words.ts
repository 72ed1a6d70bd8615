import type { ContentField } from "./field";

const [about, pictures] = ["基本信息", "照片"];

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
