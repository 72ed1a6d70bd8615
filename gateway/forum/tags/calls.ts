/** Tags, their topics, and following them (spec 7.2, Home and Search). */

import { tagSuggestions } from "contract/forum/constants";
import type { tagCalls } from "contract/forum/tags/calls";
import { gt, sql } from "drizzle-orm";
import { likeBeginning } from "../../database/like";
import { tags } from "../../database/schema";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { allSections } from "../sections/find-sections";
import { previewTag } from "./preview-tag";
import { saveFollowedTags } from "./save-followed-tags";
import { followedTagsOf, listTags, mapTags, peopleOfTag, relatedTags, tagOf } from "./tag-rows";
import { followedTagPage, tagTopicPage } from "./tag-topics";

const hotTagsLength = 20;

const caller = (context: CallContext) => context.caller.account?.id;

export const tagHandlers = {
  forumTagList: (request, context) => listTags(context.database, request, caller(context)),

  async tagMap(_request, context) {
    return { groups: await mapTags(context.database, caller(context)) };
  },

  async tagDetail({ id, preview }, context) {
    const { database } = context;
    if (preview !== undefined) return previewTag(database, id, preview);
    const tag = await tagOf(database, id, caller(context));
    return {
      ...tag,
      preview: false,
      related: await relatedTags(database, id),
      people: await peopleOfTag(database, id),
    };
  },

  async tagTopicList({ id, ...list }, { database }) {
    const tag = await tagOf(database, id);
    return tagTopicPage(database, tag, list, await allSections(database));
  },

  async hotTags(_request, { database }) {
    const rows = await database
      .select({ id: tags.id, name: tags.name, topics: tags.topics })
      .from(tags)
      .where(gt(tags.topics, 0))
      .orderBy(sql`${tags.topics} desc nulls last`, tags.id)
      .limit(hotTagsLength);
    return { tags: rows };
  },

  async suggestTags({ text }, context) {
    const begin = text.replace(/^#/, "").trim().toLowerCase();
    const matching = sql`lower(${tags.name}) like ${likeBeginning(begin)}`;
    const rows = await context.database
      .select({ id: tags.id, name: tags.name, topics: tags.topics })
      .from(tags)
      .where(begin === "" ? sql`${tags.topics} > 0` : matching)
      .orderBy(sql`${tags.topics} desc nulls last`, tags.id)
      .limit(tagSuggestions);
    return { tags: rows };
  },

  async followedTags(_request, context) {
    return { tags: await followedTagsOf(context.database, accountOf(context).id) };
  },

  async saveTagFollow({ ids }, context) {
    await saveFollowedTags(context, ids);
    return { tags: await followedTagsOf(context.database, accountOf(context).id) };
  },

  async followedTagPosts({ page }, context) {
    return followedTagPage(
      context.database,
      accountOf(context).id,
      page,
      await allSections(context.database),
    );
  },
} satisfies HandlersOf<typeof tagCalls>;
