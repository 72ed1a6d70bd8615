import { subtractTime } from "contract/base/time";
import { and, desc, eq, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sections, topicPointers, topics } from "../../database/schema";

/** The maximal number of topics of other sections above a list. */
const liftedMost = 5;
/** The days for which the old section still links to a moved topic. */
const pointerDays = 30;

const inListedSection = inArray(
  topics.sectionId,
  sql`(select ${sections.id} from ${sections} where ${sections.listed})`,
);

const newest = (database: Database, condition: SQL | undefined) =>
  database
    .select({ id: topics.id })
    .from(topics)
    .where(and(sql`${topics.listed}`, inListedSection, condition))
    .orderBy(desc(topics.activeAt), desc(topics.id))
    .limit(liftedMost);

/** Topics that are pinned for the whole site. */
export async function siteWide(database: Database): Promise<number[]> {
  return (await newest(database, sql`${topics.pinScope} = 'site'`)).map(({ id }) => id);
}

/**
 * Topics of other sections at the head of this one: pinned for the site or the section's group, and those that were
 * moved away with a link left behind.
 */
export async function fromElsewhere(
  database: Database,
  section: { id: number; groupName: string },
  now: Date,
): Promise<number[]> {
  const ofGroup = inArray(
    topics.sectionId,
    sql`(select ${sections.id} from ${sections} where ${sections.groupName} = ${section.groupName})`,
  );
  const wide = and(
    ne(topics.sectionId, section.id),
    sql`${topics.pinScope} in ('group', 'site')`,
    or(sql`${topics.pinScope} = 'site'`, ofGroup),
  );
  const pinned = await newest(database, wide);
  const moved = await database
    .select({ id: topics.id })
    .from(topicPointers)
    .innerJoin(topics, eq(topics.id, topicPointers.topicId))
    .where(
      and(
        eq(topicPointers.sectionId, section.id),
        gt(topicPointers.createdAt, subtractTime(now, pointerDays, "day")),
        sql`${topics.listed}`,
        inListedSection,
      ),
    )
    .orderBy(desc(topicPointers.createdAt))
    .limit(liftedMost);
  return [...new Set([...pinned, ...moved].map(({ id }) => id))];
}
