import type { CallResponse } from "contract";
import { asc, eq } from "drizzle-orm";
import { noticeProducts, productNotices, products } from "../database/schema";
import { signedMedia } from "../files/storage/signed";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { briefColumns } from "./info";

/** A notice with the products that it concerns; one that was taken down keeps its page. */
export async function productNotice(
  { database, settings, now }: CallContext,
  number: string,
): Promise<CallResponse<"productNotice">> {
  const [row] = await database
    .select()
    .from(productNotices)
    .where(eq(productNotices.number, number))
    .limit(1);
  const notice = found(row, "NOTICE_NOT_FOUND");
  const { kind, title, date, effective, html, workaround, fileName, originalName, bytes } = notice;
  const about = await database
    .select(briefColumns)
    .from(noticeProducts)
    .innerJoin(products, eq(products.id, noticeProducts.productId))
    .where(eq(noticeProducts.noticeNumber, number))
    .orderBy(asc(products.id));
  return {
    number,
    kind,
    title,
    date,
    effective,
    html,
    workaround,
    products: about,
    file:
      fileName === null || originalName === null
        ? null
        : {
            name: originalName,
            bytes: bytes ?? 0,
            url: signedMedia(settings, fileName, now(), originalName),
          },
    delisted: notice.delistedAt !== null,
    updatedAt: notice.updatedAt.toISOString(),
  };
}
