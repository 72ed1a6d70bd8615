import type { ContentField } from "./field";

const [about, parameters] = ["基本信息", "参数"];

/** The form of a class of products. */
export const classWords = {
  title: { label: "名称", input: "line", section: about, max: 40 },
  parent: { label: "上级分类", input: "choice", section: about, hint: "不选就是第一级；最多三级" },
  summary: { label: "摘要", input: "lines", section: about, max: 300, hint: "一句话，可不填" },
  parameters: {
    label: "这个分类的参数",
    input: "rows",
    row: "参数",
    section: parameters,
    max: 80,
    hint: "下级分类的产品也有这些参数；改了类型、单位或选项，会先核对每个产品已有的值",
    columns: {
      key: { label: "代号", input: "line", max: 40, hint: "小写字母开头，只用字母和数字；发布后不要改" },
      name: { label: "名称", input: "line", max: 40 },
      type: {
        label: "类型",
        input: "choice",
        names: { number: "数值", range: "范围", choice: "选项", yes: "有没有", text: "文字" },
      },
      unit: { label: "单位", input: "line", max: 12, hint: "数值和范围才有，不带前缀，例如 A、V、Hz" },
      choices: { label: "选项", input: "list", max: 60, hint: "每行一个，只有“选项”才填" },
      filter: { label: "可以筛选", input: "flag" },
      compare: { label: "在列表和对比里显示", input: "flag", preset: true },
    },
  },
} as const satisfies Record<string, ContentField>;
