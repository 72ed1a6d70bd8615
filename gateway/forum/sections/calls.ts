/** Sections, their classes and moderators. */

import type { sectionCalls } from "contract/forum/sections/calls";
import { and, asc, desc, eq } from "drizzle-orm";
import { accounts, follows, moderators } from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import { isFollowing } from "../../people/following";
import { accountOf, type HandlersOf } from "../../server/context";
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

  async sectionDetail({ fid }, { database, caller }) {
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
      followers: section.followers,
      followed: caller.account
        ? await isFollowing(database, caller.account.id, { kind: "section", target: fid })
        : false,
    };
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
