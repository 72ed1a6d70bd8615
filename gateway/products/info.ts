import type { CallResponse } from "contract";
import type { ProductBrief } from "contract/products/shapes";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  noticeProducts,
  productBomLines,
  productClasses,
  productCrossReferences,
  productNotices,
  productParts,
  productReplacements,
  products,
  sections,
  tags,
} from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import { signedMedia } from "../files/storage/signed";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { parametersOn, wayTo } from "./class-parameters";

type Info = CallResponse<"productInfo">;

/** The most boards with a chip, and the most notices, that a product's page lists. */
const boardsMax = 24;
const noticesMax = 100;

export const briefColumns = {
  id: products.id,
  name: products.name,
  summary: products.summary,
  kind: products.kind,
  state: products.state,
};

/** The replacements of a product, or the products that it replaces, closest first. */
async function replacements(
  database: Database,
  id: number,
  from: "productId" | "replacementId",
): Promise<Info["replacements"]> {
  const other = from === "productId" ? "replacementId" : "productId";
  return database
    .select({ ...briefColumns, how: productReplacements.kind })
    .from(productReplacements)
    .innerJoin(products, eq(products.id, productReplacements[other]))
    .where(and(eq(productReplacements[from], id), isNull(products.delistedAt)))
    .orderBy(asc(productReplacements.position), asc(products.id))
    .limit(boardsMax);
}

/** What other things say of a product: what it replaces, what contains it, and its notices. */
export const saidElsewhere = async (database: Database, id: number) => ({
  replaces: await replacements(database, id, "replacementId"),
  boards: await boardsWith(database, id),
  notices: await noticesOf(database, id),
});

/** Listed products that have this one on their bill of materials. */
function boardsWith(database: Database, id: number): Promise<ProductBrief[]> {
  return database
    .select(briefColumns)
    .from(products)
    .where(
      and(
        isNull(products.delistedAt),
        inArray(
          products.id,
          database
            .select({ id: productBomLines.productId })
            .from(productBomLines)
            .where(eq(productBomLines.componentId, id)),
        ),
      ),
    )
    .orderBy(asc(products.id))
    .limit(boardsMax);
}

/** The numbers of other makers that it takes the place of, in the pack's order. */
function referencesOf(database: Database, id: number): Promise<Info["references"]> {
  const { number, maker, kind, note, productId, position } = productCrossReferences;
  return database
    .select({ number, maker, kind, note })
    .from(productCrossReferences)
    .where(eq(productId, id))
    .orderBy(asc(position));
}

function noticesOf(database: Database, id: number): Promise<Info["notices"]> {
  const { number, kind, title, date, effective } = productNotices;
  return database
    .select({ number, kind, title, date, effective })
    .from(noticeProducts)
    .innerJoin(productNotices, eq(productNotices.number, noticeProducts.noticeNumber))
    .where(and(eq(noticeProducts.productId, id), isNull(productNotices.delistedAt)))
    .orderBy(sql`${noticeProducts.date} desc nulls last`, sql`${noticeProducts.noticeNumber} desc nulls last`)
    .limit(noticesMax);
}

async function bomOf(database: Database, id: number): Promise<Info["bom"]> {
  const rows = await database
    .select({ line: productBomLines, id: products.id, name: products.name })
    .from(productBomLines)
    .leftJoin(products, eq(products.id, productBomLines.componentId))
    .where(eq(productBomLines.productId, id))
    .orderBy(asc(productBomLines.position));
  return rows.map(({ line: { designator, part, quantity, note }, id: component, name }) => ({
    designator,
    part,
    quantity,
    note,
    product: component !== null && name !== null ? { id: component, name } : null,
  }));
}

/** Everything about a product; one that was taken down keeps its page. Throws PRODUCT_NOT_FOUND. */
export async function productInfo(
  { database, settings, now }: Pick<CallContext, "database" | "settings" | "now">,
  id: number,
): Promise<Info> {
  const [row] = await database
    .select({ product: products, of: productClasses, tag: tags.name, section: sections.name })
    .from(products)
    .innerJoin(productClasses, eq(productClasses.id, products.classId))
    .leftJoin(tags, eq(tags.id, products.tagId))
    .leftJoin(sections, and(eq(sections.id, products.sectionId), eq(sections.listed, true)))
    .where(eq(products.id, id))
    .limit(1);
  const { product, of, ...names } = found(row, "PRODUCT_NOT_FOUND");
  const { name, summary, kind, state, since, lastOrder, html, pins, pinoutImage, tagId, sectionId } = product;
  const { supplyUntil, diagramImage, packages, ratings, revisions } = product;
  const parameters = await parametersOn(database, of.path);
  const one = (picture: typeof pinoutImage) => (picture ? [picture] : []);
  const pictures = await picturesOf(database, [
    ...product.gallery,
    ...product.drawings,
    ...one(diagramImage),
    ...one(pinoutImage),
  ]);
  const drawn = product.gallery.length + product.drawings.length;
  const parts = await database
    .select()
    .from(productParts)
    .where(eq(productParts.productId, id))
    .orderBy(asc(productParts.position));
  return {
    id,
    name,
    summary,
    kind,
    state,
    since,
    lastOrder,
    supplyUntil,
    html,
    pins,
    path: await wayTo(database, of),
    delisted: product.delistedAt !== null,
    gallery: pictures.slice(0, product.gallery.length),
    parameters: parameters.flatMap(({ key, name: title }) => {
      const value = product.values[key];
      return value ? [{ name: title, value: value.shown }] : [];
    }),
    parts: parts.map(({ number, temperature, packing, moq, sample, buy, package: box }) => ({
      number,
      package: box,
      temperature,
      packing,
      moq,
      sample: sample || null,
      buy,
    })),
    diagram: diagramImage ? (pictures[drawn] ?? null) : null,
    drawings: pictures.slice(product.gallery.length, drawn),
    packages,
    ratings,
    revisions,
    pinout: pinoutImage ? (pictures.at(-1) ?? null) : null,
    certifications: product.certifications.map(({ file, ...one }) => ({
      ...one,
      url: file === null ? null : signedMedia(settings, file, now()),
    })),
    bom: await bomOf(database, id),
    replacements: await replacements(database, id, "productId"),
    references: await referencesOf(database, id),
    ...(await saidElsewhere(database, id)),
    tag: tagId !== null && names.tag !== null ? { id: tagId, name: names.tag } : null,
    section: sectionId !== null && names.section !== null ? { fid: sectionId, name: names.section } : null,
    followers: product.followers,
    preview: false,
    updatedAt: product.updatedAt.toISOString(),
  };
}
