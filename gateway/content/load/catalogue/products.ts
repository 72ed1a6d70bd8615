import { errataIn } from "contract/content/kinds/product-body";
import { and, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  productBomLines,
  productClasses,
  productCrossReferences,
  productParameters,
  productParts,
  productReplacements,
  products,
} from "../../../database/schema";
import { foldPart } from "../../../products/numbers/fold";
import { parametersByClass, productValues } from "../../pack/check/products";
import { nodesOf, treeRow } from "../../pack/parse/catalogue";
import type { PackText } from "../../pack/parse/text";
import type { Pack } from "../../pack/parse-pack";
import type { ProductFront } from "../../pack/schemas/products";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { excluded, fingerprintOfValue, type Plan } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { heldKeys } from "../rows/held";
import { syncRows, upsertRows } from "../rows/sync-rows";
import { type ClassTree, classTree, levelsMost, pathIn, type TreeClass } from "./class-tree";
import { planById } from "./plan-by-id";
import { recordStateChanges } from "./product-states";

export interface ProductItem extends TextItem {
  key: number;
  front: ProductFront;
  row: Pick<typeof products.$inferInsert, "gallery" | "values" | "pinoutImage" | "pins" | "certifications"> &
    Required<
      Pick<typeof products.$inferInsert, "diagramImage" | "drawings" | "packages" | "ratings" | "revisions">
    >;
}

/** The tables of a product's page that a pack and the browser write alike, as columns. */
export const tableColumns = ({
  packages,
  ratings,
  revisions,
}: Pick<ProductFront, "packages" | "ratings" | "revisions">) => ({
  packages: packages.map(({ package: box, size, pins = null, note = "" }) => ({
    package: box,
    size,
    pins,
    note,
  })),
  ratings: ratings.map(({ name, value, condition = "" }) => ({ name, value, condition })),
  revisions: revisions.map(({ revision, date = null, errata = "", note = "" }) => ({
    revision,
    date,
    errata: errataIn(errata),
    note,
  })),
});

function productItem(
  { front, source }: PackText<ProductFront>,
  values: ProductItem["row"]["values"],
  places: Places,
): ProductItem {
  const pinoutImage = front.pinout?.image ? places.image(front.pinout.image) : null;
  const row = {
    gallery: front.gallery.map(places.image),
    values,
    diagramImage: front.diagram ? places.image(front.diagram) : null,
    drawings: front.drawings.map(places.image),
    ...tableColumns(front),
    pinoutImage,
    pins: (front.pinout?.pins ?? []).map(({ pin, name, type = "", function: use = "" }) => ({
      pin,
      name,
      type,
      function: use,
    })),
    certifications: front.certifications.map(({ name, number = "", file }) => ({
      name,
      number,
      file: file === undefined ? null : places.nameOf(file),
    })),
  };
  return {
    key: front.id,
    front,
    row,
    sources: [source],
    fingerprint: fingerprintOfProduct(front, row, source),
  };
}

/**
 * The fingerprint of a product as a pack has it. A field that came after the first release counts only where it is
 * filled: otherwise the first load of a newer release would write every product anew.
 */
export function fingerprintOfProduct(
  {
    crossReferences,
    diagram: _diagram,
    drawings: _drawings,
    packages: _packages,
    ratings: _ratings,
    revisions: _revisions,
    ...front
  }: ProductFront,
  { diagramImage, drawings, packages, ratings, revisions, ...row }: ProductItem["row"],
  source: string,
): string {
  const all = { crossReferences, diagramImage, drawings, packages, ratings, revisions };
  const later = Object.entries(all).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value));
  return fingerprintOfValue(
    later.length > 0 ? [front, row, source, Object.fromEntries(later)] : [front, row, source],
  );
}

/** The products of a pack as rows, without their rendered texts. */
export function productItems({ catalogue }: Pack, places: Places): ProductItem[] {
  const parameters = parametersByClass(catalogue);
  return catalogue.products.map((product) =>
    productItem(
      product,
      productValues(product.front, parameters.get(product.front.class) ?? new Map()),
      places,
    ),
  );
}

/** Products that were edited in the browser are not in the plan. */
export const planProducts = async (
  database: Database,
  items: ProductItem[],
): Promise<Plan<number, ProductItem>> =>
  planById(database, products, items, await heldKeys(database, "products"));

