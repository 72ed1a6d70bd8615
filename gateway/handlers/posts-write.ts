import { and, eq, sql } from "drizzle-orm";
import type { CallRequest } from "contract";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { countReply } from "../queries/counters";
import { forgetDraft } from "../queries/drafts";
import { checkUnedited } from "../queries/edits";
import { pageOfFloor, type Placed, placedPost, submissionKey, submittedPost } from "../queries/placed";
import { type Publishable, publishable } from "../queries/publish";
import { askForReview, reviewAfterEdit } from "../queries/review";
import { changeState, presentPost } from "../queries/state";
import { tellOfPost } from "../queries/tell";
import { keepVersion } from "../queries/versions";
import { linkAttachments } from "../queries/written-files";
import { lockListedTopic, lockTopic, type Post, postFields, type Topic, visiblePost } from "../queries/topics";
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
      .select(postFields)
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

async function writeReply(
  database: Database,
  request: CallRequest<"submitPost">,
  text: Publishable,
  context: CallContext,
): Promise<Placed> {
  const authorId = accountOf(context).id;
  const topic = await lockListedTopic(database, context, request.tid);
  // Read under the lock, so that a higher floor is never older than a lower one.
  const now = context.now();
  if (topic.closed) throw new Refusal("TOPIC_CLOSED");
  const answered = request.parent === undefined ? null : await answeredPost(database, topic, request.parent);
  const placed = await place(database, topic, answered);
  const { source, html, reviewed } = text;
  const review = reviewed.length > 0 ? ("pending" as const) : ("approved" as const);
  const [inserted] = await database
    .insert(posts)
    .values({ ...placed, topicId: topic.id, authorId, source, html, review, submissionId: submissionKey(request), createdAt: now })
    .returning(postFields);
  const post = found(inserted, "POST_NOT_FOUND");
  await linkAttachments(database, post);
  await indexReply(database, post.id);
  const latest = post.listed ? { lastReplyAt: now, lastReplierId: authorId } : {};
  await database
    .update(topics)
    .set({ lastFloor: placed.floor ?? topic.lastFloor, ...latest })
    .where(eq(topics.id, topic.id));
  if (post.listed) {
    await countReply(database, topic, post, 1);
    await tellOfPost(database, topic, post, now, true);
  } else await askForReview(database, post.id, reviewed, now);
  await forgetDraft(database, authorId, `reply:${topic.id}`);
  return {
    tid: topic.id,
    pid: post.id,
    floor: post.floor,
    page: pageOfFloor(post.floor ?? answered?.floorPost.floor ?? 1),
    pending: !post.listed,
  };
}

/** Writes the changed text over the one before, which is kept; what then needs a moderator goes out of sight. */
async function changeReply(
  database: Database,
  { pid, baseEditedAt }: CallRequest<"editPost">,
  topicId: number,
  text: Publishable,
  at: Date,
): Promise<Post> {
  const topic = await lockTopic(database, topicId);
  const present = await presentPost(database, pid);
  if (present.deletedAt) throw new Refusal("POST_NOT_FOUND");
  checkUnedited(present, baseEditedAt);
  await forgetDraft(database, present.authorId, `post:${pid}`);
  const review = await reviewAfterEdit(database, present, text.reviewed, at);
  if (text.source === present.source && review === present.review) return present;
  await keepVersion(database, present, null);
  await database.update(posts).set({ source: text.source, html: text.html, editedAt: at }).where(eq(posts.id, present.id));
  await linkAttachments(database, { ...present, html: text.html });
  await indexReply(database, pid);
  const { post } = await changeState(database, topic, { ...present, html: text.html }, { review });
  if (topic.listed && post.listed) await tellOfPost(database, topic, post, at);
  return post;
}

/** Replying, and changing one's reply. */
export const postWriteHandlers = {
  async submitPost(request, context) {
    const { id } = accountOf(context);
    const earlier = () => submittedPost(context.database, id, submissionKey(request));
    const first = await earlier();
    if (first) return first;
    await context.limits.spend("post", String(id));
    const text = await publishable(context.database, request.content);
    try {
      return await transact(context.database, (database) => writeReply(database, request, text, context));
    } catch (error) {
      // The same form came twice at once: the other one has been written by now.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editPost(request, context) {
    const { pid, content } = request;
    const { post, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
    // A topic's own text is changed with its title, by editTopic.
    if (post.floor === 1) throw new Refusal("POST_NOT_FOUND");
    const text = await publishable(context.database, content);
    const changed = await transact(context.database, (database) => changeReply(database, request, post.topicId, text, context.now()));
    return placedPost(context.database, changed);
  },
} satisfies Handlers<"submitPost" | "editPost">;
