import type { ContentColumn } from "./field";

/** The columns that a question of an exam and one inside a lesson have in a form. */
export const questionColumns = {
  text: { label: "题目", input: "lines", max: 4_000, hint: "支持 Markdown" },
  options: {
    label: "选项",
    input: "paragraphs",
    max: 9_000,
    hint: "选择题才填：每行一项，依次是 A、B、C……；一项有几行时，从第二行起开头空两格",
  },
  answer: {
    label: "答案",
    input: "list",
    max: 20,
    hint: "选择题写字母，每行一个；判断题写“对”或“错”；填空题每行一种可以接受的写法",
  },
  why: { label: "解析", input: "lines", max: 4_000, hint: "支持 Markdown，可不填；通过后才看得到" },
} as const satisfies Record<string, ContentColumn>;
