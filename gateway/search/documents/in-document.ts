import type { MarkedText } from "contract/base/marked";
import { foundPagesSize } from "contract/resources/constants";
import { asc, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { fileTextPages } from "../../database/schema";
import type { Services } from "../../server/context";
import { matches } from "../candidates";
import { excerptAround, highlighter } from "../excerpt";
import { isSearchable, type Match, mayMatchInPart, readQuery } from "../query";
import { withinFiles } from "./show";

export interface PagesInside {
  found: { page: number; excerpt: MarkedText }[];
  page: number;
  pages: number;
  total: number;
  /** No page has every word; these have some of them. */
  partial: boolean;
}

/**
 * The pages of a file that contain the words of a text, in their order. Its mark restricts the index to them, so it costs
 * the same however many files there are.
 */
export async function pagesInside(
  { database, texts }: Pick<Services, "database" | "texts">,
  textId: number,
  text: string,
  page: number,
): Promise<PagesInside> {
  const query = await readQuery(texts, text);
  const nothing = { found: [], page: 1, pages: 1, total: 0, partial: false };
  if (!isSearchable(query)) return nothing;
  const find = highlighter(query);
  for (const match of (mayMatchInPart(query) ? ["every", "any"] : ["every"]) as Match[]) {
    const condition = matches(fileTextPages.search, withinFiles(query, match, [textId]));
    const [row] = await database
      .select({ total: sql<number>`count(*)::int` })
      .from(fileTextPages)
      .where(condition);
    const total = row?.total ?? 0;
    if (total === 0) continue;
    const { offset, ...place } = pageOf(total, page, foundPagesSize);
    const rows = await database
      .select({ page: fileTextPages.page, text: fileTextPages.text })
      .from(fileTextPages)
      .where(condition)
      .orderBy(asc(fileTextPages.page))
      .limit(foundPagesSize)
      .offset(offset);
    const found = rows.map((each) => ({ page: each.page, excerpt: excerptAround(each.text, find) }));
    return { found, ...place, total, partial: match === "any" };
  }
  return nothing;
}
