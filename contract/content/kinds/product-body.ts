import { z } from "zod";
import { cleanText } from "../../base/fields";
import { productKinds, productStates, replacementKinds } from "../../products/constants";
import { coded, day, line, outsideUrl, packId, wordLine } from "../fields";
import { productWords } from "./product-words";
import { contentText, storedName, storedPicture } from "./stored";

/** The schema of a product; its fields check a pack's products too (gateway/content/pack/schemas/products.ts). */

const codesOf = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];

export const parameterKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, "应以小写字母开头，只由字母和数字组成，最多 40 个字符")
  // Values are read from plain objects: `values.constructor` is there without a value.
  .refine((key) => !(key in {}), "这个代号有别的用处，请换一个");

const temperature = /^(-?\d{1,3}(?:\.\d)?)\s*[~～]\s*([+-]?\d{1,3}(?:\.\d)?)\s*(?:°C|℃)$/;
export const temperatureProblem = "温度应写成 -40~85 °C 这样，从低到高";

/** A part's range of temperatures, for display and for comparison; null for another text. */
export function temperatureOf(value: string): { shown: string; low: number; high: number } | null {
  const shown = value.trim();
  const [, low = "", high = ""] = temperature.exec(shown) ?? [];
  return low !== "" && Number(low) < Number(high) ? { shown, low: Number(low), high: Number(high) } : null;
}

/** A part without its temperatures. */
export const partFields = {
  number: z
    .string({ error: ({ input }) => (input === undefined ? undefined : "型号应为文字（像数字的要加引号）") })
    .regex(/^[A-Za-z0-9][A-Za-z0-9./+_-]{1,39}$/, "订货型号只由字母、数字和 . / + _ - 组成，最多 40 个字符"),
  package: wordLine(60),
  packing: line(60).optional(),
  moq: z.number("应为数字").int("应为整数").min(1, "至少 1 个").max(10_000_000, "太多").optional(),
  sample: outsideUrl.optional(),
  buy: z
    .array(z.strictObject({ name: line(40), url: outsideUrl }))
    .max(10, "最多 10 个")
    .default([]),
};

export const pinShape = z.strictObject({
  pin: wordLine(12),
  name: wordLine(60),
  type: wordLine(20).optional(),
  function: line(200).optional(),
});

/** A package's dimensions; its drawing is a picture of its own. */
export const packageShape = z.strictObject({
  package: wordLine(60),
  size: line(60),
  pins: z.number("应为数字").int("应为整数").min(1, "至少 1 个").max(10_000, "太多").optional(),
  note: line(120).optional(),
});

/** A thermal or reliability value with what it was measured by. */
export const ratingShape = z.strictObject({
  name: line(60),
  value: wordLine(60),
  condition: line(120).optional(),
});

/** The numbers of errata in a typed list. */
export const errataIn = (text: string): string[] => text.split(/[\s,，、]+/).filter(Boolean);

/** A version of the silicon or board, with the numbers of the errata that it still has. */
export const revisionShape = z.strictObject({
  revision: wordLine(20),
  date: day.optional(),
  errata: line(400)
    .refine((text) => new Set(errataIn(text)).size === errataIn(text).length, "有编号写了两次")
    .optional(),
  note: line(200).optional(),
});

export const bomLineShape = z.strictObject({
  designator: wordLine(200).optional(),
  part: wordLine(80),
  quantity: z.number("应为数字").int("应为整数").min(1, "至少 1 个").max(100_000, "太多"),
  note: line(120).optional(),
  product: packId.optional(),
});

/** Another maker's number that a product takes the place of, without how close it comes. */
export const crossReferenceFields = {
  number: z
    .string({ error: ({ input }) => (input === undefined ? undefined : "型号应为文字（像数字的要加引号）") })
    .regex(
      /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9./+_ -]{2,59}$/,
      "型号只由字母、数字、空格和 . / + _ - 组成，至少有一个数字，3 到 60 个字符",
    ),
  maker: line(40).optional(),
  note: line(200).optional(),
};

/** A list with at most as many rows as the form says. */
const rows = <Row extends z.ZodType>(
  name: "parts" | "pins" | "bom" | "replacedBy" | "crossReferences" | "packages" | "ratings" | "revisions",
  row: Row,
) => z.array(row).max(productWords[name].max, `最多 ${productWords[name].max} 个`);

/** What a product of a pack and one of the browser have in common. */
export const productFields = {
  summary: line(productWords.summary.max),
  class: packId,
  kind: coded("kind", codesOf(productKinds)),
  since: day,
  lastOrder: day.optional(),
  supplyUntil: day.optional(),
  bom: rows("bom", bomLineShape).default([]),
  packages: rows("packages", packageShape).default([]),
  ratings: rows("ratings", ratingShape).default([]),
  revisions: rows("revisions", revisionShape).default([]),
};

/** Reports dates that contradict each other or the state. */
export function withRightDates(
  {
    state,
    lastOrder,
    supplyUntil,
    since,
  }: { state: string; lastOrder?: string | undefined; supplyUntil?: string | undefined; since: string },
  context: z.RefinementCtx,
): void {
  const wrong = (message: string, field = "lastOrder") =>
    context.addIssue({ code: "custom", path: [field], message });
  if (supplyUntil !== undefined && supplyUntil < since) wrong("不能早于上市日期", "supplyUntil");
  if (lastOrder !== undefined && lastOrder < since) wrong("不能早于上市日期");
  if (state === "lastBuy" && lastOrder === undefined) wrong("“最后采购”的产品要写最后订货日");
}

export const productShape = z.strictObject({
  ...productFields,
  title: line(productWords.title.max),
  state: coded("state", codesOf(productStates)),
  /** Quantities as typed, such as 230 mA; the choices of a choice; whether it has it. */
  params: z
    .record(
      parameterKey,
      z.union([
        z.boolean(),
        z.string().max(200, "不能超过 200 个字符").transform(cleanText),
        z.array(z.string().max(40, "不能超过 40 个字符").transform(cleanText)).max(60, "最多 60 项"),
      ]),
    )
    .default({}),
  parts: rows(
    "parts",
    z.strictObject({
      ...partFields,
      temperature: z
        .string()
        .refine((value) => temperatureOf(value) !== null, temperatureProblem)
        .optional(),
    }),
  ).default([]),
  gallery: z.array(storedPicture).max(12, "最多 12 张").default([]),
  diagram: z.array(storedPicture).max(1, "只能有一张").default([]),
  drawings: z.array(storedPicture).max(12, "最多 12 张").default([]),
  pinout: z.array(storedPicture).max(1, "只能有一张").default([]),
  pins: rows("pins", pinShape).default([]),
  replacedBy: rows(
    "replacedBy",
    z.strictObject({ product: packId, kind: coded("kind", codesOf(replacementKinds)) }),
  ).default([]),
  crossReferences: rows(
    "crossReferences",
    z.strictObject({ ...crossReferenceFields, kind: coded("kind", codesOf(replacementKinds)) }),
  ).default([]),
  certifications: z
    .array(z.strictObject({ name: line(60), number: wordLine(60).optional(), file: storedName.optional() }))
    .max(30, "最多 30 项")
    .default([]),
  tag: line(productWords.tag.max).optional(),
  section: packId.optional(),
  content: contentText.default(""),
});
export type ProductBody = z.output<typeof productShape>;
