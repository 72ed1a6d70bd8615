import type { CallRequest } from "contract";
import { pageSize } from "contract/base/constants";
import type { TopicPage } from "contract/forum/shapes";
import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { follows, topics, topicTags } from "../../database/schema";
import { topicRows } from "../lists/topic-rows";
import { isListed, type SectionRow } from "../sections/find-sections";

const orders = {
  reply: sql`${topicTags.activeAt} desc nulls last, ${topicTags.topicId} desc nulls last`,
  new: sql`${topicTags.topicId} desc nulls last`,
};

/** A filtered list covers this many of the tag's latest topics, so that rare matches do not need a scan of all. */
const topicsMax = 5_000;

/** The sections whose topics lists of a tag leave out. */
const closedOf = (sections: SectionRow[]) =>
  sections.filter((section) => !isListed(section)).map(({ id }) => id);

/** The listed topics of a tag in open sections. The query joins the topics only where a section is closed. */
function tagged(
  database: Database,
  tagId: number,
  sections: SectionRow[],
  order: SQL,
  limit: number,
  offset: number,
) {
  const closed = closedOf(sections);
  const columns = {
    topicId: topicTags.topicId,
    activeAt: topicTags.activeAt,
    question: topicTags.question,
  };
  const conditions = [eq(topicTags.tagId, tagId), sql`${topicTags.listed}`];
  const rows =
    closed.length === 0
      ? database
          .select(columns)
          .from(topicTags)
          .where(and(...conditions))
      : database
          .select(columns)
          .from(topicTags)
          .innerJoin(topics, eq(topics.id, topicTags.topicId))
          .where(and(...conditions, notInArray(topics.sectionId, closed)));
  return rows.orderBy(order).limit(limit).offset(offset);
}

/**
 * One page of a tag's topics; an index of topic_tags serves pages of any depth.
 * @param tag the id and the counter of topics, which is the list's length without filters and closed sections
 */
export async function tagTopicPage(
  database: Database,
  tag: { id: number; topics: number },
  { order, only, page }: Omit<CallRequest<"tagTopicList">, "id">,
  sections: SectionRow[],
): Promise<TopicPage> {
  const filtered = only !== undefined || closedOf(sections).length > 0;
  if (!filtered) {
    const { offset, ...place } = pageOf(tag.topics, page);
    const ids = await tagged(database, tag.id, sections, orders[order], pageSize, offset);
    return { topics: await rowsOf(database, ids, sections), ...place, total: tag.topics };
  }
  const recent = tagged(database, tag.id, sections, orders[order], topicsMax, 0).as("recent");
  const question = only === "unsolved" ? "open" : only;
  const conditions = question === undefined ? undefined : eq(recent.question, question);
  const total = await database.$count(recent, conditions);
  const { offset, ...place } = pageOf(total, page);
  const newest = sql`${recent.topicId} desc`;
  const ids = await database
    .select({ topicId: recent.topicId })
    .from(recent)
    .where(conditions)
    .orderBy(...(order === "reply" ? [sql`${recent.activeAt} desc`, newest] : [newest]))
    .limit(pageSize)
    .offset(offset);
  return { topics: await rowsOf(database, ids, sections), ...place, total };
}

function rowsOf(database: Database, ids: { topicId: number }[], sections: SectionRow[]) {
  return topicRows(
    database,
    ids.map(({ topicId }) => topicId),
    sections,
  );
}

/** The list of followed tags' topics ends here, so that its cost does not grow with the forum. */
const longest = 200;

/** One page of the newest topics with any tag that the account follows. */
export async function followedTagPage(
  database: Database,
  accountId: number,
  page: number,
  sections: SectionRow[],
): Promise<TopicPage> {
  const closed = closedOf(sections);
  const open = closed.length === 0 ? sql`` : sql`and ${notInArray(topics.sectionId, closed)}`;
  const recent = sql`${follows} cross join lateral (
    select ${topicTags.topicId} as topic_id from ${topicTags}
    where ${topicTags.tagId} = ${follows.targetId} and ${topicTags.listed}
    order by ${topicTags.topicId} desc nulls last limit ${longest}
  ) as recent`;
  const rows = await database
    .selectDistinct({ id: topics.id })
    .from(recent)
    .innerJoin(topics, sql`${topics.id} = recent.topic_id`)
    .where(sql`${follows.accountId} = ${accountId} and ${follows.kind} = 'tag' and ${topics.listed} ${open}`)
    .orderBy(sql`${topics.id} desc`)
    .limit(longest);
  const { offset, ...place } = pageOf(rows.length, page);
  const ids = rows.slice(offset, offset + pageSize).map(({ id }) => id);
  return { topics: await topicRows(database, ids, sections), ...place, total: rows.length };
}
