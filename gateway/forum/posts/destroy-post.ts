import { and, eq, isNull } from "drizzle-orm";
import { postAttachments, posts, postVersions, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";

/** What stands in place of a destroyed topic's title: the row stays, for its floors. */
const destroyedTitle = "（已删除）";

/** The caller's own post in whatever state, with its topic's. Throws POST_NOT_FOUND. */
async function ownPost(context: CallContext, pid: number) {
  const [row] = await context.database
    .select({
      tid: posts.topicId,
      floor: posts.floor,
      post: { deletedAt: posts.deletedAt, recycledById: posts.recycledById },
      topic: { deletedAt: topics.deletedAt, recycledById: topics.recycledById },
    })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(and(eq(posts.id, pid), eq(posts.authorId, accountOf(context).id)))
    .limit(1);
  return found(row, "POST_NOT_FOUND");
}

/**
 * Whether the caller deleted this post of theirs; floor 1 goes with its topic. Throws POST_NOT_FOUND for what is not
 * theirs.
 */
export async function isDeletedByAuthor(context: CallContext, pid: number): Promise<boolean> {
  const { floor, post, topic } = await ownPost(context, pid);
  const { deletedAt, recycledById } = floor === 1 ? topic : post;
  return deletedAt !== null && recycledById === null;
}

/**
 * Destroys the text of a post that its author deleted: source, HTML, earlier versions, what it was found by, and its
 * hold on attachments. The row stays, for the floors' numbers and for the replies of others. @returns its topic
 */
export async function destroyOwn(context: CallContext, pid: number): Promise<number> {
  const { tid, floor } = await ownPost(context, pid);
  await transact(context.database, async (database) => {
    if (floor === 1)
      await database.update(topics).set({ title: destroyedTitle, search: null }).where(eq(topics.id, tid));
    await database
      .update(posts)
      .set({ source: "", html: "", search: null })
      // A moderator's evidence is not the author's to destroy.
      .where(and(eq(posts.id, pid), isNull(posts.recycledById)));
    await database.delete(postVersions).where(eq(postVersions.postId, pid));
    await database.delete(postAttachments).where(eq(postAttachments.postId, pid));
  });
  return tid;
}
