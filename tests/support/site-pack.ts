import type { PackChange } from "./content";

/** What a pack has once: the home page, moved addresses, and the university pages. */
export const siteFiles = (): Record<string, PackChange> => ({
  "site.yaml": `banners:
  - { key: hello, title: 你好, image: images/wave.svg, link: /forum/11 }
home:
  banners: [{ key: top, title: 新品, summary: 一句话, image: images/wave.svg, link: /products/index, from: 2026-01-01, until: 2036-01-01 10:00 }]
  blocks:
    - { key: products, kind: products, title: 产品, link: /products/index, count: 8, first: [100] }
    - { key: links, kind: links, title: 链接, links: [{ title: 论坛, summary: 聊聊, image: images/wave.svg, link: /forum }] }
menu: { solution: false }
internshipUrl: https://careers.example.com/internship
`,
  "redirects.yaml": `redirects: [{ from: /old, to: /forum }, { from: /older, to: /old }]
`,
  "holidays.yaml": `holidays: [{ from: 2026-10-01, to: 2026-10-07, name: 国庆节 }]
workdays: [{ day: 2026-10-10, name: 国庆节 }]
`,
  "talents.md": `---
title: 高校人才
summary: 和高校一起
works: UART
programmes:
  - { id: 1, name: 课程共建, summary: 给老师开发板, audience: 老师, from: 2026-06-01, until: 2027-06-30, courses: [101], cover: { image: images/wave.svg, alt: 课堂 }, text: "每班 **30** 套" }
schools: [{ name: 某大学, city: 西安, summary: 嵌入式 }]
labs: [{ name: 联合实验室, school: 某大学, since: "2024" }]
internships: [{ name: 实习生, city: 上海, until: 2027-05-31, url: "https://careers.example.com/a" }]
contacts: [{ name: 合作组, role: 课程, email: edu@example.com, phone: 0755-00000001 }]
---
让学生用上**真实**的板子。
`,
});
