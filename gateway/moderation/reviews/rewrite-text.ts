import type { CallRequest, CallResponse } from "contract";
import { and, eq, isNull } from "drizzle-orm";
import { moderationReasons, posts, reviewItems, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { presentPost } from "../../forum/states/change-state";
import { lockAnyTopic, postFields } from "../../forum/states/find-content";
import { decideWaiting } from "../../forum/states/review";
import { tagsOfTopics } from "../../forum/states/topic-tags";
import { stateOf } from "../../forum/states/visibility";
import { checkUnedited } from "../../forum/writing/check-unedited";
import { publishableCorrection } from "../../forum/writing/publish";
import { keepVersion } from "../../forum/writing/versions";
import { linkAttachments } from "../../forum/writing/written-files";
import { notify } from "../../messages/notify";
import { peopleByIds } from "../../people/cards";
import { indexReply, indexTopic } from "../../search/index/index-rows";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { keepDone } from "../batches/store-batch";
import { decidedBy, lockedWaiting, reviewStateOf } from "../decisions/decide-text";
import { checkMayAct, readOperator } from "../operator";
import { digestOf, writeLog } from "../write-log";

/** Reads a text that this moderator may correct, with its title. Throws POST_NOT_FOUND, and what checkMayAct throws. */
async function correctable(context: CallContext, pid: number) {
  const { database } = context;
  const [row] = await database
    .select({ post: postFields, title: topics.title, sectionId: topics.sectionId })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(eq(posts.id, pid))
    .limit(1);
  const { post, title, sectionId } = found(row, "POST_NOT_FOUND");
  const operator = await readOperator(database, accountOf(context).id);
  await checkMayAct(database, operator, { sectionId, authorId: post.authorId }, true);
  if (post.deletedAt) throw new Refusal("POST_NOT_FOUND");
  return { post, title: post.floor === 1 ? title : null, operator };
}

/**
 * The source of a text in review. Throws ALREADY_DECIDED for a text that is not in review, and what `correctable`
 * throws.
 */
export async function readWaiting(context: CallContext, pid: number): Promise<CallResponse<"reviewText">> {
  const { database } = context;
  const { post, title } = await correctable(context, pid);
  const [item] = await database
    .select({ words: reviewItems.words })
    .from(reviewItems)
    .where(and(eq(reviewItems.postId, pid), isNull(reviewItems.decidedAt)));
  if (!item) throw await decidedBy(database, pid);
  const people = await peopleByIds(database, [post.authorId]);
  return {
    pid,
    tid: post.topicId,
    title,
    content: post.source,
    words: item.words,
    editedAt: post.editedAt?.toISOString() ?? null,
    author: found(people.get(post.authorId), "USER_NOT_FOUND"),
  };
}

/**
 * Replaces a text in review by a moderator's correction, keeps the old version, and approves the text: one transaction
 * with the log's row and the author's notice. Throws what an author's edit throws for words and files (SENSITIVE_WORDS,
 * CONTENT_EMPTY, EDIT_CONFLICT …), ALREADY_SO beside the content when nothing was changed, ALREADY_DECIDED,
 * REVIEW_CLAIMED, and what checkMayAct throws.
 */
export async function rewriteText(
  context: CallContext,
  { pid, title: newTitle, content, reason, baseEditedAt }: CallRequest<"rewriteContent">,
): Promise<CallResponse<"rewriteContent">> {
  const { post: original, title: titleBefore, operator } = await correctable(context, pid);
  if (titleBefore !== null && newTitle === undefined)
    throw new Refusal("INVALID_REQUEST", { title: ["请输入标题"] });
  const tags =
    titleBefore === null
      ? []
      : ((await tagsOfTopics(context.database, [original.topicId])).get(original.topicId) ?? []);
  const text = await publishableCorrection(context, {
    title: titleBefore === null ? null : (newTitle ?? titleBefore),
    tags: tags.map(({ name }) => name),
    content,
  });
  const at = context.now();
  return transact(context.database, async (database) => {
    const work = { action: "rewrite", options: {}, operator, reason: null, at } as const;
    const { topic, post } = await lockedWaiting(database, pid, work);
    if (post.deletedAt || topic.deletedAt) throw new Refusal("POST_NOT_FOUND");
    checkUnedited(post, baseEditedAt);
    const isTopic = post.floor === 1;
    if (text.source === post.source && (!isTopic || text.title === topic.title))
      throw new Refusal("ALREADY_SO", { content: ["没有改动；不需要修改的，在列表里直接通过"] });
    const version = await keepVersion(database, post, isTopic ? topic.title : null);
    const { source, html, lexemes } = text;
    await database
      .update(posts)
      .set({ source, html, editedAt: at, editedById: operator.id })
      .where(eq(posts.id, pid));
    await linkAttachments(database, { ...post, html });
    if (isTopic) {
      await database
        .update(topics)
        .set({ title: text.title ?? topic.title })
        .where(eq(topics.id, topic.id));
      await indexTopic(database, topic.id, lexemes);
    } else await indexReply(database, pid, lexemes);
    await decideWaiting(database, { pid, approved: true, deciderId: operator.id, at, isAuthorTold: true });
    const now = isTopic ? await lockAnyTopic(database, topic.id) : await presentPost(database, pid);
    const [storedReason] = await database.insert(moderationReasons).values({ text: reason }).returning();
    const { editedAt, editedById } = post;
    const batchId = await keepDone(database, {
      at,
      operatorId: operator.id,
      action: "rewrite",
      targetId: pid,
      reasonId: storedReason?.id ?? null,
      before: {
        ...reviewStateOf({ topic, post }),
        version,
        editedById,
        editedAt: editedAt?.toISOString() ?? null,
      },
    });
    const logId = await writeLog(database, {
      at,
      operatorId: operator.id,
      action: "rewrite",
      sectionId: topic.sectionId,
      batchId,
      targetKind: "post",
      targetId: pid,
      personId: post.authorId,
      reason: storedReason ?? null,
      before: { state: stateOf(isTopic ? topic : post), text: digestOf(`${topic.title}\n${post.source}`) },
      after: { state: stateOf(now), text: digestOf(`${text.title ?? topic.title}\n${source}`) },
    });
    await notify(database, [post.authorId], {
      event: "moderated",
      actorId: null,
      logId,
      at,
      topicId: topic.id,
      postId: pid,
    });
    return { tid: topic.id, pid, batch: batchId };
  });
}