/** Writes the path of each class anew from its parents. */
export async function repathClasses(database: Database): Promise<void> {
  await database.execute(sql`
    with recursive placed (id, path) as (
      select id, array[id] from ${productClasses} where parent_id is null
      union all select c.id, placed.path || c.id from ${productClasses} c join placed on c.parent_id = placed.id
    )
    update ${productClasses} as own set path = placed.path from placed
    where placed.id = own.id and own.path is distinct from placed.path`);
}

/** The classes in which listed products and classes of the browser stand, that the pack does not have any more. */
async function neededClasses(
  database: Database,
  tree: ClassTree,
  held: number[],
  named: ReadonlySet<number>,
) {
  const own = [...(await heldKeys(database, "products"))].map(Number);
  const using = await database
    .selectDistinct({ id: products.classId })
    .from(products)
    .where(and(inArray(products.id, own), isNull(products.delistedAt)));
  const listed = held.filter((id) => tree.get(id)?.isListed);
  const ways = [...using.map(({ id }) => id), ...listed].flatMap((id) => pathIn(tree, id) ?? []);
  return new Map(ways.filter(({ id, isListed }) => isListed && !named.has(id)).map((one) => [one.id, one]));
}

/**
 * Puts the classes of a pack where the pack has them. One that would stand on too low a level there, or beneath itself,
 * because the browser moved others, stays where it is. @returns those that stay
 */
function placeInTree(
  tree: Map<number, TreeClass>,
  stood: ClassTree,
  placed: ReadonlySet<number>,
): TreeClass[] {
  const stay: TreeClass[] = [];
  for (const id of tree.keys())
    for (let path = pathIn(tree, id); path === null || path.length > levelsMost; path = pathIn(tree, id)) {
      const moved = wayUp(tree, id).find(
        (step) => placed.has(step.id) && step.parentId !== (stood.get(step.id)?.parentId ?? null),
      );
      if (!moved) break;
      tree.set(moved.id, { ...moved, parentId: stood.get(moved.id)?.parentId ?? null });
      stay.push(moved);
    }
  return stay;
}

/** A class and those above it, each once. */
function wayUp(tree: ClassTree, id: number): TreeClass[] {
  const way: TreeClass[] = [];
  for (let node = tree.get(id); node && !way.includes(node); node = tree.get(node.parentId ?? 0))
    way.push(node);
  return way;
}

/**
 * Writes the tree of classes and their parameters, and delists what left the pack. Classes that were edited in the
 * browser stay, and those that its products and classes need. Search documents of products contain
 * both, so a change here makes the search index all products again.
 * @returns the classes that left the pack and stay, those that stay where they were, and what to tell the operator
 */
export async function loadClasses(
  database: Database,
  { catalogue }: Pack,
  now: Date,
): Promise<{ kept: number[]; stayed: number[]; notices: string[] }> {
  const held = [...(await heldKeys(database, "classes"))].map(Number);
  const all = nodesOf(catalogue.classes?.value.classes ?? [], "classes");
  const placed = all.filter(({ node }) => !held.includes(node.id));
  const free = all.map(treeRow).filter(({ id }) => !held.includes(id));
  const stood = await classTree(database);
  const tree = new Map(stood);
  for (const { id, name, parentId } of free)
    tree.set(id, { id, name, parentId, isListed: true, parameters: [] });
  const stay = held.length > 0 ? placeInTree(tree, stood, new Set(free.map(({ id }) => id))) : [];
  const rows = free.map((row) => {
    const path = pathIn(tree, row.id)?.map(({ id }) => id) ?? row.path;
    return { ...row, path, parentId: path.at(-2) ?? null };
  });
  const stayed = stay.map(({ id }) => id);
  const classIds = [...held, ...rows.map(({ id }) => id)];
  const needed = await neededClasses(database, tree, held, new Set(classIds));
  const neededIds = [...needed.keys()];
  await database
    .update(productClasses)
    .set({ delistedAt: now })
    .where(
      and(isNull(productClasses.delistedAt), notInArray(productClasses.id, [...classIds, ...neededIds])),
    );
  const renamed = await upsertRows(database, productClasses, rows, ["id"], { changedOnly: true });
  // A class of the browser may stand beneath one that the pack moved.
  if (held.length + neededIds.length > 0) await repathClasses(database);
  const notices = [
    ...stay.map(
      ({ name }) => `产品分类「${name}」留在原来的上级下面：站内移动过别的分类，内容包里的位置放不下`,
    ),
    ...[...needed.values()].map(
      ({ name }) => `产品分类「${name}」内容包里没有了，站内还有产品或分类在它下面，所以保留`,
    ),
  ];
  const parameters = placed.flatMap(({ node }) =>
    node.parameters.map((parameter, position) => ({ ...parameter, classId: node.id, position })),
  );
  const isFree = notInArray(productParameters.classId, [...held, ...neededIds]);
  const stored = await database.select().from(productParameters).where(isFree);
  const mark = ({
    classId,
    key,
    position,
    name,
    unit,
    type,
    choices,
    filter,
    compare,
  }: (typeof stored)[number]) =>
    JSON.stringify([classId, key, position, name, unit, type, choices, filter, compare]);
  const before = new Set(stored.map(mark));
  const sameParameters =
    parameters.length === stored.length && parameters.every((row) => before.has(mark(row)));
  if (renamed.length > 0 || !sameParameters) await database.update(products).set({ search: null });
  if (sameParameters) return { kept: neededIds, stayed, notices };
  await database.delete(productParameters).where(isFree);
  await inChunks(parameters, (slice) => database.insert(productParameters).values(slice).returning());
  return { kept: neededIds, stayed, notices };
}

