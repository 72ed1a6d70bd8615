import { sql } from "drizzle-orm";
import { resourceLevels, resourceProducts, resources, resourceVersions } from "../../database/schema";
import { signedDownload, signedMedia } from "../../files/storage/signed";
import type { CallContext } from "../../server/context";

/** A product's datasheet where one is shown beside others: its page, and the file where everybody may read it. */
export interface Datasheet {
  id: number;
  title: string;
  version: string;
  url: string | null;
}

type Row = Datasheet & {
  productId: number;
  access: string;
  fileType: string;
  file: number;
  fileName: string | null;
  originalName: string;
  elsewhere: string | null;
};

/** The newest datasheet of each of these products that has one, in one statement. */
export async function datasheetsOf(
  context: Pick<CallContext, "database" | "settings" | "now">,
  productIds: number[],
): Promise<Map<number, Datasheet>> {
  if (productIds.length === 0) return new Map();
  const { rows } = (await context.database.execute(sql`
    select distinct on (link.product_id) link.product_id as "productId", r.id, r.title, r.version, r.access,
      r.file_type as "fileType", v.id as file, v.file_name as "fileName", v.original_name as "originalName",
      v.url as elsewhere
    from ${resourceProducts} link
      join ${resourceLevels} l on l.id = link.level_id and l.kind = 'datasheet'
      join ${resources} r on r.id = link.resource_id
      join ${resourceVersions} v on v.resource_id = r.id and v.version = r.version
    where link.listed and link.product_id in (${sql.join(
      productIds.map((id) => sql`${id}`),
      sql`, `,
    )})
    order by link.product_id, link.date desc nulls last, link.resource_id desc`)) as unknown as {
    rows: Row[];
  };
  const address = ({ access, fileType, fileName, file, elsewhere, originalName }: Row) => {
    if (access !== "open") return null;
    if (fileName === null) return elsewhere;
    return fileType === "pdf"
      ? signedMedia(context.settings, fileName, context.now())
      : signedDownload(context.settings, { id: file, originalName }, context.now());
  };
  return new Map(
    rows.map((row) => [
      row.productId,
      { id: row.id, title: row.title, version: row.version, url: address(row) },
    ]),
  );
}
