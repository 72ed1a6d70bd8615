import { and, eq, isNull, sql } from "drizzle-orm";
import type { CallRequest } from "contract";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { countForAccount, countInSection } from "../queries/counters";
import { countOnTopic } from "../queries/heat";
import { forgetDraft } from "../queries/drafts";
import { checkUnedited } from "../queries/edits";
import { notify } from "../queries/notify";
import { pageOfFloor, type Placed, placedPost, submissionKey, submittedPost } from "../queries/placed";
import { publishable } from "../queries/publish";
import { linkAttachments } from "../queries/written-files";
import { lockListedTopic, type Post, type Topic, visiblePost } from "../queries/topics";
import { isUniqueViolation, transact } from "../queries/transact";
import { found, Refusal } from "../refusal";
import { indexReply } from "../search/index-rows";

/** What a reply answers: the post that was named, and the floor's post that the reply comes to stand beneath. */
interface Answered {
  named: Post;
  floorPost: Post;
}

async function answeredPost(database: Database, topic: Topic, pid: number): Promise<Answered> {
  const find = async (id: number) => {
    const [post] = await database
      .select()
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.topicId, topic.id)))
      .limit(1);
    return found(post, "POST_NOT_FOUND");
  };
  const named = await find(pid);
  if (!named.listed) throw new Refusal(named.deletedAt ? "POST_NOT_FOUND" : "CONTENT_NOT_LISTED");
  return { named, floorPost: named.parentId === null ? named : await find(named.parentId) };
}

/** The new reply's place: the next floor, or the next number beneath a floor. The topic is locked, so it is nobody else's. */
async function place(database: Database, topic: Topic, answered: Answered | null) {
  if (!answered) return { floor: topic.lastFloor + 1 };
  const { named, floorPost } = answered;
  const [counted] = await database
    .update(posts)
    .set({ depthTotal: sql`${posts.depthTotal} + 1` })
    .where(eq(posts.id, floorPost.id))
    .returning({ depthTotal: posts.depthTotal });
  return {
    parentId: floorPost.id,
    depthNumber: found(counted, "POST_NOT_FOUND").depthTotal,
    replyToId: named.id === floorPost.id ? null : named.authorId,
  };
}

async function writeReply(database: Database, request: CallRequest<"submitPost">, html: string, context: CallContext): Promise<Placed> {
  const authorId = accountOf(context).id;
  const topic = await lockListedTopic(database, context, request.tid);
  // Read under the lock, so that a higher floor is never older than a lower one.
  const now = context.now();
  if (topic.closed) throw new Refusal("TOPIC_CLOSED");
  const answered = request.parent === undefined ? null : await answeredPost(database, topic, request.parent);
  const placed = await place(database, topic, answered);
  const [inserted] = await database
    .insert(posts)
    .values({ ...placed, topicId: topic.id, authorId, source: request.content, html, submissionId: submissionKey(request), createdAt: now })
    .returning({ id: posts.id });
  const { id } = found(inserted, "POST_NOT_FOUND");
  await linkAttachments(database, { id, authorId, html });
  await indexReply(database, id);
  await database
    .update(topics)
    .set({ ...countOnTopic({ replies: 1 }), lastFloor: placed.floor ?? topic.lastFloor, lastReplyAt: now, lastReplierId: authorId })
    .where(eq(topics.id, topic.id));
  await countInSection(database, topic.sectionId, { posts: 1 });
  await countForAccount(database, authorId, { posts: 1 });
  const told = [topic.authorId, ...(answered ? [answered.floorPost.authorId, answered.named.authorId] : [])];
  await notify(database, told, { event: "reply", actorId: authorId, topicId: topic.id, postId: id, at: now });
  await forgetDraft(database, authorId, `reply:${topic.id}`);
  const floor = placed.floor ?? null;
  return { tid: topic.id, pid: id, floor, page: pageOfFloor(floor ?? answered?.floorPost.floor ?? 1) };
}

/** Replying, and changing one's reply. */
export const postWriteHandlers = {
  async submitPost(request, context) {
    const { id } = accountOf(context);
    const earlier = () => submittedPost(context.database, id, submissionKey(request));
    const first = await earlier();
    if (first) return first;
    await context.limits.spend("post", String(id));
    const html = await publishable(context.database, request.content);
    try {
      return await transact(context.database, (database) => writeReply(database, request, html, context));
    } catch (error) {
      // The same form came twice at once: the other one has been written by now.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editPost({ pid, content, baseEditedAt }, context) {
    const { post, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
    // A topic's own text is changed with its title, by editTopic.
    if (post.floor === 1) throw new Refusal("POST_NOT_FOUND");
    const html = await publishable(context.database, content);
    await transact(context.database, async (database) => {
      const [locked] = await database
        .select({ editedAt: posts.editedAt })
        .from(posts)
        .where(and(eq(posts.id, pid), isNull(posts.deletedAt)))
        .for("no key update");
      checkUnedited(found(locked, "POST_NOT_FOUND"), baseEditedAt);
      await database.update(posts).set({ source: content, html, editedAt: context.now() }).where(eq(posts.id, pid));
      await linkAttachments(database, { id: pid, authorId: post.authorId, html });
      await indexReply(database, pid);
      await forgetDraft(database, post.authorId, `post:${pid}`);
    });
    return placedPost(context.database, post);
  },
} satisfies Handlers<"submitPost" | "editPost">;
