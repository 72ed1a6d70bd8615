import type { CallResponse } from "contract";
import type { ResourceVersion } from "contract/resources/calls";
import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  fileTexts,
  products,
  resourceProducts,
  resources,
  resourceVersions,
  sections,
  tags,
} from "../database/schema";
import { signedDownload, signedMedia } from "../files/storage/signed";
import type { Services } from "../server/context";
import { found } from "../server/refusal";
import { levelPath, readLevels } from "./levels";
import { toResourceRow } from "./rows";
import { namedSupports } from "./support";

type Detail = CallResponse<"resourceDetail">;

/** The number of a resource's products that its page names. */
const productsMaximum = 60;

/** The host of an external address. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** The kind of preview: documents that browsers show, or archives with a stored list of entries. */
function previewOf({
  fileName,
  fileType,
  entries,
  state,
}: Pick<
  typeof resourceVersions.$inferSelect,
  "fileName" | "fileType" | "entries" | "state"
>): ResourceVersion["preview"] {
  if (state === "withdrawn") return null;
  if (entries.length > 0) return "archive";
  return fileName !== null && fileType === "pdf" ? "document" : null;
}

async function versionsOf(
  { database, settings, now }: Pick<Services, "database" | "settings" | "now">,
  { id, access }: Pick<typeof resources.$inferSelect, "id" | "access">,
): Promise<ResourceVersion[]> {
  const rows = await database
    .select({ ...getTableColumns(resourceVersions), text: fileTexts.state, pages: fileTexts.pages })
    .from(resourceVersions)
    .leftJoin(fileTexts, eq(fileTexts.fileName, resourceVersions.fileName))
    .where(and(eq(resourceVersions.resourceId, id), isNull(resourceVersions.delistedAt)))
    .orderBy(asc(resourceVersions.position));
  const supports = await namedSupports(
    database,
    rows.map((row) => row.supports),
  );
  const nothing = { products: [], tools: [], systems: [] };
  return rows.map((row, at) => ({
    previewAddress:
      access === "open" && row.fileName !== null && previewOf(row) === "document"
        ? signedMedia(settings, row.fileName, now(), row.originalName)
        : null,
    text: row.text === null || row.state === "withdrawn" ? null : { state: row.text, pages: row.pages ?? 0 },
    id: row.id,
    version: row.version,
    date: row.date,
    state: row.state,
    until: row.until,
    fileType: row.fileType,
    originalName: row.originalName,
    bytes: row.bytes,
    sha256: row.sha256,
    host: row.url === null ? null : hostOf(row.url),
    address:
      access === "open" && row.fileName !== null && row.state !== "withdrawn"
        ? signedDownload(settings, row, now())
        : null,
    preview: previewOf(row),
    supports: supports[at] ?? nothing,
    changesHtml: row.changesHtml,
    downloads: row.downloads,
  }));
}

/** The products of a resource, and the section for questions about it, from the first product with one. */
async function placesOf(database: Database, id: number): Promise<Pick<Detail, "products" | "ask">> {
  const rows = await database
    .select({
      id: products.id,
      name: products.name,
      summary: products.summary,
      fid: sections.id,
      tag: tags.name,
    })
    .from(resourceProducts)
    .innerJoin(products, eq(products.id, resourceProducts.productId))
    .leftJoin(sections, and(eq(sections.id, products.sectionId), eq(sections.listed, true)))
    .leftJoin(tags, eq(tags.id, products.tagId))
    .where(eq(resourceProducts.resourceId, id))
    .orderBy(asc(products.id))
    .limit(productsMaximum);
  const forumLink = rows.find(({ fid }) => fid !== null);
  return {
    products: rows.map(({ id: productId, name, summary }) => ({ id: productId, name, summary })),
    ask: forumLink?.fid ? { fid: forumLink.fid, tag: forumLink.tag ?? "" } : null,
  };
}

/** The data of a resource's page. Throws RESOURCE_NOT_FOUND. */
export async function resourceDetail(
  services: Pick<Services, "database" | "settings" | "now">,
  id: number,
): Promise<Detail> {
  const { database } = services;
  const levels = await readLevels(services);
  const [selected] = await database.select().from(resources).where(eq(resources.id, id)).limit(1);
  const row = found(selected, "RESOURCE_NOT_FOUND");
  const [successor] =
    row.replacedById === null
      ? []
      : await database
          .select({ id: resources.id, name: resources.title })
          .from(resources)
          .where(eq(resources.id, row.replacedById));
  const { levelId, language, access, version, date, bytes, fileType, downloads, delistedAt } = row;
  const head = { pk_rm_resource: id, title: row.title, summary: row.summary, levelId, language, access };
  return {
    ...toResourceRow({ ...head, version, date, bytes, fileType, downloads, delistedAt }, levels),
    licence: row.licence,
    html: row.html,
    collected: row.collected,
    levels: levelPath(levels, levelId),
    ...(await placesOf(database, id)),
    versions: await versionsOf(services, row),
    updatedAt: row.updatedAt.toISOString(),
    replacedBy: successor ?? null,
    preview: false,
  };
}
