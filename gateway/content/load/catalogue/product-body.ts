import type { ContentBody } from "contract/content/kinds/bodies";
import type { productParts, products } from "../../../database/schema";
import type { ProductValue } from "../../../database/tables/products";
import type { Places } from "../files/places";
import { filled } from "../rows/filled";
import type { ProductItem } from "./products";

type Row = Pick<
  typeof products.$inferSelect,
  "name" | "summary" | "classId" | "kind" | "state" | "since" | "lastOrder" | "sectionId" | "values"
> &
  Required<Pick<typeof products.$inferInsert, "gallery" | "pinoutImage" | "pins" | "certifications">> &
  Pick<
    typeof products.$inferSelect,
    "supplyUntil" | "diagramImage" | "drawings" | "packages" | "ratings" | "revisions"
  >;

interface ProductParts extends Row {
  parts: Pick<
    typeof productParts.$inferSelect,
    "number" | "package" | "temperature" | "packing" | "moq" | "sample" | "buy"
  >[];
  bom: { designator?: string; part: string; quantity: number; note?: string; product?: number | null }[];
  replacedBy: { product: number; kind: string }[];
  crossReferences: { number: string; maker?: string | undefined; kind: string; note?: string | undefined }[];
  tag: string | null;
  content: string;
}

/** A value as it is typed. */
const typedValue = ({ shown, choices, yes }: ProductValue) => choices ?? yes ?? shown;

/** A product as the browser's editor has it. */
export function productBodyOf(product: ProductParts): ContentBody {
  const { name, classId, values, gallery, pinoutImage, pins, certifications, parts, bom, sectionId } =
    product;
  const { summary, kind, state, since, lastOrder, replacedBy, crossReferences, tag, content } = product;
  const { supplyUntil, diagramImage, drawings, packages, ratings, revisions } = product;
  const params = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typedValue(value)]));
  return filled({
    title: name,
    class: classId,
    params: Object.keys(params).length > 0 ? params : undefined,
    gallery: gallery.map(({ name: stored, alt }) => ({ name: stored, alt })),
    diagram: diagramImage ? [{ name: diagramImage.name, alt: diagramImage.alt }] : [],
    drawings: drawings.map(({ name: stored, alt }) => ({ name: stored, alt })),
    packages: packages.map((one) => filled({ ...one })),
    ratings: ratings.map((one) => filled({ ...one })),
    revisions: revisions.map(({ errata, ...one }) => filled({ ...one, errata: errata.join(" ") })),
    supplyUntil,
    pinout: pinoutImage ? [{ name: pinoutImage.name, alt: pinoutImage.alt }] : [],
    pins: pins.map(({ pin, name: named, type, function: use }) =>
      filled({ pin, name: named, type, function: use }),
    ),
    certifications: certifications.map(({ name: named, number, file }) =>
      filled({ name: named, number, file }),
    ),
    parts: parts.map(({ number, package: box, temperature, packing, moq, sample, buy }) =>
      filled({ number, package: box, temperature, packing, moq, sample, buy }),
    ),
    bom: bom.map(({ designator, part, quantity, note, product: id }) =>
      filled({ designator, part, quantity, note, product: id }),
    ),
    section: sectionId,
    summary,
    kind,
    state,
    since,
    lastOrder,
    replacedBy,
    crossReferences: crossReferences.map(({ number, maker, kind: how, note }) =>
      filled({ number, maker, kind: how, note }),
    ),
    tag,
    content,
  });
}

/** A product of a pack as the browser's editor has it. */
export const packProductBody =
  (places: Places, sectionIds: Map<string, number>) =>
  ({ front, row, sources: [source = ""] }: ProductItem): ContentBody =>
    productBodyOf({
      ...front,
      gallery: row.gallery,
      values: row.values,
      diagramImage: row.diagramImage ?? null,
      drawings: row.drawings,
      packages: row.packages,
      ratings: row.ratings,
      revisions: row.revisions,
      supplyUntil: front.supplyUntil ?? null,
      pinoutImage: row.pinoutImage ?? null,
      pins: row.pins,
      certifications: row.certifications,
      classId: front.class,
      lastOrder: front.lastOrder ?? null,
      sectionId: front.section === undefined ? null : (sectionIds.get(front.section) ?? null),
      parts: front.parts.map(({ temperature, packing = "", moq, sample = "", ...part }) => ({
        ...part,
        packing,
        moq: moq ?? null,
        sample,
        temperature: temperature?.shown ?? "",
      })),
      bom: front.bom,
      tag: front.tag ?? null,
      content: places.placed(source),
    });
