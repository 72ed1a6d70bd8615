/** Sections, their classes and moderators. */

import { shortKeep } from "contract/base/keep-for";
import type { sectionCalls } from "contract/forum/sections/calls";
import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, follows, moderators, recommendedTopics, sections, topics } from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import { isFollowing } from "../../people/following";
import { keep } from "../../server/answers";
import { accountOf, type HandlersOf } from "../../server/context";
import { stillStands } from "../../server/offices";
import {
  allSections,
  classesOf,
  inGroups,
  isListed,
  openSection,
  sectionsById,
  toSectionBrief,
  visibleSection,
} from "./find-sections";

/** The number of recommended topics on a section's page. */
const recommendedMost = 10;

export const sectionHandlers = {
  async sectionList(_request, { database }) {
    const listed = (await allSections(database)).filter(isListed);
    const open = listed.filter(({ archivedAt }) => archivedAt === null);
    return {
      groups: inGroups(open).map(({ name, sections }) => ({ name, sections: sections.map(toSectionBrief) })),
      archived: listed.filter(({ archivedAt }) => archivedAt !== null).map(toSectionBrief),
    };
  },

  async sectionDetail({ fid }, context) {
    const { database, caller } = context;
    await visibleSection(context, fid);
    const detail = await keep(context, ["section", fid], shortKeep, () =>
      readSection(database, fid, context.now()),
    );
    // Followers come from the database and not from the cache, so that a new follower is counted at once.
    const [present] = await database
      .select({ followers: sections.followers })
      .from(sections)
      .where(eq(sections.id, fid));
    const followed = caller.account
      ? await isFollowing(database, caller.account.id, { kind: "section", target: fid })
      : false;
    return { ...detail, followers: present?.followers ?? 0, followed };
  },

  async topicClasses({ fid }, context) {
    const { questionTemplate } = await visibleSection(context, fid);
    return { classes: await classesOf(context.database, fid), template: questionTemplate };
  },

  async myForums(_request, context) {
    const followed = await context.database
      .select({ id: follows.targetId })
      .from(follows)
      .where(and(eq(follows.accountId, accountOf(context).id), eq(follows.kind, "section")))
      .orderBy(desc(follows.createdAt));
    const sections = await sectionsById(
      context.database,
      followed.map(({ id }) => id),
    );
    return { sections: sections.map(toSectionBrief) };
  },
} satisfies HandlersOf<typeof sectionCalls>;

/** A section as everybody sees it. Throws SECTION_NOT_FOUND. */
async function readSection(database: Database, fid: number, now: Date) {
  const section = await openSection(database, fid);
  const people = await database
    .select(personColumns)
    .from(moderators)
    .innerJoin(accounts, eq(accounts.id, moderators.accountId))
    .where(and(eq(moderators.sectionId, fid), stillStands(moderators.until, now)))
    .orderBy(asc(accounts.id));
  return {
    ...toSectionBrief(section),
    group: section.groupName,
    rulesHtml: section.rulesHtml,
    moderators: people.map(toPerson),
    recommended: await database
      .select({ tid: topics.id, title: topics.title })
      .from(recommendedTopics)
      .innerJoin(topics, eq(topics.id, recommendedTopics.topicId))
      .where(
        and(
          eq(recommendedTopics.sectionId, fid),
          eq(topics.sectionId, fid),
          sql`${topics.listed}`,
          or(isNull(recommendedTopics.until), gt(recommendedTopics.until, now)),
        ),
      )
      .orderBy(asc(recommendedTopics.position), desc(topics.id))
      .limit(recommendedMost),
    classes: await classesOf(database, fid),
  };
}
