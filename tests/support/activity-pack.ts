import type { PackChange } from "./content";

/** A contest of a pack, with all that an activity may have; its times count from the load. */
export const contestFile = (more = "", title = "低功耗赛") => `---
id: 41
kind: competition
title: ${title}
summary: 比谁更省电
cover: { image: images/wave.svg, alt: 波形 }
times: { from: "+40d 09:00", until: "+41d 18:00" }
signUp: { from: "-5d 09:00", until: "+30d 18:00" }
place: 深圳
categories: [{ key: student, name: 学生组, seats: 60 }, { key: open, name: 公开组, seats: 40 }]
review: manual
teams: { min: 2, max: 4, until: "+30d 18:00" }
fields:
  - { key: school, label: 学校, type: text, max: 50, prefill: school, categories: [student] }
  - { key: track, label: 赛道, type: choice, many: true, lookup: tracks, hint: 可以选几个 }
  - { key: education, label: 学历, type: choice, dictionary: education, required: false }
  - { key: card, label: 学生证, type: file, endings: [pdf, jpg], maxBytes: 5242880 }
lookups: { tracks: [{ code: sensing, name: 环境感知 }, { code: radio, name: 无线组网 }] }
agenda: [{ at: 第一天 09:00, title: 开幕, speaker: 林默, place: 主会场 }, { at: 第二天, title: 颁奖 }]
speakers: [{ name: 林默, title: 工程师, introduction: 做射频, image: images/wave.svg }, { name: 苏晚 }]
rules: 每队 **2** 人。
attachments: [{ name: 手册, file: files/guide.pdf }, { name: 官网, url: "https://example.com/a" }]
section: radio
organisers: [organiser@example.com]
verify: [phone, email]
works:
  until: "+38d 18:00"
  fields: [{ key: report, label: 说明, type: file, endings: [pdf] }, { key: repo, label: 仓库, type: link, required: false }]
home:
  steps: [{ at: "-5d 09:00", until: "+30d 18:00", title: 报名, text: 报名与组队 }, { at: "+31d 10:00", title: 入围 }]
  prizes: [{ name: 一等奖, ranks: 1, prize: 一万元 }, { name: 二等奖, ranks: [2, 3], count: 2, prize: 五千元 }, { name: 开源奖, prize: 开发板 }]
  tracks: [{ name: 环境感知, text: 什么都可以 }]
  criteria: [{ name: 功耗, weight: 60, text: 实测 }, { name: 新意, weight: 40 }]
  panel: [{ name: 林默, title: 工程师, introduction: 做射频 }]
  questions: [{ question: 一个人能报名吗？, answer: 可以 }]
  materials: [{ name: 数据集, text: CSV, url: /resources }]
  news: [{ at: "-1d 10:00", title: 开始申领, text: 填写收件信息 }]
  winners: [{ award: 一等奖, title: 哨兵, by: 三垄地队, track: 环境感知, text: 撑过一季, image: images/wave.svg, repository: "https://git.example.com/a" }]
  recap: 赛季**结束**了。
  gallery: true
${more}---
只能用一节 **CR2032**。
`;

/** A contest to add to the small catalogue. @param pdf its handbook */
export const activityFiles = (pdf: Buffer): Record<string, PackChange> => ({
  "activities/contest.md": contestFile(),
  "files/guide.pdf": pdf,
});
