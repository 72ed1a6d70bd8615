import type { CallRequest, CallResponse } from "contract";
import { dayOf } from "contract/base/time";
import { contentBodies } from "contract/content/kinds/bodies";
import { asc, eq, inArray } from "drizzle-orm";
import { previewedVersion } from "../content/previews/previewed-version";
import { noticeProducts, productNotices, products } from "../database/schema";
import { signedMedia } from "../files/storage/signed";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { briefColumns } from "./info";

/**
 * The newest version of a notice as its page will show it; fields that a draft lacks are empty. Throws NOTICE_NOT_FOUND
 * without the right secret.
 */
async function previewNotice(
  { database, settings, now }: CallContext,
  number: string,
  secret: string,
): Promise<CallResponse<"productNotice">> {
  const name = { kind: "notices", key: number } as const;
  const version = found(await previewedVersion(database, name, secret), "NOTICE_NOT_FOUND");
  const { changedAt, html: texts } = version;
  const draft = contentBodies.notices.draft.parse(version.body);
  const {
    title,
    kind = "errata",
    date = dayOf(changedAt),
    effective = null,
    file,
    products: ids = [],
  } = draft;
  const [html = "", workaround = ""] = texts;
  return {
    number,
    kind,
    title,
    date,
    effective,
    html,
    workaround,
    products: await database
      .select(briefColumns)
      .from(products)
      .where(inArray(products.id, ids))
      .orderBy(asc(products.id)),
    file: file
      ? {
          name: file.originalName,
          bytes: file.bytes,
          url: signedMedia(settings, file.fileName, now(), file.originalName),
        }
      : null,
    delisted: false,
    updatedAt: changedAt.toISOString(),
    preview: true,
  };
}

/** A notice with the products that it concerns; one that was taken down keeps its page. */
export async function productNotice(
  context: CallContext,
  { number, preview }: CallRequest<"productNotice">,
): Promise<CallResponse<"productNotice">> {
  if (preview !== undefined) return previewNotice(context, number, preview);
  const { database, settings, now } = context;
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
    preview: false,
  };
}
