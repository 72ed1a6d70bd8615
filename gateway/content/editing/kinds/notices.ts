import { plainText } from "contract/base/plain-text";
import { contentBodies, noticeNumber } from "contract/content/kinds/bodies";
import { noticeKinds } from "contract/products/constants";
import { asc, eq, sql } from "drizzle-orm";
import { noticeProducts, productNotices } from "../../../database/schema";
import { type NoticeItem, writeNotices } from "../../load/catalogue/notices";
import type { EditedKind } from "./kind";
import { listedProducts, missingProducts, placedSource, textsIn } from "./references";

const nothing = { write: [], delist: [] as string[], changes: { added: 0, changed: 0, delisted: 0 } };
const noTexts = { of: async () => ({ html: [] }) };

export const noticesKind: EditedKind = {
  rows: sql`select ${productNotices.number} as key, ${productNotices.title} as title,
    ${productNotices.updatedAt} as changed_at, ${productNotices.delistedAt} is not null as delisted from ${productNotices}`,

  newKey: null,

  keyProblem: (key) => {
    const checked = noticeNumber.safeParse(key);
    return checked.success ? null : (checked.error.issues[0]?.message ?? "编号有误");
  },

  async standing(database, key) {
    const [row] = await database.select().from(productNotices).where(eq(productNotices.number, key));
    if (!row) return null;
    const about = await database
      .select({ id: noticeProducts.productId })
      .from(noticeProducts)
      .where(eq(noticeProducts.noticeNumber, key))
      .orderBy(asc(noticeProducts.productId));
    const { title, kind, date, effective, fileName, originalName, bytes } = row;
    const content = placedSource(row.source, row.html);
    // Loads before this release kept the HTML alone.
    const workaround =
      row.workaroundSource === null
        ? plainText(row.workaround)
        : placedSource(row.workaroundSource, row.workaround);
    return {
      body: {
        title,
        kind,
        date,
        content,
        workaround,
        ...(effective ? { effective } : {}),
        ...(fileName && originalName ? { file: { fileName, originalName, bytes: bytes ?? 0 } } : {}),
        products: about.map(({ id }) => id),
      },
      html: [row.html, row.workaround],
      fingerprint: row.fingerprint,
      delisted: row.delistedAt !== null,
      changedAt: row.updatedAt,
    };
  },

  choices: async () => ({ kind: noticeKinds.map(({ code, name }) => ({ value: code, name })) }),

  missing: (database, { products }) => missingProducts(database, products),

  products: listedProducts,

  documents: ({ file }) => (file === undefined ? [] : [{ at: "file", file }]),

  texts: textsIn("content", "workaround"),

  async write(database, key, { body, html, fingerprint }, now) {
    const { content, file = null, ...front } = contentBodies.notices.whole.parse(body);
    const item: NoticeItem = {
      key,
      front: { number: key, ...front },
      file,
      sources: [content, front.workaround],
      fingerprint,
    };
    // Followers of its products are told of it by the job that tells them of a pack's notices.
    await writeNotices(database, { ...nothing, write: [item] }, { of: async () => ({ html }) }, false, now);
  },

  withdraw: (database, key, now) => writeNotices(database, { ...nothing, delist: [key] }, noTexts, true, now),
};
