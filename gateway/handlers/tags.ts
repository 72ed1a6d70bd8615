import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { follows, tags } from "../database/schema";
import { allSections } from "../queries/sections";
import { followedTagsOf, listTags, mapTags, peopleOfTag, relatedTags, tagOf } from "../queries/tag-rows";
import { followedTagPage, tagTopicPage } from "../queries/tag-topics";
import { transact } from "../queries/transact";
import { Refusal } from "../refusal";

const caller = (context: CallContext) => context.caller.account?.id;

async function moveFollowers(database: Database, ids: number[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(tags)
    .set({ followers: sql`${tags.followers} + ${by}` })
    .where(inArray(tags.id, ids));
}

/** Makes these the tags that an account follows; the tags' counters move with the rows that really changed. */
async function saveFollowedTags(context: CallContext, ids: number[]): Promise<void> {
  const { id: accountId } = accountOf(context);
  const wanted = [...new Set(ids)];
  const known = wanted.length > 0 ? await context.database.$count(tags, inArray(tags.id, wanted)) : 0;
  if (known !== wanted.length) throw new Refusal("TAG_NOT_FOUND");
  await transact(context.database, async (database) => {
    const mine = and(eq(follows.accountId, accountId), eq(follows.kind, "tag"));
    const left = await database
      .delete(follows)
      .where(wanted.length > 0 ? and(mine, notInArray(follows.targetId, wanted)) : mine)
      .returning({ id: follows.targetId });
    const rows = wanted.map((targetId) => ({ accountId, kind: "tag" as const, targetId, createdAt: context.now() }));
    const taken =
      rows.length > 0 ? await database.insert(follows).values(rows).onConflictDoNothing().returning({ id: follows.targetId }) : [];
    await moveFollowers(
      database,
      left.map(({ id }) => id),
      -1,
    );
    await moveFollowers(
      database,
      taken.map(({ id }) => id),
      1,
    );
  });
}

/** Tags: their list, their map, one tag with its topics, and what a person follows of them. */
export const tagHandlers = {
  forumTagList: (request, context) => listTags(context.database, request, caller(context)),

  async tagMap(_request, context) {
    return { groups: await mapTags(context.database, caller(context)) };
  },

  async tagDetail({ id }, context) {
    const { database } = context;
    const tag = await tagOf(database, id, caller(context));
    return { ...tag, related: await relatedTags(database, id), people: await peopleOfTag(database, id) };
  },

  async tagTopicList({ id, ...list }, { database }) {
    const tag = await tagOf(database, id);
    return tagTopicPage(database, tag, list, await allSections(database));
  },

  async followedTags(_request, context) {
    return { tags: await followedTagsOf(context.database, accountOf(context).id) };
  },

  async saveTagFollow({ ids }, context) {
    await saveFollowedTags(context, ids);
    return { tags: await followedTagsOf(context.database, accountOf(context).id) };
  },

  async followedTagPosts({ page }, context) {
    return followedTagPage(context.database, accountOf(context).id, page, await allSections(context.database));
  },
} satisfies Handlers<"forumTagList" | "tagMap" | "tagDetail" | "tagTopicList" | "followedTags" | "saveTagFollow" | "followedTagPosts">;
