import { pageSize } from "contract/base/constants";
import type { TopicPage } from "contract/forum/shapes";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { favorites, topics } from "../../database/schema";
import type { Entitled } from "../../server/rights";
import { allSections } from "../sections/find-sections";
import { inSeenSections, standing } from "./topic-pages";
import { topicRows } from "./topic-rows";

/**
 * One page of an account's favourite topics that everybody may see, latest first.
 * @param text finds titles with it, in any letter case, for the account's owner: also in unlisted sections
 */
export async function favoritePage(
  database: Database,
  { accountId, page, text }: { accountId: number; page: number; text: string },
  caller: Entitled,
): Promise<TopicPage> {
  const sections = await allSections(database);
  const conditionList =
    text === "" ? standing(sections) : [sql`${topics.listed}`, ...inSeenSections(sections, caller)];
  const titleMatch = text === "" ? undefined : sql`strpos(lower(${topics.title}), ${text.toLowerCase()}) > 0`;
  const conditions = and(eq(favorites.accountId, accountId), ...conditionList, titleMatch);
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
