import { isDeepStrictEqual } from "node:util";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import type { ClassBody } from "contract/content/kinds/class-body";
import { eq, inArray, max, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productClasses, productParameters, products } from "../../../database/schema";
import { standingClass } from "../../load/catalogue/class-body";
import { writeValues } from "../../load/catalogue/class-values";
import { repathClasses } from "../../load/catalogue/products";
import { placeResources } from "../../load/catalogue/resources";
import { upsertRows } from "../../load/rows/sync-rows";
import { changedValues, classProblems, neededClass } from "./class-references";
import type { EditedKind } from "./kind";
import { classChoices } from "./product-classes";
import { lastLoad, lastLoadTime, nextNumber, numberProblem } from "./references";

/** The place of a class: a new one stands after all others. */
async function positionOf(database: Database, id: number): Promise<number> {
  const [row] = await database
    .select({ position: productClasses.position })
    .from(productClasses)
    .where(eq(productClasses.id, id));
  if (row) return row.position;
  const [last] = await database.select({ position: max(productClasses.position) }).from(productClasses);
  return (last?.position ?? 0) + 1;
}

/** What the search documents of a class's products say of it. */
function searched(body: ContentBody) {
  const { title, parent, parameters = [] } = contentBodies.classes.draft.partial().parse(body);
  const plainParameters = parameters.map(({ filter: _filter, compare: _compare, ...parameter }) => parameter);
  return { title, parent, named: plainParameters };
}

async function writeClass(database: Database, id: number, body: ClassBody): Promise<void> {
  const { title: name, parent: parentId = null, summary = "", parameters } = body;
  const [before] = await database
    .select({ parentId: productClasses.parentId })
    .from(productClasses)
    .where(eq(productClasses.id, id));
  const was = await standingClass(database, id);
  const position = await positionOf(database, id);
  // The path follows from the parents, once the row is there.
  const row = { id, parentId, path: [id], position, name, summary, delistedAt: null };
  await upsertRows(database, productClasses, [row], ["id"]);
  await repathClasses(database);
  await database.delete(productParameters).where(eq(productParameters.classId, id));
  const rows = parameters.map((parameter, at) => ({ ...parameter, classId: id, position: at }));
  if (rows.length > 0) await database.insert(productParameters).values(rows);
  if (before && before.parentId !== parentId) await placeResources(database);
  if (isDeepStrictEqual(was && searched(was.body), searched(body))) return;
  const beneath = database
    .select({ id: productClasses.id })
    .from(productClasses)
    .where(sql`${id} = any(${productClasses.path})`);
  await database.update(products).set({ search: null }).where(inArray(products.classId, beneath));
}

export const classesKind: EditedKind = {
  together: true,

  rows: sql`select ${productClasses.id}::text as key, ${productClasses.name} as title, ${lastLoad} as changed_at,
    ${productClasses.delistedAt} is not null as delisted from ${productClasses}`,

  places: {
    rows: sql`select ${productClasses.id}::text as key, ${productClasses.id} as class_id from ${productClasses}`,
    field: "parent",
    areClasses: true,
  },

  newKey: (database) => nextNumber(database, "classes", productClasses),

  keyProblem: numberProblem,

  async standing(database, key) {
    const found = await standingClass(database, Number(key));
    if (!found) return null;
    return { ...found, html: [], changedAt: await lastLoadTime(database) };
  },

  choices: async (database, { parent }) => ({ parent: await classChoices(database, parent) }),

  products: () => [],

  missing: (database, body, key) => classProblems(database, body, key),

  documents: () => [],

  texts: () => [],

  async write(database, key, { body }) {
    const own = contentBodies.classes.whole.parse(body);
    const id = Number(key);
    const values = await changedValues(database, id, own);
    await writeClass(database, id, own);
    await writeValues(database, values);
  },

  needed: (database, key) => neededClass(database, Number(key)),

  async withdraw(database, key, now) {
    await database
      .update(productClasses)
      .set({ delistedAt: now })
      .where(eq(productClasses.id, Number(key)));
  },
};
