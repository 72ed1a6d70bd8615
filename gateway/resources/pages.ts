import type { CallResponse } from "contract";
import { and, eq } from "drizzle-orm";
import { fileTexts, resources, resourceVersions } from "../database/schema";
import { signedMedia } from "../files/storage/signed";
import { pagesInside } from "../search/documents/in-document";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { checkMay, isHandedOut } from "./download";

/**
 * The pages of a version's document that contain a text. Throws for callers who may not download it: they would read it
 * sentence by sentence. Throws RESOURCE_VERSION_NOT_FOUND also for a version without a document.
 */
export async function findPages(
  version: number,
  text: string,
  page: number,
  context: CallContext,
): Promise<CallResponse<"resourcePages">> {
  const { database, settings, now } = context;
  const [selected] = await database
    .select({ version: resourceVersions, access: resources.access, text: fileTexts })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .innerJoin(fileTexts, eq(fileTexts.fileName, resourceVersions.fileName))
    .where(and(eq(resourceVersions.id, version), isHandedOut));
  const row = found(selected, "RESOURCE_VERSION_NOT_FOUND");
  await checkMay(row.access, context.caller.account, context);
  const { fileName, originalName, resourceId } = row.version;
  return {
    pk_rm_resource: resourceId,
    version: row.version.version,
    state: row.text.state,
    address:
      row.access === "open" && fileName !== null
        ? signedMedia(settings, fileName, now(), originalName)
        : null,
    ...(await pagesInside(context, row.text.id, text, page)),
  };
}
