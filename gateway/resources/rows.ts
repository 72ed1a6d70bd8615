import type { ResourceRow } from "contract/resources/shapes";
import { inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { resources } from "../database/schema";
import type { Level } from "./levels";

/** The columns of a resource in a list. */
export const resourceColumns = {
  pk_rm_resource: resources.id,
  title: resources.title,
  summary: resources.summary,
  levelId: resources.levelId,
  language: resources.language,
  access: resources.access,
  version: resources.version,
  date: resources.date,
  bytes: resources.bytes,
  fileType: resources.fileType,
  downloads: resources.downloads,
  delistedAt: resources.delistedAt,
};
type Selected = Omit<ResourceRow, "level" | "delisted"> & { levelId: number; delistedAt: Date | null };

export function toResourceRow(
  { levelId, delistedAt, ...row }: Selected,
  levels: Map<number, Level>,
): ResourceRow {
  const { name = "", kind = "docs" as const } = levels.get(levelId) ?? {};
  return { ...row, level: { id: levelId, name, kind }, delisted: delistedAt !== null };
}

/** Resources by their ids, in that order; missing ones are left out. */
export async function resourceRows(
  database: Database,
  ids: number[],
  levels: Map<number, Level>,
): Promise<ResourceRow[]> {
  if (ids.length === 0) return [];
  const rows = await database.select(resourceColumns).from(resources).where(inArray(resources.id, ids));
  const byId = new Map(rows.map((row) => [row.pk_rm_resource, toResourceRow(row, levels)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
