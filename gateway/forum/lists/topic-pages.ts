import { pageSize } from "contract/base/constants";
import type { ListOrder } from "contract/forum/constants";
import type { TopicPage } from "contract/forum/shapes";
import { and, count, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { topics } from "../../database/schema";
import { idsAt, type SortedList, sorted } from "../../server/list-positions";
import { type Entitled, mayIn } from "../../server/rights";
import { isListed, type SectionRow } from "../sections/find-sections";
import { topicRows } from "./topic-rows";

/** The orders that people choose, and the hot list's own. */
export type TopicOrder = ListOrder | "heat";

/** The number of topics between two anchors of a list. */
const anchorSpacing = 1_000;

const orderColumns = {
  reply: topics.activeAt,
  new: topics.publishedAt,
  views: topics.views,
  heat: topics.heat,
} as const satisfies Record<TopicOrder, PgColumn>;

/** The topics that meet the conditions, in an order. */
const listOf = (order: TopicOrder, conditions: SQL[] = []): SortedList => ({
  from: sql`${topics}`,
  where: and(...conditions) ?? sql`true`,
  key: { column: sql`${orderColumns[order]}`, type: orderColumns[order].getSQLType() },
  id: sql`${topics.id}`,
  descending: true,
});

export const topicOrders: Record<TopicOrder, SQL> = {
  reply: sorted(listOf("reply")),
  new: sorted(listOf("new")),
  views: sorted(listOf("views")),
  heat: sorted(listOf("heat")),
};

const outside = (sections: SectionRow[]): SQL[] =>
  sections.length === 0
    ? []
    : [
        notInArray(
          topics.sectionId,
          sections.map(({ id }) => id),
        ),
      ];

/**
 * The condition for topics in lists for everybody: the topic is listed, as the indexes have it, and its section is
 * open and listed.
 */
export const standing = (sections: SectionRow[]): SQL[] => [
  sql`${topics.listed}`,
  ...outside(sections.filter((section) => !isListed(section))),
];

/** The condition for topics in open sections, in lists of one's own texts. */
export const inOpenSections = (sections: SectionRow[]): SQL[] =>
  outside(sections.filter(({ closed }) => closed));

/** The condition for topics in sections that the reader sees, in lists of what they collected. */
export const inSeenSections = (sections: SectionRow[], caller: Entitled): SQL[] =>
  outside(sections.filter((section) => section.closed || !mayIn(caller, section, "view")));

export async function countTopics(database: Database, conditions: SQL[]): Promise<number> {
  const [row] = await database
    .select({ total: count() })
    .from(topics)
    .where(and(...conditions));
  return row?.total ?? 0;
}

/**
 * A part of a list. `count` is the number of topics that meet the conditions; the query reads from the nearer end.
 */
interface Stretch {
  conditions: SQL[];
  order: TopicOrder;
  offset: number;
  limit: number;
  count: number;
}

const listedIds = async (
  database: Database,
  { conditions, order, ...stretch }: Stretch,
): Promise<number[]> =>
  stretch.limit <= 0 ? [] : idsAt(database, listOf(order, conditions), { spacing: anchorSpacing }, stretch);

export interface ListedTopics {
  /** The possible sections of the topics: a list names the section of each row. */
  sections: { id: number; name: string }[];
  conditions: SQL[];
  order: TopicOrder;
  page: number;
  /** The number of topics that meet the conditions: from a stored counter where there is one. */
  total: number;
  /** The number of all topics, where the list stops before the last of them. */
  all?: number;
  /** Topics at the head of the list, in this order; the list does not repeat them. */
  lifted?: number[];
}

/** One page of a list: the lifted topics first, then the others in order. */
export async function topicPage(
  database: Database,
  { sections, conditions, order, page, total, all, lifted = [] }: ListedTopics,
): Promise<TopicPage> {
  const window = pageOf(total, page);
  const head = lifted.slice(window.offset, window.offset + pageSize);
  const others = lifted.length > 0 ? [...conditions, notInArray(topics.id, lifted)] : conditions;
  const rest = await listedIds(database, {
    conditions: others,
    order,
    offset: Math.max(0, window.offset - lifted.length),
    limit: Math.min(pageSize, total - window.offset) - head.length,
    count: (all ?? total) - lifted.length,
  });
  return {
    topics: await topicRows(database, [...head, ...rest], sections),
    page: window.page,
    pages: window.pages,
    total,
  };
}

/** A section with more pinned topics than this lists them in their usual place. */
const pinnedMost = 200;

/** The pinned topics that meet the conditions, in the list's order. */
export function pinnedIds(database: Database, conditions: SQL[], order: TopicOrder): Promise<number[]> {
  return listedIds(database, {
    conditions: [...conditions, sql`${topics.pinned}`],
    order,
    offset: 0,
    limit: pinnedMost,
    count: pinnedMost,
  });
}
