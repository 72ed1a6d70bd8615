import { and, eq } from "drizzle-orm";
import { posts, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { destroyTexts, destroyTitle } from "./destroy-texts";

/** The caller's own post in any state, with its topic. Throws POST_NOT_FOUND. */
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
 * Whether the caller deleted their own post (for floor 1: its topic). Throws POST_NOT_FOUND for other people's posts.
 */
export async function isDeletedByAuthor(context: CallContext, pid: number): Promise<boolean> {
  const { floor, post, topic } = await ownPost(context, pid);
  const { deletedAt, recycledById } = floor === 1 ? topic : post;
  return deletedAt !== null && recycledById === null;
}

/**
 * Destroys the text of a post that its author deleted: source, HTML, earlier versions, search document, and links to
 * attachments. The row stays, for the floor numbers and for the replies of others. @returns its topic
 */
export async function destroyOwn(context: CallContext, pid: number): Promise<number> {
  const { tid, floor } = await ownPost(context, pid);
  await transact(context.database, async (database) => {
    if (floor === 1) await destroyTitle(database, tid);
    const [mine] = await database
      .select({ recycledById: posts.recycledById })
      .from(posts)
      .where(eq(posts.id, pid));
    // An author cannot destroy a moderator's evidence.
    if (mine?.recycledById === null) await destroyTexts(database, [pid]);
  });
  return tid;
}
