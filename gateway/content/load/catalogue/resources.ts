import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  contentVersions,
  resourceLevels,
  resourceProducts,
  resources,
  resourceVersions,
} from "../../../database/schema";
import { entriesListed } from "../../../files/uploads/zip";
import type { BinaryFacts } from "../../pack/check/binaries";
import type { PackFolder } from "../../pack/pack-files";
import { nodesOf, treeRow } from "../../pack/parse/catalogue";
import type { Pack } from "../../pack/parse-pack";
import type { PackVersion, ResourceFront } from "../../pack/schemas/resources";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { fingerprintOfValue, type Plan } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { heldKeys } from "../rows/held";
import { syncRows, upsertRows } from "../rows/sync-rows";
import { planById } from "./plan-by-id";

type VersionRow = Omit<
  typeof resourceVersions.$inferInsert,
  "id" | "resourceId" | "changesHtml" | "toldAt" | "createdAt"
>;

export interface ResourceItem extends TextItem {
  key: number;
  front: ResourceFront;
  versions: VersionRow[];
}

/** The file ending in an address; empty without one. */
function fileTypeOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** How a file on another server is called. */
export function nameElsewhere(address: string) {
  const last = address.slice(address.lastIndexOf("/") + 1);
  return { originalName: last.replace(/[?#].*$/, "").slice(0, 100), fileType: fileTypeOf(address) };
}

function versionRow(
  { version, date, file, originalName, url, bytes, sha256, state, until, supports, changes }: PackVersion,
  { binaries }: PackFolder,
  { archives }: BinaryFacts,
  places: Places,
): Omit<VersionRow, "position"> {
  const binary = file === undefined ? undefined : binaries.get(file);
  const address = file ?? url ?? "";
  const last = address.slice(address.lastIndexOf("/") + 1);
  return {
    version,
    date,
    state,
    until: until ?? null,
    supports,
    changes,
    url: url ?? null,
    delistedAt: null,
    fileName: binary ? places.nameOf(binary.path) : null,
    ...(binary
      ? { originalName: originalName ?? last, fileType: fileTypeOf(address) }
      : nameElsewhere(address)),
    bytes: binary?.bytes ?? bytes ?? 0,
    sha256: binary?.sha256 ?? sha256 ?? "",
    entries: (binary ? (archives.get(binary.path) ?? []) : []).slice(0, entriesListed),
  };
}

/** The resources of a pack as rows, without their rendered texts. */
export function resourceItems(
  { catalogue }: Pack,
  folder: PackFolder,
  facts: BinaryFacts,
  places: Places,
): ResourceItem[] {
  return catalogue.resources.map(({ front, source }) => {
    const versions = front.versions
      .map((version) => versionRow(version, folder, facts, places))
      // Of two versions with the same date, the first in the file is the newer one.
      .sort((one, other) => other.date.localeCompare(one.date))
      .map((row, position) => ({ ...row, position }));
    return {
      key: front.id,
      front,
      versions,
      sources: [source, ...versions.map(({ changes }) => changes ?? "")],
      fingerprint: fingerprintOfValue([front, versions, source]),
    };
  });
}

/** Whether a pack brought resources before; those that were made in the browser are none of a pack. */
export async function hadResources(database: Database): Promise<boolean> {
  const { rows } = (await database.execute(sql`
    select 1 from ${resources} r where not exists (
      select from ${contentVersions} v
      where v.kind = 'resources' and v.key = r.id::text and v.version = 1 and v.origin <> 'pack')
    limit 1`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

/** Compares the resources with the database. Those that were edited in the browser are not in the plan. */
export const planResources = async (database: Database, items: ResourceItem[]) =>
  planById(database, resources, items, await heldKeys(database, "resources"));

/**
 * Writes the tree of levels. Levels that left the pack are delisted, except those in which resources of the browser
 * stand: without their level these would be in no list. @returns a notice for each of those
 */
export async function loadLevels(database: Database, { catalogue }: Pack, now: Date): Promise<string[]> {
  const placed = nodesOf(catalogue.levels?.value.levels ?? [], "levels");
  const rows = placed.map((entry, position) => ({
    ...treeRow(entry, position),
    kind: entry.path.map(({ kind }) => kind).findLast((kind) => kind !== undefined) ?? ("docs" as const),
  }));
  const before = await database
    .select({ id: resourceLevels.id })
    .from(resourceLevels)
    .where(isNull(resourceLevels.delistedAt));
  await syncRows(database, resourceLevels, rows, { key: "id", now });
  const { rows: kept } = (await database.execute(sql`
    update ${resourceLevels} set delisted_at = null where delisted_at is not null and id in (
      select unnest(l.path) from resource_levels l join resources r on r.level_id = l.id
      join content_pieces piece on piece.kind = 'resources' and piece.key = r.id::text
      where piece.held = 'browser' and r.delisted_at is null)
    returning id, name`)) as unknown as { rows: { id: number; name: string }[] };
  const were = new Set(before.map(({ id }) => id));
  return kept
    .filter(({ id }) => were.has(id))
    .map(({ name }) => `资源分类「${name}」内容包里没有了，站内的资源还在里面，先留着`);
}

/** The order of preference of versions: the lowest is the best. */
const ranks = { current: 0, beta: 1, deprecated: 2, withdrawn: 3 };

/** The version that lists show: the newest one in the best state. */
export const bestOf = ({ versions }: Pick<ResourceItem, "versions">): VersionRow | undefined =>
  [...versions].sort((one, other) => ranks[one.state] - ranks[other.state])[0];

/** Writes resources with their versions. @param isNotified whether followers are already notified, or need not be */
export async function writeResources(
  database: Database,
  { write, delist }: Plan<number, ResourceItem>,
  texts: Pick<Texts, "of">,
  isNotified: boolean,
  now: Date,
): Promise<void> {
  const rows: (typeof resources.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    const { id, title, summary = "", level: levelId, language, access, licence = "" } = item.front;
    const { version = "", date = "", bytes = 0, fileType = "" } = bestOf(item) ?? {};
    rows.push({
      id,
      levelId,
      title,
      summary,
      language,
      access,
      licence,
      version,
      date,
      bytes,
      fileType,
      search: null,
      source: item.sources[0] ?? "",
      html: html[0] ?? "",
      fingerprint: item.fingerprint,
      replacedById: null,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
    });
  }
  await syncRows(database, resources, rows, { key: "id", now, delist });
  if (write.length === 0) return;
  for (const { key, front } of write)
    if (front.replacedBy !== undefined)
      await database.update(resources).set({ replacedById: front.replacedBy }).where(eq(resources.id, key));
  await writeVersions(database, write, texts, isNotified, now);
}

/** Writes versions. They keep their rows, which count downloads; versions that left the pack are delisted. */
async function writeVersions(
  database: Database,
  write: ResourceItem[],
  texts: Pick<Texts, "of">,
  isNotified: boolean,
  now: Date,
) {
  const rows: (typeof resourceVersions.$inferInsert)[] = [];
  for (const item of write) {
    const { html } = await texts.of(item);
    for (const [index, version] of item.versions.entries())
      rows.push({
        ...version,
        resourceId: item.key,
        changesHtml: html[index + 1] ?? "",
        toldAt: isNotified ? now : null,
        createdAt: now,
      });
  }
  await upsertRows(database, resourceVersions, rows, ["resourceId", "version"], { writtenOnce: ["toldAt"] });
  for (let at = 0; at < write.length; at += 500) {
    const some = write.slice(at, at + 500);
    const pairs = JSON.stringify(
      some.flatMap(({ key, versions }) => versions.map(({ version }) => [key, version])),
    );
    const keys = some.map(({ key }) => key);
    await database
      .update(resourceVersions)
      .set({ delistedAt: now })
      .where(
        and(
          inArray(resourceVersions.resourceId, keys),
          isNull(resourceVersions.delistedAt),
          sql`(${resourceVersions.resourceId}, ${resourceVersions.version}) not in (select (value->>0)::int, value->>1 from json_array_elements(${pairs}::json))`,
        ),
      );
    await database.delete(resourceProducts).where(inArray(resourceProducts.resourceId, keys));
  }
  const products = write.flatMap((item) =>
    item.front.products.map((productId) => ({
      resourceId: item.key,
      productId,
      levelId: item.front.level,
      listed: true,
      date: bestOf(item)?.date ?? "",
    })),
  );
  await inChunks(products, (slice) => database.insert(resourceProducts).values(slice).returning());
}

/**
 * Rewrites the table that lists and totals of resources are read from. Call it when a load changed a class, a product,
 * a level or a resource.
 */
export async function placeResources(database: Database): Promise<void> {
  await database.execute(sql`update resource_products as placed set listed = false
    from resources r where r.id = placed.resource_id and r.delisted_at is not null and placed.listed`);
  await database.execute(sql`delete from resource_classes`);
  await database.execute(sql`insert into resource_classes (resource_id, class_id, level_id, date)
    select distinct x.resource_id, above.class_id, x.level_id, x.date
    from resource_products x join products p on p.id = x.product_id join product_classes c on c.id = p.class_id
    cross join lateral unnest(c.path) as above (class_id) where x.listed`);
  await database.execute(sql`delete from resource_counts`);
  const levels = sql`cross join lateral unnest(array_append(l.path, 0)) as above (level_id)`;
  await database.execute(sql`insert into resource_counts (scope, scope_id, level_id, resources)
    select 'all', 0, above.level_id, count(*) from resources r join resource_levels l on l.id = r.level_id ${levels}
      where r.delisted_at is null group by 3
    union all select 'class', x.class_id, above.level_id, count(*) from resource_classes x join resource_levels l on l.id = x.level_id ${levels}
      group by 2, 3
    union all select 'product', x.product_id, above.level_id, count(*) from resource_products x join resource_levels l on l.id = x.level_id ${levels}
      where x.listed group by 2, 3`);
}
