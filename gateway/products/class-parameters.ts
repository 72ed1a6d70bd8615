import { asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { productClasses, productParameters } from "../database/schema";
import { found } from "../server/refusal";

export type ClassRow = typeof productClasses.$inferSelect;
export type ParameterRow = typeof productParameters.$inferSelect;

/** A class by its id, also one that was taken down. Throws CLASS_NOT_FOUND. */
export async function classOf(database: Database, id: number): Promise<ClassRow> {
  const [row] = await database.select().from(productClasses).where(eq(productClasses.id, id)).limit(1);
  return found(row, "CLASS_NOT_FOUND");
}

/** The classes from the first level down to this one, with their names. */
export async function wayTo(
  database: Database,
  { path }: Pick<ClassRow, "path">,
): Promise<{ id: number; name: string }[]> {
  const rows = await database
    .select({ id: productClasses.id, name: productClasses.name })
    .from(productClasses)
    .where(inArray(productClasses.id, path));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return path.flatMap((id) => byId.get(id) ?? []);
}

/** The parameters of products in a class: those of each class on its path, in the pack's order. */
export async function parametersOn(database: Database, path: number[]): Promise<ParameterRow[]> {
  const rows = await database
    .select()
    .from(productParameters)
    .where(inArray(productParameters.classId, path))
    .orderBy(asc(productParameters.position));
  const inOrder = path.flatMap((id) => rows.filter(({ classId }) => classId === id));
  // A load may bring a key that a class of the browser has too: as where values are read, the lower class's counts.
  return [...new Map(inOrder.map((parameter) => [parameter.key, parameter])).values()];
}
