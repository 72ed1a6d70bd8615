import type { CallResponse } from "contract";
import { viewQuery } from "contract/base/wire";
import type { ResourceAccess } from "contract/resources/constants";
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { resources, resourceVersions } from "../database/schema";
import { transact } from "../database/transact";
import { countedAs, warmer } from "../files/serving/heat";
import { addressOf, isShown } from "../files/storage/signed";
import { checkDisclaimer } from "../privacy/consents";
import type { Account, CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";

/** Throws when the caller may not download a resource with this access. */
export async function checkMay(
  access: ResourceAccess,
  account: Account | null,
  context: Pick<CallContext, "database" | "now">,
): Promise<void> {
  if (access === "open") return;
  if (!account) throw new Refusal("NOT_SIGNED_IN");
  if (access === "disclaimer") await checkDisclaimer(account, context);
}

/** The condition for downloadable versions: not withdrawn and not delisted. */
export const isHandedOut = and(ne(resourceVersions.state, "withdrawn"), isNull(resourceVersions.delistedAt));

/** The download address of a version. Throws for callers without access, and for withdrawn versions. */
export async function downloadOf(
  version: number,
  context: CallContext,
): Promise<CallResponse<"resourceUrl">["result"]> {
  const [selected] = await context.database
    .select({ version: resourceVersions, access: resources.access })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .where(and(eq(resourceVersions.id, version), isHandedOut));
  const row = found(selected, "RESOURCE_VERSION_NOT_FOUND");
  await checkMay(row.access, context.caller.account, context);
  const { resourceId: pk_rm_resource, url: elsewhere, fileName, fileType } = row.version;
  const url = addressOf(context, row.version);
  const view = fileName !== null && isShown(fileType) ? `${url}&${viewQuery}=1` : null;
  return { pk_rm_resource, url, elsewhere: elsewhere !== null, view };
}

/**
 * Counts a download when the caller reports its start, once an hour for each caller. The portal counts its own files
 * when it sends the first byte, and does not count them here again.
 */
export async function increaseVolume(
  id: number,
  version: number | undefined,
  context: CallContext,
): Promise<{ downloads: number }> {
  const { database, limits } = context;
  const [resource] = await database
    .select({ downloads: resources.downloads })
    .from(resources)
    .where(eq(resources.id, id));
  const { downloads } = found(resource, "RESOURCE_NOT_FOUND");
  const [chosen] = await database
    .select({ id: resourceVersions.id })
    .from(resourceVersions)
    .where(
      and(
        eq(resourceVersions.resourceId, id),
        version === undefined ? undefined : eq(resourceVersions.id, version),
        isNull(resourceVersions.delistedAt),
      ),
    )
    .orderBy(asc(resourceVersions.position))
    .limit(1);
  const row = found(chosen, "RESOURCE_VERSION_NOT_FOUND");
  if (!(await limits.take("useCount", `resource ${row.id} ${countedAs(context)}`))) return { downloads };
  return transact(database, async (transaction) => {
    await transaction
      .update(resourceVersions)
      .set({ downloads: sql`${resourceVersions.downloads} + 1` })
      .where(eq(resourceVersions.id, row.id));
    const [counted] = await transaction
      .update(resources)
      .set({ downloads: sql`${resources.downloads} + 1`, heat: warmer(resources.heat, context.now()) })
      .where(eq(resources.id, id))
      .returning({ downloads: resources.downloads });
    return found(counted, "RESOURCE_NOT_FOUND");
  });
}
