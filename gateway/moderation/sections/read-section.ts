import type { ModeratedSection } from "contract/moderation/sections/calls";
import { and, asc, eq, sql } from "drizzle-orm";
import { outerColumn } from "../../database/outer-column";
import {
  accounts,
  moderators,
  recommendedTopics,
  topicClasses,
  topicCounts,
  topics,
} from "../../database/schema";
import { openSection } from "../../forum/sections/find-sections";
import { stateOf } from "../../forum/states/visibility";
import { personColumns, toPerson } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { stillStands } from "../../server/offices";
import { scopeOf } from "../scope";
import { lastVersion } from "./describe";

/** A section with everything that its moderators can change. Throws NOT_YOUR_SECTION and SECTION_NOT_FOUND. */
export async function readModeratedSection(context: CallContext, fid: number): Promise<ModeratedSection> {
  const { database } = context;
  await scopeOf(context, fid);
  const section = await openSection(database, fid);
  const { name, summary, rulesSource, rulesHtml, preReview, recycleBin, postingClosed, unlisted } = section;
  const people = await database
    .select({ person: personColumns, until: moderators.until })
    .from(moderators)
    .innerJoin(accounts, eq(accounts.id, moderators.accountId))
    .where(and(eq(moderators.sectionId, fid), stillStands(moderators.until, context.now())))
    .orderBy(asc(accounts.id));
  const topicCount = sql<number>`(select coalesce(sum(${topicCounts.topics}), 0)::int from ${topicCounts}
    where ${topicCounts.sectionId} = ${fid} and ${topicCounts.classId} = ${outerColumn(topicClasses.id)})`;
  const { id, position, closed } = topicClasses;
  const classes = await database
    .select({ id, name: topicClasses.name, position, closed, topics: topicCount })
    .from(topicClasses)
    .where(eq(topicClasses.sectionId, fid))
    .orderBy(asc(position), asc(id));
  const { deletedAt, recycledById, hiddenAt, review, title } = topics;
  const recommended = await database
    .select({
      tid: topics.id,
      title,
      position: recommendedTopics.position,
      until: recommendedTopics.until,
      stated: { deletedAt, recycledById, hiddenAt, review },
    })
    .from(recommendedTopics)
    .innerJoin(topics, eq(topics.id, recommendedTopics.topicId))
    .where(eq(recommendedTopics.sectionId, fid))
    .orderBy(asc(recommendedTopics.position), asc(topics.id));
  const now = context.now();
  return {
    fid,
    name,
    summary,
    rulesHtml,
    preReview,
    recycleBin,
    postingClosed,
    unlisted,
    classes,
    rules: rulesSource,
    version: await lastVersion(database, fid),
    moderators: people.map(({ person, until }) => ({
      ...toPerson(person),
      until: until?.toISOString() ?? "",
    })),
    recommended: recommended.map(({ until, stated, ...row }) => ({
      ...row,
      until: until?.toISOString() ?? null,
      over: until !== null && until <= now,
      state: stateOf(stated),
    })),
  };
}
