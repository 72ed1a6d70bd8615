import { readFileSync } from "node:fs";
import type { PackChange } from "./content";

const demo = (name: string) => readFileSync(`content/demo/media/${name}`);
const front = (fields: string, body = "") => `---\n${fields.trim()}\n---\n${body}`;

/** A course of one chapter. The ids of its lessons begin at ten times its own id. */
export const courseFile = (id: number, more = "", title = `课程 ${id}`) =>
  front(
    `
id: ${id}
title: ${title}
summary: 第 ${id} 门课
class: ${id % 2 === 0 ? 2 : 1}
level: 1
from: 2026-01-01
${more}
chapters:
  - title: 第一章
    lessons: [{ id: ${id * 10}, title: 第 ${id} 门的课, minutes: 3, text: 课文 }]`,
    "正文。\n",
  );

/** Training to add to `smallCatalogue`: a course with two videos, an exam and a certificate, and other courses. */
export const trainingFiles = (): Record<string, PackChange> => ({
  "training.yaml": `classes: [{ id: 1, name: 短距无线, summary: 星闪与蓝牙 }, { id: 2, name: 电机控制 }]
levels: [{ id: 1, name: 入门 }, { id: 2, name: 进阶 }]
`,
  "lecturers.yaml": `lecturers:
  - { id: 1, name: 陈工, title: 高级工程师, organisation: 青芯科技, intro: 写驱动的人, account: teacher@example.com }
  - { id: 2, name: 林老师, intro: 讲电机的人 }
`,
  "media/foc.webm": demo("foc-frames.webm"),
  "media/foc.vtt": demo("foc-frames.vtt"),
  "courses/foc.md": front(
    `
id: 101
title: 电机控制入门
summary: 从三相电流到两个直流量
class: 2
level: 1
lecturers: [1, 2]
cover: { image: images/wave.svg, alt: 波形 }
products: [100]
resources: [500]
tags: [UART]
section: radio
from: 2026-01-01 09:00
live: { starts: 2026-02-01 19:30, minutes: 60, url: "https://live.example.com/1", replay: 1011 }
certificate: { name: 电机控制（入门）, exam: 1 }
chapters:
  - title: 坐标变换
    lessons:
      - id: 1011
        title: 三个坐标系
        minutes: 6
        videos: [media/foc.webm]
        poster: images/wave.svg
        captions: media/foc.vtt
        slides:
          - { at: 0:05, title: 三相电流, text: 相差 **120 度** }
          - { at: 0:10, title: 克拉克变换, text: 两个正交量, picture: { image: images/wave.svg, alt: 波形 } }
        text: 课文里说坐标变换。
        quiz:
          - { type: single, text: 三相电流相差多少度, options: [90, 120, 180], answer: B, why: 一圈分三份 }
          - { type: order, text: 按先后排好, options: [帕克变换, 克拉克变换], answer: [B, A], why: 先静止后旋转 }
          - { type: output, text: 打印什么, answer: "Id\\nIq", why: 一行一个 }
      - { id: 1012, title: 阅读材料, minutes: 4, text: 这节课只有文字。 }
`,
    "这门课讲电机。\n",
  ),
  "courses/a.md": courseFile(102, "tags: [UART]"),
  "courses/b.md": courseFile(103, "", "蓝牙测距"),
  "courses/later.md": courseFile(104, "lecturers: [1]").replace("from: 2026-01-01", "from: 2099-01-01"),
  "exams/foc.yaml": `id: 1
course: 101
title: 电机控制结业考试
minutes: 20
draw: 4
pass: 60
attempts: 3
questions:
  - { type: single, text: 三相电流相差多少度, options: [90, 120, 180], answer: B, points: 2, why: 解析甲 }
  - { type: multiple, text: 哪些是正交的, options: [α 轴, β 轴, A 相], answer: [A, B], points: 2, why: 解析乙 }
  - { type: judge, text: 电流环只需控制直流, answer: true, why: 解析丙 }
  - { type: blank, text: 帕克变换跟着什么转, answer: [转子, Rotor], why: 解析丁 }
  - { type: judge, text: 克拉克变换有三个输出, answer: false, why: 解析戊 }
  - { type: judge, text: 另一道题, answer: true, why: 解析己 }
`,
  "talents.md": front(
    `
title: 高校人才
summary: 和高校一起
works: UART
programmes: [{ id: 1, name: 青苗计划, summary: 一句话, from: 2026-01-01, until: 2026-12-31, courses: [101], text: 说明 }]
schools: [{ name: 某大学, city: 深圳 }]
labs: [{ name: 联合实验室, since: "2024" }]
internships: [{ name: 驱动实习生, city: 上海, url: "https://jobs.example.com/1" }]
contacts: [{ name: 合作组, email: edu@example.com }]`,
    "正文。\n",
  ),
});
