/** The product that a searched part number leads to. */
import { z } from "zod";
import { flag, some, words } from "../base/absent";
import {
  crossReference,
  idAndName,
  kind,
  productOrder,
  replacementKind,
  shownDatasheet,
  state,
} from "../products/shapes";

/** The product that a text names beyond doubt, and how. */
export const partHit = z.object({
  product: idAndName.extend({ kind, state }),
  /** `exact`, the `beginning` of a number, or `longer` than it by a packing code. */
  match: z.enum(["exact", "beginning", "longer"]),
  /** The known number: the product's name, an order number, or another maker's. */
  number: z.string(),
  /** Present when it is another maker's number. */
  reference: crossReference.nullable().default(null),
  /** The text was mistyped: this is the product of the corrected text. */
  corrected: flag,
});

/** The same with what a person needs to decide. */
export const partCard = partHit.extend({
  summary: words,
  /** The address of its picture; null without one. */
  image: z.string().nullable().default(null),
  class: idAndName.nullable().default(null),
  /** Its first parameters, as displayed. */
  figures: some(z.object({ name: z.string(), value: z.string() })),
  orders: some(productOrder),
  datasheet: shownDatasheet.nullable().default(null),
  /** Other products for the same number of another maker. */
  others: some(idAndName.extend({ how: replacementKind, note: words })),
});

/** A number that begins like the searched one. */
export const nearNumber = z.object({ number: z.string(), productId: z.number(), name: z.string() });

export type PartHit = z.infer<typeof partHit>;
export type PartCard = z.infer<typeof partCard>;
