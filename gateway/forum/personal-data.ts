import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { outerColumn } from "../database/outer-column";
import {
  drafts,
  draftVersions,
  favorites,
  invitations,
  likes,
  postAttachments,
  posts,
  postVersions,
  readMarks,
  sections,
  topicReadings,
  topics,
} from "../database/schema";
import { unindexed } from "../search/index/index-rows";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";

/** A title that everyone may read; null for others. */
export const openTitle = sql<
  string | null
>`case when ${outerColumn(topics.listed)} and ${outerColumn(topics.sectionId)} in (select ${sections.id} from ${sections} where not ${sections.closed} and coalesce(${sections.rights} ->> 'view', 'everyone') = 'everyone') then ${outerColumn(topics.title)} end`;

const favoriteTopics = (database: Database, accountId: number) =>
  stretches((after) =>
    database
      .select({ id: topics.id, title: openTitle, since: favorites.createdAt })
      .from(favorites)
      .innerJoin(topics, eq(topics.id, favorites.topicId))
      .where(and(eq(favorites.accountId, accountId), gt(topics.id, after)))
      .orderBy(asc(topics.id))
      .limit(rowsAtOnce),
  );

/** Topics that the person read, follows or muted. */
const readings = (database: Database, accountId: number) => {
  return stretches((after) =>
    database
      .select({
        id: topics.id,
        title: openTitle,
        floor: topicReadings.floor,
        readAt: topicReadings.readAt,
        level: topicReadings.level,
      })
      .from(topicReadings)
      .innerJoin(topics, eq(topics.id, topicReadings.topicId))
      .where(and(eq(topicReadings.accountId, accountId), gt(topics.id, after)))
      .orderBy(asc(topics.id))
      .limit(rowsAtOnce),
  );
};

const likedPosts = (database: Database, accountId: number) =>
  stretches((after) =>
    database
      .select({ id: posts.id, tid: posts.topicId, title: openTitle, since: likes.createdAt })
      .from(likes)
      .innerJoin(posts, eq(posts.id, likes.postId))
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .where(and(eq(likes.accountId, accountId), gt(posts.id, after)))
      .orderBy(asc(posts.id))
      .limit(rowsAtOnce),
  );

async function* draftsWithVersions(database: Database, accountId: number) {
  const rows = await database
    .select()
    .from(drafts)
    .where(eq(drafts.accountId, accountId))
    .orderBy(asc(drafts.id));
  for (const { accountId: _owner, ...row } of rows) {
    const versions = await database
      .select()
      .from(draftVersions)
      .where(eq(draftVersions.draftId, row.id))
      .orderBy(desc(draftVersions.revision));
    yield {
      ...row,
      versions: versions.map(({ revision, title, content, fields, savedAt }) => ({
        revision,
        title,
        content,
        fields,
        savedAt,
      })),
    };
  }
}

/**
 * Erases the texts that the person wrote and deleted, because nobody needs them. The rows stay, for the floor numbers.
 */
async function eraseDeletedTexts(database: Database, id: number): Promise<void> {
  const byAuthor = <Table extends typeof posts | typeof topics>(table: Table) =>
    and(eq(table.authorId, id), isNotNull(table.deletedAt), isNull(table.recycledById));
  const ownPosts = database.select({ id: posts.id }).from(posts).where(byAuthor(posts));
  await database.delete(postAttachments).where(inArray(postAttachments.postId, ownPosts));
  await database
    .update(posts)
    .set({ source: "", html: "", ...unindexed })
    .where(byAuthor(posts));
  await database
    .update(topics)
    .set({ title: "（已删除）", ...unindexed })
    .where(byAuthor(topics));
  const own = database.select({ id: posts.id }).from(posts).where(eq(posts.authorId, id));
  await database.delete(postVersions).where(inArray(postVersions.postId, own));
}

export const forumPersonalData: PersonalData = {
  files: {
    "favorites.json": { about: "收藏的帖子", read: (database, { id }) => favoriteTopics(database, id) },
    "likes.json": { about: "点赞", read: (database, { id }) => likedPosts(database, id) },
    "readings.json": {
      about: "读过、关注和静音的帖子，各读到哪一楼",
      read: (database, { id }) => readings(database, id),
    },
    "drafts.json": {
      about: "草稿和它的历史版本",
      read: (database, { id }) => draftsWithVersions(database, id),
    },
  },
  async erase(database, { id }) {
    const ownDrafts = await database.delete(drafts).where(eq(drafts.accountId, id)).returning();
    const read = await database
      .delete(topicReadings)
      .where(eq(topicReadings.accountId, id))
      .returning({ id: topicReadings.topicId });
    await database.delete(readMarks).where(eq(readMarks.accountId, id));
    const invited = or(eq(invitations.inviterId, id), eq(invitations.inviteeId, id));
    const ownInvitations = await database.delete(invitations).where(invited).returning();
    await eraseDeletedTexts(database, id);
    return { drafts: ownDrafts.length, topicReadings: read.length, invitations: ownInvitations.length };
  },
};
