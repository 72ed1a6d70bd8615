import { productStates } from "contract/products/constants";
import type { SearchFacets } from "contract/search/catalogue";
import { type FacetedKind, type FacetName, facetsOf } from "contract/search/constants";
import { isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { productClasses, resourceLevels } from "../../database/schema";
import { keep } from "../../server/answers";

/** Filters of a catalogue search. */
export interface CatalogueFilters {
  classId?: number | undefined;
  levelId?: number | undefined;
  fileType?: string | undefined;
  year?: number | undefined;
  state?: string | undefined;
}

/** The facet values of a result. */
export interface FacetValues {
  /** Its classes with all classes above; `levelIds` likewise. */
  classIds: number[];
  levelIds: number[];
  fileType: string | null;
  year: number;
  state: string | null;
}

const valuesOf: Record<FacetName, (of: FacetValues) => (string | number | null)[]> = {
  classId: ({ classIds }) => classIds,
  levelId: ({ levelIds }) => levelIds,
  fileType: ({ fileType }) => [fileType],
  year: ({ year }) => [year],
  state: ({ state }) => [state],
};
const names = Object.keys(valuesOf) as FacetName[];

/** Whether a result matches the chosen filters. @param except a facet to ignore */
export const isAmong = (of: FacetValues, filters: CatalogueFilters, except?: FacetName): boolean =>
  names.every((name) => {
    const filter = filters[name];
    return name === except || filter === undefined || valuesOf[name](of).includes(filter);
  });

interface Node {
  id: number;
  name: string;
  path: number[];
  position: number;
}

/** The names of the class and level trees. They are small, and cached for some seconds. */
function trees(database: Database, now: Date): Promise<{ classes: Node[]; levels: Node[] }> {
  return keep({ database, now: () => now }, ["search trees"], { seconds: 10 }, async () => {
    const nodes = (table: typeof productClasses | typeof resourceLevels) =>
      database
        .select({ id: table.id, name: table.name, path: table.path, position: table.position })
        .from(table)
        .where(isNull(table.delistedAt))
        .orderBy(table.position);
    return { classes: await nodes(productClasses), levels: await nodes(resourceLevels) };
  });
}

/**
 * The facets for narrowing the results, in the operator's order or the newest first. Each facet lists the chosen values
 * and those of results that match the other facets.
 * @param whole whether `results` has all results; otherwise the facets have no counts
 */
export async function facetsFor(
  database: Database,
  now: Date,
  kind: FacetedKind,
  found: readonly FacetValues[],
  filters: CatalogueFilters,
  whole: boolean,
): Promise<SearchFacets> {
  const { classes, levels } = await trees(database, now);
  const facets: SearchFacets = { classId: [], levelId: [], fileType: [], year: [], state: [] };
  for (const name of facetsOf[kind]) {
    const totals = new Map<string, number>();
    for (const each of found)
      if (isAmong(each, filters, name))
        for (const value of valuesOf[name](each))
          if (value !== null) totals.set(String(value), (totals.get(String(value)) ?? 0) + 1);
    const chosen = filters[name];
    if (chosen !== undefined && !totals.has(String(chosen))) totals.set(String(chosen), 0);
    const choice = (value: string, text: string) => {
      const total = totals.get(value);
      return total === undefined ? [] : [{ value, name: text, total: whole ? total : null }];
    };
    const tree = (nodes: Node[]) =>
      nodes.flatMap((node) => choice(String(node.id), `${"　".repeat(node.path.length - 1)}${node.name}`));
    const values = [...totals.keys()];
    facets[name] =
      name === "classId"
        ? tree(classes)
        : name === "levelId"
          ? tree(levels)
          : name === "state"
            ? productStates.flatMap(({ code, name: text }) => choice(code, text))
            : name === "year"
              ? values
                  .sort((one, other) => Number(other) - Number(one))
                  .flatMap((year) => choice(year, `${year} 年`))
              : values.sort().flatMap((type) => choice(type, type.toUpperCase()));
  }
  return facets;
}
