import { contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import type { BodyVersion, ResourceBody } from "contract/content/kinds/resource-body";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { files, resourceProducts, resources, resourceVersions } from "../../../database/schema";
import type { ArchiveEntry } from "../../../database/tables/site";
import { resourceBodyOf } from "../../load/catalogue/resource-body";
import {
  nameElsewhere,
  placeResources,
  type ResourceItem,
  writeResources,
} from "../../load/catalogue/resources";
import type { EditedKind } from "./kind";
import { listedProducts, nextNumber, numberProblem, placedSource } from "./references";
import { levelChoices, missingInResource } from "./resource-references";

const nothing = { write: [], delist: [] as number[], changes: { added: 0, changed: 0, delisted: 0 } };
/** Packs number resources by their levels, such as 2201063: a new one stands far above. Addresses have nine digits. */
const [firstOwn, lastOwn] = [900_000_000, 999_999_999] as const;
const noTexts = { of: async () => ({ html: [] }) };

type Facts = Map<string, { sha256: string; entries: ArchiveEntry[] }>;

/** The hashes and directories of stored files. Files that earlier releases stored have theirs with a version. */
async function factsOf(database: Database, names: string[]): Promise<Facts> {
  if (names.length === 0) return new Map();
  const stored = await database
    .select({ name: files.name, sha256: files.sha256, entries: files.entries })
    .from(files)
    .where(inArray(files.name, names));
  const before = await database
    .select({
      name: resourceVersions.fileName,
      sha256: resourceVersions.sha256,
      entries: resourceVersions.entries,
    })
    .from(resourceVersions)
    .where(inArray(resourceVersions.fileName, names));
  const earlier = new Map(before.map((row) => [row.name, row]));
  return new Map(
    stored.map(({ name, sha256, entries }) => [
      name,
      {
        sha256: sha256 ?? earlier.get(name)?.sha256 ?? "",
        entries: entries ?? earlier.get(name)?.entries ?? [],
      },
    ]),
  );
}

/** A version of a body as its row, without its position. */
function versionRowOf({ file, url, bytes, sha256, until, ...version }: BodyVersion, facts: Facts) {
  const { products, tools, systems, changes, version: number, date, state } = version;
  const stored = file && facts.get(file.fileName);
  return {
    version: number,
    date,
    state,
    until: until ?? null,
    supports: { products, tools, systems },
    changes,
    url: url ?? null,
    delistedAt: null,
    fileName: file?.fileName ?? null,
    ...(file
      ? { originalName: file.originalName, fileType: file.fileName.slice(file.fileName.lastIndexOf(".") + 1) }
      : nameElsewhere(url ?? "")),
    bytes: file?.bytes ?? bytes ?? 0,
    sha256: stored?.sha256 ?? sha256 ?? "",
    entries: stored?.entries ?? [],
  };
}

/**
 * The versions of a body as rows with the HTML of their changes, in the order of a load: the newest first, and of two
 * with the same date the one that stands first. @param html of the versions, as they stand in the body
 */
export async function versionsInOrder(database: Database, versions: BodyVersion[], html: string[]) {
  const facts = await factsOf(
    database,
    versions.flatMap(({ file }) => file?.fileName ?? []),
  );
  return versions
    .map((version, index) => ({ row: versionRowOf(version, facts), html: html[index] ?? "" }))
    .sort((one, other) => other.row.date.localeCompare(one.row.date))
    .map(({ row, html: text }, position) => ({ row: { ...row, position }, html: text }));
}

/** A body as the item that a pack's load writes. */
async function itemOf(
  database: Database,
  key: number,
  { content, versions, ...front }: ResourceBody,
  { html: [own = "", ...changes], fingerprint }: { html: string[]; fingerprint: string },
): Promise<{ item: ResourceItem; html: string[] }> {
  const placed = await versionsInOrder(database, versions, changes);
  const rows = placed.map(({ row }) => row);
  return {
    item: {
      key,
      front: { ...front, id: key, versions: [] },
      versions: rows,
      sources: [content, ...rows.map((row) => row.changes)],
      fingerprint,
    },
    html: [own, ...placed.map((one) => one.html)],
  };
}

export const resourcesKind: EditedKind = {
  rows: sql`select ${resources.id}::text as key, ${resources.title} as title, ${resources.updatedAt} as changed_at,
    ${resources.delistedAt} is not null as delisted from ${resources}`,

  newKey: (database) => nextNumber(database, "resources", resources, firstOwn, lastOwn),

  keyProblem: numberProblem,

  async standing(database, key) {
    const id = Number(key);
    const [row] = await database.select().from(resources).where(eq(resources.id, id));
    if (!row) return null;
    const about = await database
      .select({ id: resourceProducts.productId })
      .from(resourceProducts)
      .where(eq(resourceProducts.resourceId, id))
      .orderBy(asc(resourceProducts.productId));
    const versions = await database
      .select()
      .from(resourceVersions)
      .where(and(eq(resourceVersions.resourceId, id), isNull(resourceVersions.delistedAt)))
      .orderBy(asc(resourceVersions.position));
    const { title, summary, levelId, language, access, licence, replacedById } = row;
    return {
      body: resourceBodyOf({
        title,
        summary,
        levelId,
        language,
        access,
        licence,
        replacedById,
        products: about.map((product) => product.id),
        versions: versions.map((version) => ({
          ...version,
          changes: placedSource(version.changes, version.changesHtml),
        })),
        content: placedSource(row.source, row.html),
      }),
      html: [row.html, ...versions.map(({ changesHtml }) => changesHtml)],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: async (database, { level }) => ({ level: await levelChoices(database, level) }),

  products: listedProducts,

  missing: missingInResource,

  together: true,

  documents: ({ versions }) =>
    Array.isArray(versions)
      ? versions.flatMap(({ file }, index) =>
          file === undefined ? [] : [{ at: rowField("versions", index, "file"), file }],
        )
      : [],

  texts: ({ content, versions }) => [
    { at: "content", text: String(content ?? "") },
    ...(Array.isArray(versions)
      ? versions.map(({ changes }, index) => ({
          at: rowField("versions", index, "changes"),
          text: String(changes ?? ""),
        }))
      : []),
  ],

  async write(database, key, piece, now) {
    const own = contentBodies.resources.whole.parse(piece.body);
    const { item, html } = await itemOf(database, Number(key), own, piece);
    // Followers of its products are told of new versions by the job that tells them of a pack's.
    await writeResources(database, { ...nothing, write: [item] }, { of: async () => ({ html }) }, false, now);
    await placeResources(database);
  },

  async withdraw(database, key, now) {
    await writeResources(database, { ...nothing, delist: [Number(key)] }, noTexts, false, now);
    await placeResources(database);
  },
};
