import { examWaitDefault, questionsMax, questionTypes } from "../../training/constants";
import type { ContentField } from "./field";
import { questionColumns } from "./question-words";

const [about, rules, bank] = ["基本信息", "规则", "题库"];

/** The form of an exam with its bank of questions. */
export const examWords = {
  title: { label: "标题", input: "line", section: about, max: 80 },
  course: { label: "哪门课的考试", input: "choice", section: about },
  summary: { label: "摘要", input: "line", section: about, max: 300, hint: "一句话，可不填" },
  minutes: { label: "答题时间", input: "number", section: rules, hint: "分钟，1 到 600" },
  pass: { label: "及格", input: "number", section: rules, hint: "得到百分之几的分数算通过，1 到 100" },
  draw: {
    label: "每次抽几道题",
    input: "number",
    section: rules,
    hint: `不填就是全部；最多 ${questionsMax} 道`,
  },
  attempts: {
    label: "最多考几次",
    input: "number",
    section: rules,
    hint: "不填或 0 表示不限；调高以后，次数用完、已经看过答案的人也能再考",
  },
  wait: {
    label: "没通过要等多久",
    input: "number",
    section: rules,
    hint: `分钟，不填是 ${examWaitDefault}；0 表示不用等，再不通过每次加倍`,
  },
  questions: {
    label: "题目",
    input: "rows",
    row: "题",
    section: bank,
    max: 1_000,
    foldedBy: ["type", "text"],
    hint: "改动只影响以后开始的考试：正在考的和考过的人，题目和答案都是开始时的。答案和解析不会出现在预览里",
    columns: {
      type: {
        label: "题型",
        input: "choice",
        names: Object.fromEntries(questionTypes.map(({ code, name }) => [code, name])),
        preset: "single",
      },
      points: { label: "分值", input: "number", max: 3, hint: "不填是 1 分" },
      ...questionColumns,
    },
  },
} as const satisfies Record<string, ContentField>;
