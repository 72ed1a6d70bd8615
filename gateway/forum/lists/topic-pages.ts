import { pageSize } from "contract/base/constants";
import type { ListOrder } from "contract/forum/constants";
import type { TopicPage } from "contract/forum/shapes";
import { and, count, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { topics } from "../../database/schema";
import { type Entitled, mayIn } from "../../server/rights";
import { isListed, type SectionRow } from "../sections/find-sections";
import { afterAnchor, anchorSpacing, orderColumns } from "./anchors";
import { topicRows } from "./topic-rows";

/** The orders that people choose, and the hot list's own. */
export type TopicOrder = ListOrder | "heat";

/** As the indexes have them: without `nulls last` PostgreSQL would sort instead of walking an index. */
const forwards = (order: TopicOrder): SQL =>
  sql`${orderColumns[order]} desc nulls last, ${topics.id} desc nulls last`;

/** The same read from its end. */
const backwards = (order: TopicOrder): SQL =>
  sql`${orderColumns[order]} nulls first, ${topics.id} nulls first`;

export const topicOrders: Record<TopicOrder, SQL> = {
  reply: forwards("reply"),
  new: forwards("new"),
  views: forwards("views"),
  heat: forwards("heat"),
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
 * What is true of every topic that everyone is shown unasked: it is listed, as the indexes have it, in a section that
 * is open and listed.
 */
export const standing = (sections: SectionRow[]): SQL[] => [
  sql`${topics.listed}`,
  ...outside(sections.filter((section) => !isListed(section))),
];

/** What is true of every topic in a section that is open: of what somebody wrote themselves. */
export const inOpenSections = (sections: SectionRow[]): SQL[] =>
  outside(sections.filter(({ closed }) => closed));

/** What is true of every topic in a section that they see: of what they keep. */
export const inSeenSections = (sections: SectionRow[], caller: Entitled): SQL[] =>
  outside(sections.filter((section) => section.closed || !mayIn(caller, section, "view")));

export async function countTopics(database: Database, conditions: SQL[]): Promise<number> {
  const [row] = await database
    .select({ total: count() })
    .from(topics)
    .where(and(...conditions));
  return row?.total ?? 0;
}

/** A stretch of a list: `count` is how many the conditions let through, to read from the nearer end. */
interface Stretch {
  conditions: SQL[];
  order: TopicOrder;
  offset: number;
  limit: number;
  count: number;
}

/**
 * The ids of a stretch of the list, read off an index alone: from the nearer end, or from an anchor where
 * both are far.
 */
async function listedIds(database: Database, stretch: Stretch): Promise<number[]> {
  const { conditions, order, offset, limit, count: all } = stretch;
  if (limit <= 0) return [];
  const read = (sorted: SQL, from: number, most: number, more: SQL[] = []) =>
    database
      .select({ id: topics.id })
      .from(topics)
      .where(and(...conditions, ...more))
      .orderBy(sorted)
      .limit(most)
      .offset(from);
  const wanted = Math.min(limit, Math.max(0, all - offset));
  const behind = all - offset - wanted;
  if (offset > behind && behind < anchorSpacing)
    return (await read(backwards(order), behind, wanted)).map(({ id }) => id).reverse();
  const spare = offset % anchorSpacing;
  const after =
    offset < anchorSpacing ? null : await afterAnchor(database, { conditions, order }, offset - spare);
  const rows = after
    ? await read(topicOrders[order], spare, limit, [after])
    : await read(topicOrders[order], offset, limit);
  return rows.map(({ id }) => id);
}

export interface ListedTopics {
  /** The sections that the topics can be in: a list names each row's. */
  sections: { id: number; name: string }[];
  conditions: SQL[];
  order: TopicOrder;
  page: number;
  /** How many topics meet the conditions: a kept counter where there is one. */
  total: number;
  /** How many there are when the list ends before them. */
  all?: number;
  /** Lifted to the head of the list, in this order, and not shown again in their place. */
  lifted?: number[];
}

/** One page of a list: the lifted topics, then the others in order, as if it were one list. */
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

/** A section with more pinned topics than this has them in their place. */
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
