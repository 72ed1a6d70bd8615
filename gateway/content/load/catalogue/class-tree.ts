import { asc } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productClasses, productParameters } from "../../../database/schema";

/** The most levels of classes. */
export const levelsMost = 3;

export type TreeParameter = Omit<typeof productParameters.$inferSelect, "classId" | "position">;

export interface TreeClass {
  id: number;
  name: string;
  parentId: number | null;
  isListed: boolean;
  parameters: TreeParameter[];
}

/** The classes of products by their ids, as they stand or as they would stand after a change. */
export type ClassTree = ReadonlyMap<number, TreeClass>;

/** The tree that stands, with the classes that were taken down. */
export async function classTree(database: Database): Promise<Map<number, TreeClass>> {
  const classes = await database.select().from(productClasses).orderBy(asc(productClasses.position));
  const parameters = await database.select().from(productParameters).orderBy(asc(productParameters.position));
  return new Map(
    classes.map(({ id, name, parentId, delistedAt }) => [
      id,
      {
        id,
        name,
        parentId,
        isListed: delistedAt === null,
        parameters: parameters.filter(({ classId }) => classId === id),
      },
    ]),
  );
}

/** The classes from the first level down to this one; null where the parents go round or end at no class. */
export function pathIn(tree: ClassTree, id: number): TreeClass[] | null {
  const path: TreeClass[] = [];
  for (let at: number | null = id; at !== null; ) {
    const node = tree.get(at);
    if (!node || path.includes(node)) return null;
    path.unshift(node);
    at = node.parentId;
  }
  return path;
}

/** A class and those beneath it, each with its path. */
export const placesBeneath = (tree: ClassTree, id: number): TreeClass[][] =>
  [...tree.keys()].flatMap((each) => {
    const path = pathIn(tree, each);
    return path?.some((step) => step.id === id) ? [path] : [];
  });

/** The parameters of products in a class by their keys: its own and those of the classes above it. */
export const parametersIn = (tree: ClassTree, id: number): Map<string, TreeParameter> =>
  new Map(
    (pathIn(tree, id) ?? []).flatMap(({ parameters }) => parameters.map((one) => [one.key, one] as const)),
  );
