import { htmlBytesMax, pageTextsBytesMax } from "contract/base/constants";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import { asTyped } from "../../text/as-typed";

/**
 * HTML up to this size is selected with its row. A second query reads the few longer texts that fit on the page.
 */
const inlineMaximum = 32 * 1024;
const bytes = sql<number>`octet_length(${posts.html})`;

/** The columns of a text: its size, and its HTML when it is short. */
export const textColumns = {
  html: sql<string | null>`case when ${bytes} <= ${inlineMaximum} then ${posts.html} end`,
  bytes,
};

interface SizedText {
  id: number;
  html: string | null;
  bytes: number;
}

/** The columns that replace a text that is too long for any page, because it is older than the limit. */
const boundedHtml = {
  id: posts.id,
  html: sql<string | null>`case when ${bytes} <= ${htmlBytesMax} then ${posts.html} end`,
  source: sql<string>`case when ${bytes} <= ${htmlBytesMax} then '' else ${posts.source} end`,
};

/**
 * The HTML of the page's texts, by the post's id; null for a text that does not fit after the previous ones. Each text
 * fits on the page of its own permalink, where it comes first. Costs one query, or none when all texts are short.
 */
export async function pageTexts(
  database: Database,
  sizedTexts: SizedText[],
): Promise<Map<number, string | null>> {
  const texts = new Map<number, string | null>();
  const long: number[] = [];
  let remaining = pageTextsBytesMax;
  for (const { id, html, bytes: stored } of sizedTexts) {
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
