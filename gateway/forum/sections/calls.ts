/** Sections, their classes and moderators. */

import type { sectionCalls } from "contract/forum/sections/calls";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, follows, moderators, sections } from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import { isFollowing } from "../../people/following";
import { accountOf, type HandlersOf } from "../../server/context";
import { sharedAnswer } from "../../server/shared-answers";
import { allSections, classesOf, openSection, sectionsById, toSectionBrief } from "./find-sections";

export const sectionHandlers = {
  async sectionList(_request, { database }) {
    const groups = new Map<string, ReturnType<typeof toSectionBrief>[]>();
    for (const section of await allSections(database)) {
      if (section.closed) continue;
      groups.set(section.groupName, [...(groups.get(section.groupName) ?? []), toSectionBrief(section)]);
    }
    return { groups: [...groups].map(([name, sections]) => ({ name, sections })) };
  },

  async sectionDetail({ fid }, context) {
    const { database, caller } = context;
    const detail = await sharedAnswer(context, ["sectionDetail", fid], () => readSection(database, fid));
    // Who follows it sees that it counts.
    const [present] = await database
      .select({ followers: sections.followers })
      .from(sections)
      .where(eq(sections.id, fid));
    const followed = caller.account
      ? await isFollowing(database, caller.account.id, { kind: "section", target: fid })
      : false;
    return { ...detail, followers: present?.followers ?? 0, followed };
  },

  async topicClasses({ fid }, { database }) {
    await openSection(database, fid);
    return { classes: await classesOf(database, fid) };
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
async function readSection(database: Database, fid: number) {
  const section = await openSection(database, fid);
  const people = await database
    .select(personColumns)
    .from(moderators)
    .innerJoin(accounts, eq(accounts.id, moderators.accountId))
    .where(eq(moderators.sectionId, fid))
    .orderBy(asc(accounts.id));
  return {
    ...toSectionBrief(section),
    group: section.groupName,
    rulesHtml: section.rulesHtml,
    moderators: people.map(toPerson),
    classes: await classesOf(database, fid),
  };
}
