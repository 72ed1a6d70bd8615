import { shortKeep } from "contract/base/keep-for";
import type { LevelNode } from "contract/resources/calls";
import type { ResourceKind } from "contract/resources/constants";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { resourceCounts, resourceLevels } from "../database/schema";
import { keep } from "../server/answers";
import type { Services } from "../server/context";
import { found } from "../server/refusal";

export interface Level {
  id: number;
  name: string;
  summary: string;
  kind: ResourceKind;
  /** The ids from the first level down to its own. */
  path: number[];
  /** Whether it is in the tree, because it is not delisted. */
  listed: boolean;
}

/** All levels by id, in the order of the tree. They are a few dozen, and cached for some seconds. */
export function readLevels(services: Pick<Services, "database" | "now">): Promise<Map<number, Level>> {
  return keep(services, ["resource levels"], shortKeep, async () => {
    const rows = await services.database
      .select()
      .from(resourceLevels)
      .orderBy(asc(resourceLevels.position), asc(resourceLevels.id));
    return new Map(
      rows.map(({ id, name, summary, kind, path, delistedAt }) => [
        id,
        { id, name, summary, kind, path, listed: delistedAt === null },
      ]),
    );
  });
}

/** The key of a stored count of resources. */
export type Scope = { scope: "all" } | { scope: "class" | "product"; id: number };

/** The numbers of resources at each level, including the levels below it. */
export async function countsOf(database: Database, scope: Scope): Promise<Map<number, number>> {
  const rows = await database
    .select({ levelId: resourceCounts.levelId, resources: resourceCounts.resources })
    .from(resourceCounts)
    .where(
      and(
        eq(resourceCounts.scope, scope.scope),
        eq(resourceCounts.scopeId, scope.scope === "all" ? 0 : scope.id),
      ),
    );
  return new Map(rows.map(({ levelId, resources }) => [levelId, resources]));
}

/** The listed levels at and below one level, or all levels, restricted to the given kinds. */
export function levelsWithin(
  levels: Map<number, Level>,
  levelId: number | undefined,
  kinds?: readonly ResourceKind[],
): Level[] {
  if (levelId !== undefined) found(levels.get(levelId), "RESOURCE_LEVEL_NOT_FOUND");
  return [...levels.values()].filter(
    ({ path, kind, listed }) =>
      listed && (levelId === undefined || path.includes(levelId)) && (!kinds || kinds.includes(kind)),
  );
}

/** The number of resources at these levels without the levels below, from the numbers of `countsOf`. */
export function ownCount(levels: Map<number, Level>, chosen: Level[], counts: Map<number, number>): number {
  const beneath = new Map<number, number>();
  for (const { id, path } of levels.values()) {
    const parent = path.at(-2);
    if (parent !== undefined) beneath.set(parent, (beneath.get(parent) ?? 0) + (counts.get(id) ?? 0));
  }
  return chosen.reduce((sum, { id }) => sum + (counts.get(id) ?? 0) - (beneath.get(id) ?? 0), 0);
}

/** The tree of levels with their numbers, restricted to branches with a level of these `kinds`. */
export function levelTree(
  levels: Map<number, Level>,
  counts: Map<number, number>,
  kinds?: readonly ResourceKind[],
): LevelNode[] {
  const levelsLeft = levelsWithin(levels, undefined, kinds);
  const branches = new Set(levelsLeft.flatMap(({ path }) => path));
  const nodesUnder = (parent: number | undefined): LevelNode[] =>
    [...levels.values()]
      .filter(({ id, path, listed }) => listed && path.at(-2) === parent && branches.has(id))
      .map(({ id, name, summary, kind, path }) => ({
        id,
        name,
        summary,
        kind,
        resources: counts.get(id) ?? 0,
        // The third level has no children; the schema omits the field there.
        ...(path.length < 3 ? { child: nodesUnder(id) } : {}),
      })) as LevelNode[];
  return nodesUnder(undefined);
}

/** The levels from the first down to one, by name. */
export const levelPath = (levels: Map<number, Level>, id: number): { id: number; name: string }[] =>
  (levels.get(id)?.path ?? []).flatMap((step) => {
    const level = levels.get(step);
    return level ? [{ id: level.id, name: level.name }] : [];
  });
