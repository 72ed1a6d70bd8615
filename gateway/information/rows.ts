import type { NewsRow } from "contract/information/calls";
import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { news, newsCategories, type PackImage } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";

const columns = {
  id: news.id,
  title: news.title,
  summary: news.summary,
  categoryId: news.categoryId,
  category: newsCategories.name,
  date: news.date,
  cover: news.cover,
};

/** The condition for public news: its date has come, and it is not delisted. */
export const published = (now: Date): SQL => and(isNull(news.delistedAt), lte(news.date, now)) ?? sql`true`;

/** Selects news, the newest first; `soonest` reverses the order. */
export async function selectNews(
  database: Database,
  condition: SQL | undefined,
  { limit, offset = 0, soonest = false }: { limit: number; offset?: number; soonest?: boolean },
): Promise<NewsRow[]> {
  const order = soonest
    ? [sql`${news.date}`, sql`${news.id}`]
    : [sql`${news.date} desc nulls last`, sql`${news.id} desc nulls last`];
  const rows = await database
    .select(columns)
    .from(news)
    .innerJoin(newsCategories, eq(newsCategories.id, news.categoryId))
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return withCovers(database, rows);
}

type Selected = Omit<NewsRow, "category" | "date" | "cover"> & {
  categoryId: number;
  category: string;
  date: Date;
  cover: PackImage | null;
};

async function withCovers(database: Database, rows: Selected[]): Promise<NewsRow[]> {
  const covered = rows.filter(({ cover }) => cover !== null);
  const pictures = await picturesOf(
    database,
    covered.flatMap(({ cover }) => cover ?? []),
  );
  const covers = new Map(covered.map(({ id }, index) => [id, pictures[index]]));
  return rows.map(({ id, title, summary, categoryId, category, date }) => ({
    id,
    title,
    summary,
    category: { id: categoryId, name: category },
    date: date.toISOString(),
    cover: covers.get(id) ?? null,
  }));
}
