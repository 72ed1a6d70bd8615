import type { ContentParameter } from "contract/content/editing";
import { asc, inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productClasses, productParameters } from "../../../database/schema";
import type { Choice } from "./kind";

type Parameter = typeof productParameters.$inferSelect;

const allClasses = (database: Database) =>
  database.select().from(productClasses).orderBy(asc(productClasses.position));

/** The classes to choose from, each with the names of those above it. @param present one that a body has already */
export async function classChoices(database: Database, present: unknown): Promise<Choice[]> {
  const all = await allClasses(database);
  const rows = all.filter(({ id, delistedAt }) => delistedAt === null || id === present);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return rows.map(({ id, path, delistedAt }) => ({
    value: String(id),
    name: path.map((step) => names.get(step) ?? "").join(" / ") + (delistedAt ? "（已下架）" : ""),
  }));
}

/** The parameters of all classes, each once, with the classes whose products have it. */
export async function parametersOfClasses(database: Database): Promise<ContentParameter[]> {
  const classes = await allClasses(database);
  const depths = new Map(classes.map(({ id, path }) => [id, path.length]));
  const rows = await database.select().from(productParameters).orderBy(asc(productParameters.position));
  return rows
    .sort((one, other) => (depths.get(one.classId) ?? 0) - (depths.get(other.classId) ?? 0))
    .map(({ classId, key, name, unit, type, choices }) => ({
      classes: classes.filter(({ path }) => path.includes(classId)).map(({ id }) => id),
      key,
      name,
      unit,
      type,
      choices,
    }));
}

/** The parameters of a class: its own and those of the classes above it. */
export async function parametersOfClass(
  database: Database,
  classId: number,
): Promise<Map<string, Parameter>> {
  const [row] = await database
    .select({ path: productClasses.path })
    .from(productClasses)
    .where(inArray(productClasses.id, [classId]));
  const path = row?.path ?? [];
  const rows = await database
    .select()
    .from(productParameters)
    .where(inArray(productParameters.classId, path))
    .orderBy(asc(productParameters.position));
  const inOrder = path.flatMap((id) => rows.filter((parameter) => parameter.classId === id));
  return new Map(inOrder.map((parameter) => [parameter.key, parameter]));
}
