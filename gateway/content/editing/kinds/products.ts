import { contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { type ProductBody, temperatureOf } from "contract/content/kinds/product-body";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  productBomLines,
  productClasses,
  productCrossReferences,
  productParts,
  productReplacements,
  products,
  tags,
} from "../../../database/schema";
import { pictureSize } from "../../../files/pictures/picture-sizes";
import { forgetAbout } from "../../../search/index/catalogue";
import { productBodyOf } from "../../load/catalogue/product-body";
import { type ProductItem, tableColumns, writeProducts } from "../../load/catalogue/products";
import { placeResources } from "../../load/catalogue/resources";
import { productValues } from "../../pack/check/products";
import type { EditedKind, FieldProblems } from "./kind";
import { classChoices, parametersOfClass, parametersOfClasses } from "./product-classes";
import { missingInProduct } from "./product-references";
import { nextNumber, numberProblem, placedSource, sectionChoices, textsIn } from "./references";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };
const noIds = { tags: new Map<string, number>(), sections: new Map<string, number>() };

/** A stored picture with its size. */
async function sized(database: Database, { name, alt }: { name: string; alt: string }) {
  return { name, alt, ...((await pictureSize(database, name)) ?? { width: 0, height: 0 }) };
}

const classOf = async (database: Database, id: number) =>
  (await database.select({ id: products.classId }).from(products).where(eq(products.id, id)))[0]?.id;

/** A body as the item that a pack's load writes. */
async function itemOf(
  database: Database,
  key: number,
  {
    title,
    content,
    gallery,
    diagram,
    drawings,
    pinout,
    pins,
    params,
    certifications,
    tag: _tag,
    section,
    ...front
  }: ProductBody,
  fingerprint: string,
): Promise<ProductItem> {
  const parameters = await parametersOfClass(database, front.class);
  const [pinoutImage] = pinout;
  const [diagramImage] = diagram;
  return {
    key,
    front: {
      ...front,
      id: key,
      name: title,
      gallery: [],
      drawings: [],
      params,
      certifications: [],
      parts: front.parts.map(({ temperature, ...part }) => {
        const range = temperature === undefined ? null : temperatureOf(temperature);
        return { ...part, ...(range ? { temperature: range } : {}) };
      }),
      ...(_tag === undefined ? {} : { tag: _tag }),
      ...(section === undefined ? {} : { section: String(section) }),
    },
    row: {
      gallery: await Promise.all(gallery.map((picture) => sized(database, picture))),
      values: productValues({ params }, parameters),
      diagramImage: diagramImage ? await sized(database, diagramImage) : null,
      drawings: await Promise.all(drawings.map((picture) => sized(database, picture))),
      ...tableColumns(front),
      pinoutImage: pinoutImage ? await sized(database, pinoutImage) : null,
      pins: pins.map(({ pin, name, type = "", function: use = "" }) => ({ pin, name, type, function: use })),
      certifications: certifications.map(({ name, number = "", file = null }) => ({ name, number, file })),
    },
    sources: [content],
    fingerprint,
  };
}

export const productsKind: EditedKind = {
  together: true,

  rows: sql`select ${products.id}::text as key, ${products.name} as title, ${products.updatedAt} as changed_at,
    ${products.delistedAt} is not null as delisted from ${products}`,

  places: {
    rows: sql`select ${products.id}::text as key, ${products.classId} as class_id from ${products}`,
    field: "class",
  },

  newKey: (database) => nextNumber(database, "products", products),

  keyProblem: numberProblem,

  async standing(database, key) {
    const id = Number(key);
    const [found] = await database
      .select({ row: products, tag: tags.name })
      .from(products)
      .leftJoin(tags, eq(tags.id, products.tagId))
      .where(eq(products.id, id));
    if (!found) return null;
    const { row, tag } = found;
    const of = { productId: id };
    const parts = await database
      .select()
      .from(productParts)
      .where(eq(productParts.productId, of.productId))
      .orderBy(asc(productParts.position));
    const replacements = await database
      .select({ product: productReplacements.replacementId, kind: productReplacements.kind })
      .from(productReplacements)
      .where(eq(productReplacements.productId, of.productId))
      .orderBy(asc(productReplacements.position));
    const references = await database
      .select()
      .from(productCrossReferences)
      .where(eq(productCrossReferences.productId, of.productId))
      .orderBy(asc(productCrossReferences.position));
    const bom = await database
      .select()
      .from(productBomLines)
      .where(eq(productBomLines.productId, of.productId))
      .orderBy(asc(productBomLines.position));
    return {
      body: productBodyOf({
        ...row,
        parts,
        bom: bom.map(({ componentId, ...line }) => ({ ...line, product: componentId })),
        replacedBy: replacements,
        crossReferences: references,
        tag,
        content: placedSource(row.source, row.html),
      }),
      html: [row.html],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: async (database, { class: classId, section }) => ({
    class: await classChoices(database, classId),
    section: await sectionChoices(database, section),
  }),

  parameters: parametersOfClasses,

  products: ({ replacedBy, bom }) =>
    [replacedBy, bom].flatMap((list) =>
      Array.isArray(list)
        ? list.flatMap(({ product }) => (product === undefined ? [] : Number(product)))
        : [],
    ),

  async missing(database, body, key) {
    const problems: FieldProblems = await missingInProduct(database, body, key);
    const { class: classId, params } = contentBodies.products.draft.partial().parse(body);
    if (classId === undefined || params === undefined) return problems;
    const [known] = await database
      .select({ delistedAt: productClasses.delistedAt })
      .from(productClasses)
      .where(eq(productClasses.id, classId));
    if (!known || known.delistedAt) return { ...problems, class: ["请选择一个分类"] };
    const parameters = await parametersOfClass(database, classId);
    productValues({ params }, parameters, (name, message) => {
      problems[rowField("params", name)] = [message];
    });
    return problems;
  },

  documents: ({ certifications }) =>
    Array.isArray(certifications)
      ? certifications.flatMap(({ file }, index) =>
          file === undefined ? [] : [{ at: rowField("certifications", index, "file"), file }],
        )
      : [],

  texts: textsIn("content"),

  async write(database, key, { body, html, fingerprint }, now) {
    const id = Number(key);
    const own = contentBodies.products.whole.parse(body);
    const item = await itemOf(database, id, own, fingerprint);
    const ids = {
      tags: new Map<string, number>(),
      sections: new Map(own.section === undefined ? [] : [[String(own.section), own.section]]),
    };
    if (own.tag !== undefined) {
      const name = own.tag.toLowerCase();
      const [tag] = await database
        .select({ id: tags.id })
        .from(tags)
        .where(eq(sql`lower(${tags.name})`, name));
      if (tag) ids.tags.set(name, tag.id);
    }
    const before = await classOf(database, id);
    await writeProducts(database, { ...nothing, write: [item] }, { of: async () => ({ html }) }, ids, now);
    // Resources are listed by the classes of their products.
    if (before !== undefined && before !== own.class) await placeResources(database);
    await forgetAbout(database, [id]);
  },

  withdraw: (database, key, now) =>
    writeProducts(database, { ...nothing, delist: [Number(key)] }, noTexts, noIds, now),
};
