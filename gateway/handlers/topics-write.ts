import { eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { countMoved, countTopic } from "../queries/counters";
import { freshHeat } from "../queries/heat";
import { forgetDraft } from "../queries/drafts";
import { checkUnedited } from "../queries/edits";
import { firstPost, type Placed, submissionKey, submittedTopic } from "../queries/placed";
import { type PublishableTopic, publishableTopic } from "../queries/publish";
import { askForReview, reviewAfterEdit } from "../queries/review";
import { keepVersion } from "../queries/versions";
import { linkAttachments } from "../queries/written-files";
import { checkPlace } from "../queries/sections";
import { changeState } from "../queries/state";
import { setTags } from "../queries/tags";
import { tellOfPost } from "../queries/tell";
import { lockTopic, postFields, topicFields } from "../queries/topics";
import { isUniqueViolation, transact } from "../queries/transact";
import { found, Refusal } from "../refusal";
import { indexTopic } from "../search/index-rows";
import { isVisible } from "../text/plain-text";

/** A title or tag of characters that draw nothing is as good as none. */
function checkVisible({ title, tags }: { title: string; tags: string[] }): void {
  const fields: Record<string, string[]> = {};
  if (!isVisible(title)) fields.title = ["请输入标题"];
  if (!tags.every(isVisible)) fields.tags = ["标签不能为空"];
  if (Object.keys(fields).length > 0) throw new Refusal("INVALID_REQUEST", fields);
}

async function writeTopic(
  database: Database,
  request: CallRequest<"submitTopic">,
  text: PublishableTopic,
  context: CallContext,
): Promise<Placed> {
  const { fid, classId, tags } = request;
  const { title, source, html, reviewed } = text;
  const submissionId = submissionKey(request);
  const authorId = accountOf(context).id;
  const createdAt = context.now();
  const review = reviewed.length > 0 ? ("pending" as const) : ("approved" as const);
  await checkPlace(database, fid, classId);
  const [written] = await database
    .insert(topics)
    .values({
      sectionId: fid,
      classId,
      authorId,
      title,
      review,
      lastFloor: 1,
      lastReplyAt: createdAt,
      heat: freshHeat(createdAt),
      submissionId,
      createdAt,
    })
    .returning(topicFields);
  const topic = found(written, "TOPIC_NOT_FOUND");
  const [first] = await database
    .insert(posts)
    .values({ topicId: topic.id, authorId, floor: 1, source, html, review, createdAt })
    .returning(postFields);
  const post = found(first, "POST_NOT_FOUND");
  await linkAttachments(database, post);
  await setTags(database, topic.id, tags);
  await indexTopic(database, topic.id);
  if (topic.listed) {
    await countTopic(database, topic, 1);
    await tellOfPost(database, topic, post, createdAt, true);
  } else await askForReview(database, post.id, reviewed, createdAt);
  await forgetDraft(database, authorId, "topic:new");
  return { tid: topic.id, pid: post.id, floor: 1, page: 1, pending: !topic.listed };
}

/** Writes the changed topic over the one before, whose text is kept; what then needs a moderator goes out of sight. */
async function changeTopic(
  database: Database,
  { tid, fid, classId, tags, baseEditedAt }: CallRequest<"editTopic">,
  text: PublishableTopic,
  context: CallContext,
): Promise<Placed> {
  const before = await lockTopic(database, tid);
  if (before.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
  const at = context.now();
  await checkPlace(database, fid, classId);
  const first = await firstPost(database, tid);
  checkUnedited(first, baseEditedAt);
  await forgetDraft(database, before.authorId, `topic:${tid}`);
  const review = await reviewAfterEdit(database, first, text.reviewed, at);
  const goes = before.listed && review !== "approved";
  // It is counted with what it was until it goes, and with what it is from when it comes.
  const topic = goes ? (await changeState(database, before, first, { review })).topic : before;
  await database.update(topics).set({ sectionId: fid, classId, title: text.title }).where(eq(topics.id, tid));
  if (text.source !== first.source || text.title !== before.title) {
    await keepVersion(database, first, before.title);
    await database.update(posts).set({ source: text.source, html: text.html, editedAt: at }).where(eq(posts.id, first.id));
    await linkAttachments(database, { ...first, html: text.html });
  }
  const { came, went } = await setTags(database, tid, tags);
  await indexTopic(database, tid);
  if (topic.listed) await countMoved(database, topic, { came, went, fid });
  const moved = { ...topic, sectionId: fid, classId, title: text.title };
  const present = goes ? moved : (await changeState(database, moved, first, { review })).topic;
  if (present.listed) await tellOfPost(database, present, { ...first, html: text.html }, at);
  return { tid, pid: first.id, floor: 1, page: 1, pending: review === "pending" };
}

/** Starting a topic, and changing one's own. */
export const topicWriteHandlers = {
  async submitTopic(request, context) {
    const { id } = accountOf(context);
    const earlier = () => submittedTopic(context.database, id, submissionKey(request));
    const first = await earlier();
    if (first) return first;
    checkVisible(request);
    await context.limits.spend("post", String(id));
    const text = await publishableTopic(context.database, request);
    try {
      return await transact(context.database, (database) => writeTopic(database, request, text, context));
    } catch (error) {
      // The same form came twice at once: the other one has been written by now.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editTopic(request, context) {
    checkVisible(request);
    const text = await publishableTopic(context.database, request);
    return transact(context.database, (database) => changeTopic(database, request, text, context));
  },
} satisfies Handlers<"submitTopic" | "editTopic">;
