import { z } from "zod";
import { cleanText } from "../../base/fields";
import { parameterTypes } from "../../products/constants";
import { coded, line, packId, wordLine } from "../fields";
import { classWords } from "./class-words";
import { parameterKey } from "./product-body";

/** The schema of a class of products; its parameters check a pack's too (gateway/content/pack/schemas/products.ts). */

export const parameterShape = z
  .strictObject({
    key: parameterKey,
    name: line(40),
    unit: z
      .string()
      .transform(cleanText)
      .pipe(z.string().regex(/^[^\s\d]{0,12}$/, "应为不带前缀的单位，例如 A、V、Hz、B"))
      .default(""),
    type: coded("type", parameterTypes),
    choices: z.array(wordLine(40)).max(60, "最多 60 项").default([]),
    filter: z.boolean().default(false),
    compare: z.boolean().default(true),
  })
  .superRefine(({ type, unit, choices, filter }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if ((type === "choice") !== choices.length > 0)
      wrong(
        "choices",
        type === "choice" ? "“选项”参数（choice）要列出有哪些选项" : "只有“选项”参数（choice）有选项",
      );
    if (unit && type !== "number" && type !== "range")
      wrong("unit", "只有“数值”和“范围”（number、range）有单位");
    if (filter && type === "text") wrong("filter", "“文字”（text）只显示，不能筛选");
  });

export const parametersShape = z.array(parameterShape).max(80, "一个分类最多 80 个参数").default([]);

export const classShape = z.strictObject({
  title: line(classWords.title.max),
  parent: packId.optional(),
  summary: line(classWords.summary.max).optional(),
  parameters: parametersShape,
});
export type ClassBody = z.output<typeof classShape>;
