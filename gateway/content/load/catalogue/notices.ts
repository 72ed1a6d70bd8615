import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { noticeProducts, productNotices } from "../../../database/schema";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import type { NoticeFront } from "../../pack/schemas/products";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { fingerprintOfValue, type Plan, planOf } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { syncRows } from "../rows/sync-rows";

export interface NoticeItem extends TextItem {
  key: string;
  front: NoticeFront;
  file: { fileName: string; originalName: string; bytes: number } | null;
}

/** The notices of a pack as rows, without their rendered texts. */
export function noticeItems({ catalogue }: Pack, { binaries }: PackFolder, places: Places): NoticeItem[] {
  return catalogue.notices.map(({ front, source }) => {
    const binary = front.file === undefined ? undefined : binaries.get(front.file);
    const originalName = binary?.path.slice(binary.path.lastIndexOf("/") + 1) ?? "";
    const file = binary ? { fileName: places.nameOf(binary.path), originalName, bytes: binary.bytes } : null;
    const fingerprint = fingerprintOfValue([front, file, source]);
    return { key: front.number, front, file, sources: [source, front.workaround], fingerprint };
  });
}

export const planNotices = async (
  database: Database,
  items: NoticeItem[],
): Promise<Plan<string, NoticeItem>> =>
  planOf(
    await database
      .select({
        key: productNotices.number,
        fingerprint: productNotices.fingerprint,
        delistedAt: productNotices.delistedAt,
      })
      .from(productNotices),
    items,
  );

/** Writes notices and their links to products. @param isNotified whether followers are already notified, or need not be */
export async function writeNotices(
  database: Database,
  { write, delist }: Plan<string, NoticeItem>,
  texts: Texts,
  isNotified: boolean,
  now: Date,
): Promise<void> {
  const rows: (typeof productNotices.$inferInsert)[] = [];
  for (const item of write) {
    const { number, kind, title, date, effective = null } = item.front;
    const [html = "", workaround = ""] = (await texts.of(item)).html;
    rows.push({
      number,
      kind,
      title,
      date,
      effective,
      workaround,
      ...(item.file ?? { fileName: null, originalName: null, bytes: null }),
      source: item.sources[0] ?? "",
      html,
      search: null,
      fingerprint: item.fingerprint,
      delistedAt: null,
      updatedAt: now,
      createdAt: now,
      toldAt: isNotified ? now : null,
    });
  }
  await syncRows(database, productNotices, rows, { key: "number", now, delist, writtenOnce: ["toldAt"] });
  if (write.length === 0) return;
  const numbers = write.map(({ key }) => key);
  await database.delete(noticeProducts).where(inArray(noticeProducts.noticeNumber, numbers));
  const about = write.flatMap(({ key: noticeNumber, front }) =>
    front.products.map((productId) => ({ noticeNumber, productId, date: front.date })),
  );
  await inChunks(about, (slice) => database.insert(noticeProducts).values(slice).returning());
}
