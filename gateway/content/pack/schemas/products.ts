import {
  choiceOf,
  coded,
  day,
  image,
  line,
  outsideUrl,
  packFile,
  packId,
  tagText,
  wordLine,
} from "contract/content/fields";
import { isInForceLater, noticeFields, noticeNumber } from "contract/content/kinds/bodies";
import { parameterTypes, productKinds, productStates, replacementKinds } from "contract/products/constants";
import { z } from "zod";

/** products.yaml, products/*.md and notices/*.md (content/README.md). */

export const parameterKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, "应以小写字母开头，只由字母和数字组成，最多 40 个字符");

const parameter = z
  .strictObject({
    key: parameterKey,
    name: line(40),
    unit: z
      .string()
      .regex(/^[^\s\d]{0,12}$/, "应为不带前缀的单位，例如 A、V、Hz、B")
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
        type === "choice" ? "choice 要列出有哪些选项" : "只有 type 为 choice 的参数有 choices",
      );
    if (unit && type !== "number" && type !== "range") wrong("unit", "只有 number 和 range 有单位");
    if (filter && type === "text") wrong("filter", "text 只显示，不能筛选");
  });

const node = {
  id: packId,
  name: line(40),
  summary: line(300).optional(),
  parameters: z.array(parameter).max(80, "一个分类最多 80 个参数").default([]),
};
const thirdClass = z.strictObject(node);
const secondClass = z.strictObject({ ...node, children: z.array(thirdClass).default([]) });
const firstClass = z.strictObject({ ...node, children: z.array(secondClass).default([]) });
export const productsFile = z.strictObject({ classes: z.array(firstClass).min(1, "没有分类") });

const pictured = z.strictObject({ image, alt: line(120) });
const temperature = /^(-?\d{1,3}(?:\.\d)?)\s*[~～]\s*([+-]?\d{1,3}(?:\.\d)?)\s*(?:°C|℃)$/;

const part = z.strictObject({
  number: z
    .string("型号应为文字（像数字的要加引号）")
    .regex(/^[A-Za-z0-9][A-Za-z0-9./+_-]{1,39}$/, "订货型号只由字母、数字和 . / + _ - 组成，最多 40 个字符"),
  package: wordLine(60),
  temperature: z
    .string()
    .transform((value, context) => {
      const [, low = "", high = ""] = temperature.exec(value.trim()) ?? [];
      if (low !== "" && Number(low) < Number(high))
        return { shown: value.trim(), low: Number(low), high: Number(high) };
      context.addIssue({ code: "custom", message: "温度应写成 -40~85 °C 这样，从低到高" });
      return z.NEVER;
    })
    .optional(),
  packing: line(60).optional(),
  buy: z
    .array(z.strictObject({ name: line(40), url: outsideUrl }))
    .max(10, "最多 10 个")
    .default([]),
});

export const productFront = z
  .strictObject({
    id: packId,
    name: line(60),
    summary: line(200),
    class: packId,
    kind: coded("kind", productKinds.map(({ code }) => code) as ["chip", "module", "board", "kit", "tool"]),
    state: choiceOf("state", productStates),
    since: day,
    lastOrder: day.optional(),
    replacedBy: z
      .array(z.strictObject({ product: packId, kind: choiceOf("kind", replacementKinds) }))
      .max(10, "最多 10 个")
      .default([]),
    crossReferences: z
      .array(
        z.strictObject({
          number: z
            .string("型号应为文字（像数字的要加引号）")
            .regex(
              /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9./+_ -]{2,59}$/,
              "型号只由字母、数字、空格和 . / + _ - 组成，至少有一个数字，3 到 60 个字符",
            ),
          maker: line(40).optional(),
          kind: choiceOf("kind", replacementKinds),
          note: line(200).optional(),
        }),
      )
      .max(60, "最多 60 个")
      .default([]),
    gallery: z.array(pictured).max(12, "最多 12 张").default([]),
    params: z.record(parameterKey, z.unknown()).default({}),
    parts: z.array(part).max(60, "最多 60 个").default([]),
    pinout: z
      .strictObject({
        image: pictured.optional(),
        pins: z
          .array(
            z.strictObject({
              pin: wordLine(12),
              name: wordLine(60),
              type: wordLine(20).optional(),
              function: line(200).optional(),
            }),
          )
          .min(1, "没有引脚")
          .max(2_000, "最多 2000 个"),
      })
      .optional(),
    bom: z
      .array(
        z.strictObject({
          designator: wordLine(200).optional(),
          part: wordLine(80),
          quantity: z.number().int("应为整数").min(1, "至少 1 个").max(100_000, "太多"),
          note: line(120).optional(),
          product: packId.optional(),
        }),
      )
      .max(1_000, "最多 1000 行")
      .default([]),
    certifications: z
      .array(z.strictObject({ name: line(60), number: wordLine(60).optional(), file: packFile.optional() }))
      .max(30, "最多 30 项")
      .default([]),
    tag: z.preprocess(tagText, line(20)).optional(),
    section: z.string().optional(),
  })
  .superRefine(({ state, lastOrder, since }, context) => {
    if (lastOrder !== undefined && lastOrder < since)
      context.addIssue({ code: "custom", path: ["lastOrder"], message: "不能早于 since" });
    if (state === "lastBuy" && lastOrder === undefined)
      context.addIssue({ code: "custom", path: ["lastOrder"], message: "最后采购的产品要写 lastOrder" });
  });

export const noticeFront = z
  .strictObject({ number: noticeNumber, ...noticeFields, file: packFile.optional() })
  .refine(isInForceLater, { message: "不能早于 date", path: ["effective"] });

export type ProductsFile = z.output<typeof productsFile>;
export type PackParameter = z.output<typeof parameter>;
export type ProductFront = z.output<typeof productFront>;
export type NoticeFront = z.output<typeof noticeFront>;
