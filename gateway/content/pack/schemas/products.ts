import {
  choiceOf,
  image,
  line,
  packFile,
  packId,
  readersName,
  tagText,
  wordLine,
} from "contract/content/fields";
import { isInForceLater, noticeFields, noticeNumber } from "contract/content/kinds/bodies";
import { type parameterShape, parametersShape } from "contract/content/kinds/class-body";
import {
  crossReferenceFields,
  parameterKey,
  partFields,
  pinShape,
  productFields,
  temperatureOf,
  temperatureProblem,
  withRightDates,
} from "contract/content/kinds/product-body";
import { productStates, replacementKinds } from "contract/products/constants";
import { z } from "zod";

/** products.yaml, products/*.md and notices/*.md (content/README.md). */

const node = {
  id: packId,
  name: line(40),
  summary: line(300).optional(),
  parameters: parametersShape,
};
const thirdClass = z.strictObject(node);
const secondClass = z.strictObject({ ...node, children: z.array(thirdClass).default([]) });
const firstClass = z.strictObject({ ...node, children: z.array(secondClass).default([]) });
export const productsFile = z.strictObject({ classes: z.array(firstClass).min(1, "没有分类") });

const pictured = z.strictObject({ image, alt: line(120) });
const part = z.strictObject({
  number: partFields.number,
  package: partFields.package,
  temperature: z
    .string()
    .transform((value, context) => {
      const range = temperatureOf(value);
      if (range) return range;
      context.addIssue({ code: "custom", message: temperatureProblem });
      return z.NEVER;
    })
    .optional(),
  packing: partFields.packing,
  moq: partFields.moq,
  sample: partFields.sample,
  buy: partFields.buy,
});

export const productFront = z
  .strictObject({
    // In the order of the fingerprints that earlier loads stored.
    id: packId,
    name: line(60),
    summary: productFields.summary,
    class: productFields.class,
    kind: productFields.kind,
    state: choiceOf("state", productStates),
    since: productFields.since,
    lastOrder: productFields.lastOrder,
    supplyUntil: productFields.supplyUntil,
    replacedBy: z
      .array(z.strictObject({ product: packId, kind: choiceOf("kind", replacementKinds) }))
      .max(10, "最多 10 个")
      .default([]),
    crossReferences: z
      .array(
        z.strictObject({
          number: crossReferenceFields.number,
          maker: crossReferenceFields.maker,
          kind: choiceOf("kind", replacementKinds),
          note: crossReferenceFields.note,
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
        pins: z.array(pinShape).max(2_000, "最多 2000 个").default([]),
      })
      .refine(({ image: drawing, pins }) => drawing !== undefined || pins.length > 0, "没有引脚")
      .optional(),
    diagram: pictured.optional(),
    drawings: z.array(pictured).max(12, "最多 12 张").default([]),
    packages: productFields.packages,
    ratings: productFields.ratings,
    revisions: productFields.revisions,
    bom: productFields.bom,
    certifications: z
      .array(z.strictObject({ name: line(60), number: wordLine(60).optional(), file: packFile.optional() }))
      .max(30, "最多 30 项")
      .default([]),
    tag: z.preprocess(tagText, line(20)).optional(),
    section: z.string().optional(),
  })
  .superRefine(withRightDates);

export const noticeFront = z
  .strictObject({
    number: noticeNumber,
    ...noticeFields,
    file: packFile.optional(),
    originalName: readersName.optional(),
  })
  .refine(isInForceLater, { message: "不能早于 date", path: ["effective"] });

export type ProductsFile = z.output<typeof productsFile>;
export type PackParameter = z.output<typeof parameterShape>;
export type ProductFront = z.output<typeof productFront>;
export type NoticeFront = z.output<typeof noticeFront>;
