import type { CallRequest } from "contract";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { reserveId } from "../../database/reserve-id";
import { posts, topics } from "../../database/schema";
import { notifyFollowers, notifyOfPost } from "../../messages/notify";
import { documentOf } from "../../search/index/document";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { checkRight } from "../../server/rights";
import { submissionKey } from "../../server/submission-key";
import { forgetDraft } from "../drafts/write-draft";
import { countReply } from "../states/counters";
import { lockForReply, type Post, postFields, type Topic } from "../states/find-content";
import { checkLinks, checkPace } from "../states/newcomers";
import { needsPreReview } from "../states/pre-review";
import { askForReview } from "../states/review";
import { keepAddress } from "../writing/keep-address";
import { type Permalink, pageOfFloor } from "../writing/permalinks";
import type { Publishable } from "../writing/publish";
import { checkUploads, linkAttachments } from "../writing/written-files";

/** The post that a reply answers, and the post of the floor that the reply belongs to. */
interface AnsweredPost {
  post: Post;
  floorPost: Post;
}

async function answeredPost(database: Database, topic: Topic, pid: number): Promise<AnsweredPost> {
  const find = async (id: number) => {
    const [post] = await database
      .select(postFields)
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.topicId, topic.id)))
      .limit(1);
    return found(post, "POST_NOT_FOUND");
  };
  const target = await find(pid);
  if (!target.listed) throw new Refusal(target.deletedAt ? "POST_NOT_FOUND" : "CONTENT_NOT_LISTED");
  return {
    post: target,
    floorPost: target.parentId === null ? target : await find(target.parentId),
  };
}

/**
 * The new reply's place: the next floor, or the next nested number of a floor. The topic is locked, so nobody else can
 * take it.
 */
async function place(database: Database, topic: Topic, parent: AnsweredPost | null) {
  if (!parent) return { floor: topic.lastFloor + 1 };
  const { post: parentPost, floorPost } = parent;
  const [counted] = await database
    .update(posts)
    .set({ depthTotal: sql`${posts.depthTotal} + 1` })
    .where(eq(posts.id, floorPost.id))
    .returning({ depthTotal: posts.depthTotal });
  return {
    parentId: floorPost.id,
    depthNumber: found(counted, "POST_NOT_FOUND").depthTotal,
    replyToId: parentPost.id === floorPost.id ? null : parentPost.authorId,
  };
}

/**
 * Writes a reply in a topic.
 * @param tid the topic, where it is not the one that the form showed because that was merged into it
 */
export async function createReply(
  database: Database,
  request: CallRequest<"submitPost">,
  text: Publishable,
  context: CallContext,
  tid = request.tid,
): Promise<Permalink> {
  const authorId = accountOf(context).id;
  const { topic, section } = await lockForReply(database, context, tid);
  // The time is read under the lock, so that a higher floor is never older than a lower one.
  const now = context.now();
  if (topic.closed) throw new Refusal("TOPIC_CLOSED");
  if (section.postingClosed) throw new Refusal("SECTION_POSTING_CLOSED");
  checkRight(context.caller, section, "reply");
  checkUploads(context.caller, section, text.html);
  checkLinks(context, topic.sectionId, text.html);
  await checkPace(database, context, topic.sectionId);
  const parent = request.parent === undefined ? null : await answeredPost(database, topic, request.parent);
  const position = await place(database, topic, parent);
  const { source, html, reviewed } = text;
  const waits = reviewed.length > 0 || needsPreReview(context, section);
  const review = waits ? ("pending" as const) : ("approved" as const);
  const id = await reserveId(database, posts);
  const [inserted] = await database
    .insert(posts)
    .values({
      ...position,
      id,
      topicId: topic.id,
      authorId,
      source,
      html,
      review,
      search: documentOf(id, text.lexemes),
      submissionId: submissionKey(request),
      createdAt: now,
    })
    .returning(postFields);
  const post = found(inserted, "POST_NOT_FOUND");
  await keepAddress(database, post.id, context);
  await linkAttachments(database, post, { isNew: true });
  const lastFloor = position.floor ?? topic.lastFloor;
  if (post.listed) {
    await countReply(database, topic, post, 1, { lastFloor, lastReplyAt: now, lastReplierId: authorId });
    const recipients = await notifyOfPost(database, topic, post, now, true);
    await notifyFollowers(database, topic, post, recipients, now);
  } else {
    await database.update(topics).set({ lastFloor }).where(eq(topics.id, topic.id));
    await askForReview(database, post.id, reviewed, now);
  }
  await forgetDraft(database, authorId, `reply:${request.tid}`);
  return {
    tid: topic.id,
    pid: post.id,
    floor: post.floor,
    page: pageOfFloor(post.floor ?? parent?.floorPost.floor ?? 1),
    pending: !post.listed,
  };
}
