import type { ContentBody } from "contract/content/kinds/bodies";
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
import { heldKeys } from "../rows/held";
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
    const originalName = front.originalName ?? binary?.path.slice(binary.path.lastIndexOf("/") + 1) ?? "";
    const file = binary ? { fileName: places.nameOf(binary.path), originalName, bytes: binary.bytes } : null;
    const fingerprint = fingerprintOfValue([front, file, source]);
    return { key: front.number, front, file, sources: [source, front.workaround], fingerprint };
  });
}

/** Compares the notices with the database. Those that were edited in the browser are not in the plan. */
export async function planNotices(
  database: Database,
  items: NoticeItem[],
): Promise<Plan<string, NoticeItem>> {
  const held = await heldKeys(database, "notices");
  const isFree = ({ key }: { key: string }) => !held.has(key);
  const { number: key, fingerprint, delistedAt } = productNotices;
  const stored = await database.select({ key, fingerprint, delistedAt }).from(productNotices);
  return planOf(stored.filter(isFree), items.filter(isFree));
}

/** A notice of a pack as the browser's editor has it. */
export const noticeBody =
  (places: Places) =>
  ({ front, file, sources: [source = "", workaround = ""] }: NoticeItem): ContentBody => ({
    title: front.title,
    kind: front.kind,
    date: front.date,
    ...(front.effective === undefined ? {} : { effective: front.effective }),
    content: places.placed(source),
    workaround: places.placed(workaround),
    ...(file ? { file } : {}),
    products: front.products,
  });

/** Writes notices and their links to products. @param isNotified whether followers are already notified, or need not be */
export async function writeNotices(
  database: Database,
  { write, delist }: Plan<string, NoticeItem>,
  texts: Pick<Texts, "of">,
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
      workaroundSource: item.front.workaround,
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
