import { htmlBytesMax, pageTextsBytesMax } from "contract/base/constants";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import { asTyped } from "../../text/as-typed";

/**
 * Bytes of HTML up to which a text comes with its row; the few that are longer are read when it is known that
 * they fit.
 */
const inlineMaximum = 32 * 1024;
const bytes = sql<number>`octet_length(${posts.html})`;

/** What is selected of a text in place of its HTML: that alone where it is short, and its size. */
export const textColumns = {
  html: sql<string | null>`case when ${bytes} <= ${inlineMaximum} then ${posts.html} end`,
  bytes,
};

interface SizedText {
  id: number;
  html: string | null;
  bytes: number;
}

/** What a text that is over the bound by itself is shown as: it was stored before there was one. */
const boundedHtml = {
  id: posts.id,
  html: sql<string | null>`case when ${bytes} <= ${htmlBytesMax} then ${posts.html} end`,
  source: sql<string>`case when ${bytes} <= ${htmlBytesMax} then '' else ${posts.source} end`,
};

/**
 * The HTML of the texts that a page shows, by the post's id; null for those that do not fit on it with the
 * ones before them. Each fits on a page of its own, where it comes first. One query, and none where every
 * text is short.
 */
export async function pageTexts(database: Database, shown: SizedText[]): Promise<Map<number, string | null>> {
  const texts = new Map<number, string | null>();
  const long: number[] = [];
  let remaining = pageTextsBytesMax;
  for (const { id, html, bytes: stored } of shown) {
    if (texts.has(id)) continue;
    const size = Math.min(stored, htmlBytesMax);
    const fits = size <= remaining;
    if (fits) remaining -= size;
    if (fits && html === null) long.push(id);
    texts.set(id, fits ? html : null);
  }
  if (long.length === 0) return texts;
  const rows = await database.select(boundedHtml).from(posts).where(inArray(posts.id, long));
  for (const { id, html, source } of rows) texts.set(id, html ?? asTyped(source));
  return texts;
}
