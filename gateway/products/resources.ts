import type { CallResponse } from "contract";
import type { ResourceKind } from "contract/resources/constants";
import { and, eq, inArray, sql } from "drizzle-orm";
import {
  products,
  resourceCounts,
  resourceLevels,
  resourceProducts,
  resources,
  resourceVersions,
} from "../database/schema";
import { addressOf, isShown, signedMedia } from "../files/storage/signed";
import { isHandedOut } from "../resources/download";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";

type Listed = CallResponse<"productResources">["resources"][number];

/** How many of the newest resources of a product are read, and how many of each kind its page lists. */
const resourcesMax = 120;
const namedOfKind = 6;

type Context = Pick<CallContext, "database" | "settings" | "now">;

/** A product's datasheet and its newest resources of each kind. */
export async function productResources(
  context: Context,
  id: number,
): Promise<CallResponse<"productResources">> {
  const { database } = context;
  const [product] = await database.select({ id: products.id }).from(products).where(eq(products.id, id));
  found(product, "PRODUCT_NOT_FOUND");
  const { id: pk_rm_resource, title, summary, version, date, bytes, fileType, access } = resources;
  const rows = await database
    .select({
      pk_rm_resource,
      title,
      summary,
      version,
      date,
      bytes,
      fileType,
      access,
      kind: resourceLevels.kind,
      level: resourceLevels.name,
    })
    .from(resourceProducts)
    .innerJoin(resources, eq(resources.id, resourceProducts.resourceId))
    .innerJoin(resourceLevels, eq(resourceLevels.id, resourceProducts.levelId))
    .where(and(eq(resourceProducts.productId, id), resourceProducts.listed))
    .orderBy(
      sql`${resourceProducts.date} desc nulls last, ${resourceProducts.resourceId} desc nulls last, ${resourceProducts.levelId}`,
    )
    .limit(resourcesMax);
  const countByKind = new Map<ResourceKind, number>();
  const distinctRows = rows.filter(({ kind }) => {
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
    return (countByKind.get(kind) ?? 0) <= namedOfKind;
  });
  const versions = await database
    .select({
      id: resourceVersions.id,
      resourceId: resourceVersions.resourceId,
      fileName: resourceVersions.fileName,
      url: resourceVersions.url,
      originalName: resourceVersions.originalName,
    })
    .from(resourceVersions)
    .innerJoin(
      resources,
      and(eq(resources.id, resourceVersions.resourceId), eq(resources.version, resourceVersions.version)),
    )
    .where(inArray(resources.id, [0, ...distinctRows.map((row) => row.pk_rm_resource)]));
  const all = distinctRows.flatMap(({ access: asks, ...row }): Listed[] => {
    const file = versions.find(({ resourceId }) => resourceId === row.pk_rm_resource);
    if (!file) return [];
    const url =
      asks !== "open"
        ? null
        : isShown(row.fileType) && file.fileName !== null
          ? signedMedia(context.settings, file.fileName, context.now())
          : addressOf(context, file);
    return [{ ...row, pk_file: file.id, url }];
  });
  const [countRow] = await database
    .select({ total: resourceCounts.resources })
    .from(resourceCounts)
    .where(
      and(eq(resourceCounts.scope, "product"), eq(resourceCounts.scopeId, id), eq(resourceCounts.levelId, 0)),
    );
  return {
    datasheet: all.find(({ kind }) => kind === "datasheet") ?? null,
    resources: all,
    total: countRow?.total ?? rows.length,
  };
}

/** The address that displays a file; null for one that browsers cannot display, or that not everybody may read. */
export async function previewUrl(context: Context, pk: number): Promise<string | null> {
  const [row] = await context.database
    .select({
      fileName: resourceVersions.fileName,
      fileType: resourceVersions.fileType,
      access: resources.access,
    })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .where(and(eq(resourceVersions.id, pk), isHandedOut));
  const { fileName, fileType, access } = found(row, "FILE_NOT_FOUND");
  const isOpen = access === "open" && fileName !== null && isShown(fileType);
  return isOpen ? signedMedia(context.settings, fileName, context.now()) : null;
}
