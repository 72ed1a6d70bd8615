import type { PackChange } from "./content";
import { samplePdf, zip } from "./upload-files";

const front = (fields: string, body = "") => `---\n${fields.trim()}\n---\n${body}`;
const sha = "a".repeat(64);

/** One of many documents of a chip. Every third is in English, and the year changes after every ten. */
const note = (number: number) =>
  front(
    `
id: ${600 + number}
title: 应用笔记 ${number}：低功耗设计
level: 52
products: [100]
language: ${number % 3 === 0 ? "英文" : "中文"}
versions:
  - { version: "1.0", date: ${2020 + Math.floor(number / 10)}-05-${String((number % 10) + 10)}, url: "https://cdn.example.com/note-${number}.pdf", bytes: 2048, sha256: ${sha} }`,
    "正文。\n",
  );

/**
 * Resources to add to `smallCatalogue`: an SDK in a ZIP with three versions, one that requires signing in, one that
 * requires the disclaimer, twenty-five notes, and the first steps.
 */
export const resourceFiles = (): Record<string, PackChange> => ({
  "resources.yaml": `levels:
  - { id: 5, name: 文档, kind: docs, summary: 手册与笔记, children: [{ id: 51, name: 手册, kind: datasheet }, { id: 52, name: 应用笔记, kind: note }] }
  - { id: 6, name: 开发包, kind: sdk, children: [{ id: 61, name: 系统镜像, kind: system }] }
  - { id: 7, name: 培训, kind: training }
`,
  "resources/sdk.md": front(
    `
id: 510
title: A100 SDK
summary: 驱动与协议栈
level: 6
products: [100]
licence: Apache-2.0
versions:
  - { version: "2.1.0-beta", date: 2025-06-01, file: files/a100-sdk.zip, state: 测试, supports: { products: [100, 200], systems: [Zephyr] }, changes: "- 新增 **BLE** 例程" }
  - { version: "2.0.0", date: 2025-03-01, file: files/a100-sdk-2.zip, until: 2027-03-01, supports: { products: [100], tools: [520], systems: [FreeRTOS] }, changes: 稳定版 }
  - { version: "1.0.0", date: 2024-03-01, file: files/a100-sdk-1.zip, state: 已撤回, supports: { products: [100] } }`,
    "SDK 的说明。\n",
  ),
  "files/a100-sdk.zip": zip([
    { name: "sdk/README.md", content: Buffer.from("# A100 SDK\n") },
    { name: "sdk/drivers/uart.c", content: Buffer.from("int uart_init(void);\n") },
  ]),
  "files/a100-sdk-2.zip": zip([{ name: "sdk/README.md", content: Buffer.from("# A100 SDK 2\n") }]),
  "files/a100-sdk-1.zip": zip([{ name: "sdk/README.md", content: Buffer.from("# A100 SDK 1\n") }]),
  "resources/tool.md": front(`
id: 520
title: 烧录工具
level: 6
products: [100, 200]
access: login
versions:
  - { version: "3.0", date: 2025-01-01, file: files/tool.zip }`),
  "files/tool.zip": zip([{ name: "flash.py", content: Buffer.from("print('flash')\n") }]),
  "resources/slides.md": front(`
id: 530
title: 培训课件
level: 7
access: disclaimer
versions:
  - { version: "1.0", date: 2025-01-01, file: files/slides.pdf }`),
  "files/slides.pdf": Buffer.concat([samplePdf(), Buffer.from("% slides\n")]),
  ...Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`resources/note-${at + 1}.md`, note(at + 1)])),
});

/** The part of `site.yaml` about the development centre, to be added to it. */
export const developmentSite = (trainingMaterials = true) => `
menu: { trainingMaterials: ${trainingMaterials} }
externalPages:
  - { key: docs, name: 编译器手册, summary: 站外, url: "https://docs.example.com/" }
internshipUrl: "https://jobs.example.com/"
quickStarts:
  - { key: a100, title: A100 上手, summary: 半小时跑起来, board: 100, sdk: 510, program: 601 }
`;
