import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  contentPieces,
  drafts,
  follows,
  postAttachments,
  posts,
  postVersions,
  reportCases,
  reports,
  reviewItems,
  tags,
  topics,
  topicTags,
} from "../../database/schema";
import { unindexed } from "../../search/index/index-rows";

/** The title of a destroyed topic: its row stays, for its floors. */
const destroyedTitle = "（已删除）";

/** Destroys a topic's title, the reason for ending its question, its tags, and its search document. */
export async function destroyTitle(database: Database, tid: number): Promise<void> {
  await database
    .update(topics)
    .set({ title: destroyedTitle, solvedReason: null, stateReason: null, ...unindexed })
    .where(eq(topics.id, tid));
  const deleted = await database
    .delete(topicTags)
    .where(eq(topicTags.topicId, tid))
    .returning({ id: topicTags.tagId });
  await forgetTags(
    database,
    deleted.map(({ id }) => id),
  );
}

/**
 * Deletes tags that nobody uses, follows, describes or edits, because they were the author's own text. A concurrent writer of
 * the same tag waits for this transaction.
 */
async function forgetTags(database: Database, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, ids))
    .orderBy(tags.id)
    .for("update");
  await database
    .delete(tags)
    .where(
      and(
        ...[inArray(tags.id, ids), eq(tags.summary, ""), eq(tags.groupName, "")],
        sql`not exists (select 1 from ${topicTags} where ${topicTags.tagId} = ${tags.id})`,
        sql`not exists (select 1 from ${follows} where ${follows.kind} = 'tag' and ${follows.targetId} = ${tags.id})`,
        sql`not exists (select 1 from ${contentPieces} where ${contentPieces.kind} = 'tags' and ${contentPieces.key} = ${tags.id}::text)`,
      ),
    );
}

/**
 * Destroys the texts of posts: source, HTML, earlier versions, drafts of edits, search documents, links to attachments,
 * entries in the recycle bin, and copies in reports, their notes and reviews. The rows stay, for the floor numbers and
 * for the replies of others.
 */
export async function destroyTexts(database: Database, pids: number[]): Promise<void> {
  if (pids.length === 0) return;
  const deleted = await database
    .update(posts)
    .set({ source: "", html: "", ...unindexed, stateReason: null, recycledById: null })
    .where(inArray(posts.id, pids))
    .returning({ id: posts.id, tid: posts.topicId, floor: posts.floor, authorId: posts.authorId });
  await database.delete(postVersions).where(inArray(postVersions.postId, pids));
  await database.delete(postAttachments).where(inArray(postAttachments.postId, pids));
  const edits = deleted.map(({ id, tid, floor }) => (floor === 1 ? `topic:${tid}` : `post:${id}`));
  const authors = [...new Set(deleted.map(({ authorId }) => authorId))];
  await database.delete(drafts).where(and(inArray(drafts.accountId, authors), inArray(drafts.target, edits)));
  await database.update(reviewItems).set({ words: [] }).where(inArray(reviewItems.postId, pids));
  await database.update(reports).set({ text: "" }).where(inArray(reports.postId, pids));
  await database
    .update(reportCases)
    .set({ title: "", source: "", html: "", notes: [] })
    .where(inArray(reportCases.postId, pids));
}
