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
 * One page of the topics that an account favourited, the latest first, as everybody may be shown them. @param text of
 * those whose title has it, in any case of letters, as their keeper looks for them: in unlisted sections too
 */
export async function favoritePage(
  database: Database,
  { accountId, page, text }: { accountId: number; page: number; text: string },
  caller: Entitled,
): Promise<TopicPage> {
  const sections = await allSections(database);
  const shown =
    text === "" ? standing(sections) : [sql`${topics.listed}`, ...inSeenSections(sections, caller)];
  const titleMatch = text === "" ? undefined : sql`strpos(lower(${topics.title}), ${text.toLowerCase()}) > 0`;
  const conditions = and(eq(favorites.accountId, accountId), ...shown, titleMatch);
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
