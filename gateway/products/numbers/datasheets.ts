import { sql } from "drizzle-orm";
import {
  products,
  resourceLevels,
  resourceProducts,
  resources,
  resourceVersions,
} from "../../database/schema";
import { addressOf, isShown, signedMedia } from "../../files/storage/signed";
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
};

/** The newest datasheet of each of these products that has one, in one statement. */
export async function datasheetsOf(
  context: Pick<CallContext, "database" | "settings" | "now">,
  productIds: number[],
): Promise<Map<number, Datasheet>> {
  if (productIds.length === 0) return new Map();
  const { rows } = (await context.database.execute(sql`
    select newest.product_id as "productId", r.id, r.title, r.version, r.access, r.file_type as "fileType",
      v.id as file, v.file_name as "fileName", v.original_name as "originalName", v.url
    from ${products} p
      cross join lateral (
        select link.product_id, link.resource_id from ${resourceProducts} link
        where link.listed and link.product_id = p.id
          and link.level_id in (select l.id from ${resourceLevels} l where l.kind = 'datasheet')
        order by link.date desc nulls last, link.resource_id desc nulls last limit 1) as newest
      join ${resources} r on r.id = newest.resource_id
      join ${resourceVersions} v on v.resource_id = r.id and v.version = r.version
    where p.id in (${sql.join(
      productIds.map((id) => sql`${id}`),
      sql`, `,
    )})`)) as unknown as {
    rows: Row[];
  };
  const address = ({ access, fileType, fileName, file, url, originalName }: Row) => {
    if (access !== "open") return null;
    return isShown(fileType) && fileName !== null
      ? signedMedia(context.settings, fileName, context.now())
      : addressOf(context, { id: file, fileName, url, originalName });
  };
  return new Map(
    rows.map((row) => [
      row.productId,
      { id: row.id, title: row.title, version: row.version, url: address(row) },
    ]),
  );
}