/** Writes products with their parts and links. The pack's tags and sections must exist. */
export async function writeProducts(
  database: Database,
  { write, delist }: Plan<number, ProductItem>,
  texts: Pick<Texts, "of">,
  ids: { tags: Map<string, number>; sections: Map<string, number> },
  now: Date,
): Promise<void> {
  const rows: (typeof products.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    const { id, name, summary, kind, state, since, lastOrder = null, tag, section } = item.front;
    const { supplyUntil = null } = item.front;
    rows.push({
      id,
      classId: item.front.class,
      name,
      summary,
      kind,
      state,
      since,
      lastOrder,
      supplyUntil,
      ...item.row,
      tagId: tag === undefined ? null : (ids.tags.get(tag.toLowerCase()) ?? null),
      sectionId: section === undefined ? null : (ids.sections.get(section) ?? null),
      source: item.sources[0] ?? "",
      html: html[0] ?? "",
      search: null,
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await recordStateChanges(database, rows, now);
  await syncRows(database, products, rows, { key: "id", now, delist });
  if (write.length === 0) return;
  await writeProductParts(database, write);
}

/** Replaces the rows that belong to one product only. */
async function writeProductParts(database: Database, write: ProductItem[]): Promise<void> {
  const ids = write.map(({ key }) => key);
  const parts = write.flatMap(({ key: productId, front }) =>
    front.parts.map(
      ({ number, temperature, packing = "", moq, sample = "", buy, package: box }, position) => ({
        number,
        folded: foldPart(number),
        productId,
        position,
        package: box,
        packing,
        moq: moq ?? null,
        sample,
        buy,
        temperature: temperature?.shown ?? "",
        temperatureLow: temperature?.low ?? null,
        temperatureHigh: temperature?.high ?? null,
      }),
    ),
  );
  const replacements = write.flatMap(({ key: productId, front }) =>
    front.replacedBy.map(({ product, kind }, position) => ({
      productId,
      replacementId: product,
      kind,
      position,
    })),
  );
  const references = write.flatMap(({ key: productId, front }) =>
    front.crossReferences.map(({ number, maker = "", kind, note = "" }, position) => ({
      productId,
      folded: foldPart(number),
      number,
      maker,
      kind,
      note,
      position,
    })),
  );
  const lines = write.flatMap(({ key: productId, front }) =>
    front.bom.map(({ designator = "", part, quantity, note = "", product }, position) => ({
      productId,
      position,
      designator,
      part,
      quantity,
      note,
      componentId: product ?? null,
    })),
  );
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await database.delete(productReplacements).where(inArray(productReplacements.productId, some));
    await database.delete(productCrossReferences).where(inArray(productCrossReferences.productId, some));
    await database.delete(productBomLines).where(inArray(productBomLines.productId, some));
    await database.delete(productParts).where(inArray(productParts.productId, some));
  }
  await inChunks(parts, (slice) =>
    database
      .insert(productParts)
      .values(slice)
      // A part number of a delisted product moves to the product that has it now.
      .onConflictDoUpdate({
        target: productParts.number,
        set: excluded(productParts, [
          ...(["folded", "productId", "position", "package", "temperature"] as const),
          ...(["temperatureLow", "temperatureHigh", "packing", "moq", "sample", "buy"] as const),
        ]),
      })
      .returning({ number: productParts.number }),
  );
  await inChunks(replacements, (slice) => database.insert(productReplacements).values(slice).returning());
  await inChunks(references, (slice) => database.insert(productCrossReferences).values(slice).returning());
  await inChunks(lines, (slice) => database.insert(productBomLines).values(slice).returning());
}
