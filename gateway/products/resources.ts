import type { CallResponse } from "contract";
import type { ResourceKind } from "contract/resources/choices";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  products,
  resourceCounts,
  resourceLevels,
  resourceProducts,
  resources,
  resourceVersions,
} from "../database/schema";
import { signedDownload, signedMedia } from "../files/signed";
import { checkDisclaimer } from "../privacy/consents";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";

type Listed = CallResponse<"productResources">["resources"][number];

/** Resources of a product that are looked at, the newest; and of each kind, those that its page names. */
const looked = 120;
const namedOfKind = 6;

/** A file that the browser shows by itself. */
const isShown = (fileType: string) => fileType === "pdf";

type Context = Pick<CallContext, "database" | "settings" | "now">;

/** Where a version's file is had; the operator's own address, where it lies there. */
function addressOf(
  { settings, now }: Context,
  version: Pick<typeof resourceVersions.$inferSelect, "id" | "fileName" | "url" | "originalName">,
): string {
  return version.fileName === null ? (version.url ?? "") : signedDownload(settings, version, now());
}

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
      ...{ pk_rm_resource, title, summary, version, date, bytes, fileType, access },
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
    .limit(looked);
  const seen = new Map<ResourceKind, number>();
  const named = rows.filter(({ kind }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return (seen.get(kind) ?? 0) <= namedOfKind;
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
    .where(inArray(resources.id, [0, ...named.map((row) => row.pk_rm_resource)]));
  const all = named.flatMap(({ access: asks, ...row }): Listed[] => {
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
  const [counted] = await database
    .select({ total: resourceCounts.resources })
    .from(resourceCounts)
    .where(
      and(eq(resourceCounts.scope, "product"), eq(resourceCounts.scopeId, id), eq(resourceCounts.levelId, 0)),
    );
  return {
    datasheet: all.find(({ kind }) => kind === "datasheet") ?? null,
    resources: all,
    total: counted?.total ?? rows.length,
  };
}

async function versionFile({ database }: Context, pk: number) {
  const [row] = await database
    .select({
      id: resourceVersions.id,
      fileName: resourceVersions.fileName,
      url: resourceVersions.url,
      originalName: resourceVersions.originalName,
      fileType: resourceVersions.fileType,
      state: resourceVersions.state,
      access: resources.access,
    })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .where(and(eq(resourceVersions.id, pk), isNull(resourceVersions.delistedAt)))
    .limit(1);
  const file = found(row, "FILE_NOT_FOUND");
  // What was withdrawn is not handed out any more, whoever asks.
  if (file.state === "withdrawn") throw new Refusal("FILE_NOT_FOUND");
  return file;
}

/** Where a file can be looked at; null for one that the browser does not show, or that not everybody may read. */
export async function previewUrl(context: Context, pk: number): Promise<string | null> {
  const { fileName, fileType, access } = await versionFile(context, pk);
  const isOpen = access === "open" && fileName !== null && isShown(fileType);
  return isOpen ? signedMedia(context.settings, fileName, context.now()) : null;
}

/** Where a file is downloaded from. Refused as the resource says: to visitors, to who has not accepted. */
export async function resourceUrl(context: CallContext, pk: number): Promise<string> {
  const file = await versionFile(context, pk);
  if (file.access !== "open") {
    const { account } = context.caller;
    if (!account) throw new Refusal("NOT_SIGNED_IN");
    if (file.access === "disclaimer") await checkDisclaimer(account, context);
  }
  return addressOf(context, file);
}
