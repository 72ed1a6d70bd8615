import { pageSize } from "contract/base/limits";
import type { TopicPage } from "contract/forum/shapes";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { favorites, topics } from "../../database/schema";
import { allSections } from "../sections/find-sections";
import { standing } from "./topic-pages";
import { topicRows } from "./topic-rows";

/**
 * One page of the topics that an account favourited, the latest first. @param text kept in titles alone, in
 * any case of letters.
 */
export async function favoritePage(
  database: Database,
  accountId: number,
  page: number,
  text = "",
): Promise<TopicPage> {
  const sections = await allSections(database);
  const named = text === "" ? undefined : sql`strpos(lower(${topics.title}), ${text.toLowerCase()}) > 0`;
  const conditions = and(eq(favorites.accountId, accountId), ...standing(sections), named);
  const joined = eq(topics.id, favorites.topicId);
  const [row] = await database
    .select({ total: count() })
    .from(favorites)
    .innerJoin(topics, joined)
    .where(conditions);
  const total = row?.total ?? 0;
  const { offset, ...place } = pageOf(total, page);
  const ids = await database
    .select({ id: topics.id })
    .from(favorites)
    .innerJoin(topics, joined)
    .where(conditions)
    .orderBy(sql`${favorites.createdAt} desc nulls last`, desc(topics.id))
    .limit(pageSize)
    .offset(offset);
  const rows = await topicRows(
    database,
    ids.map(({ id }) => id),
    sections,
  );
  return { topics: rows, ...place, total };
}
