import { eq } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { checkPoster, moderates } from "../access";
import { accountOf, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, reports, topics } from "../database/schema";
import { countAnswer } from "../queries/counters";
import { notify, unnotify } from "../queries/notify";
import { placedPost } from "../queries/placed";
import { rendered } from "../queries/publish";
import { changeState, presentPost } from "../queries/state";
import { tagsOfTopics } from "../queries/tags";
import { listedPost, listedTopic, lockListedTopic, lockTopic, type Post, postFields, type Topic, visiblePost } from "../queries/topics";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";
import { isVisible } from "../text/plain-text";
import { checkFields } from "../words/check";
import { matcherOf } from "../words/list";

/** A topic goes with everything in it: its posts stay as they are, out of sight, and count for nobody. A reply leaves its floor. */
async function deleteOwn(database: Database, pid: number, topic: Topic, at: Date): Promise<void> {
  const post = await presentPost(database, pid);
  if (post.deletedAt) throw new Refusal("POST_NOT_FOUND");
  // The topic comes first, as everywhere; what its answer counted for goes with the reply.
  if (topic.acceptedPostId === pid) {
    const solved = topic.solvedReason !== null;
    await database.update(topics).set({ acceptedPostId: null, solved }).where(eq(topics.id, topic.id));
  }
  await changeState(database, topic, post, { deletedAt: at });
}

/** The answer accepted so far is it no longer: its author's counters and notice go. `next` is the one in its place. */
async function forgetAnswer(database: Database, topic: Topic, next: Post | null): Promise<void> {
  const before = topic.acceptedPostId === null ? null : await presentPost(database, topic.acceptedPostId);
  await countAnswer(database, topic, before, next);
  if (before) await unnotify(database, before.authorId, { event: "accept", postId: before.id });
}

/** What is done with a text that is there, or before it is. */
export const contentHandlers = {
  async renderContent({ content }, context) {
    await context.limits.spend("render", String(accountOf(context).id));
    return { html: await rendered(context.database, cleanText(content)) };
  },

  async editableContent({ pid }, context) {
    const { post, topic, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
    const { sectionId: fid, classId, title } = topic;
    const tags = post.floor === 1 ? ((await tagsOfTopics(context.database, [topic.id])).get(topic.id) ?? []) : [];
    return {
      ...(await placedPost(context.database, post)),
      content: post.source,
      editedAt: post.editedAt?.toISOString() ?? null,
      topic: post.floor === 1 ? { fid, classId, title, tags: tags.map(({ name }) => name) } : null,
    };
  },

  async deleteContent({ pid }, context) {
    const { post, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (state === "recycled") throw new Refusal("CONTENT_NOT_LISTED");
    const topicDeleted = post.floor === 1;
    const { page } = await placedPost(context.database, post);
    return transact(context.database, async (database) => {
      const topic = await lockTopic(database, post.topicId);
      await deleteOwn(database, pid, topic, context.now());
      return { tid: topic.id, fid: topic.sectionId, topicDeleted, page };
    });
  },

  async submitReport({ pid, reason, text }, context) {
    const accountId = accountOf(context).id;
    const { post } = await listedPost(context, pid);
    if (post.authorId === accountId) throw new Refusal("CANNOT_REPORT_OWN");
    const matcher = await matcherOf(context.database);
    const { texts } = checkFields(matcher, { text: { value: cleanText(text).trim(), strictness: "report" } });
    const [row] = await context.database
      .insert(reports)
      .values({ accountId, postId: pid, reason, text: texts.text[0] ?? "", createdAt: context.now() })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    return found(row, "ALREADY_REPORTED");
  },

  async accomplishQuestion({ tid, pid, reason }, context) {
    const account = accountOf(context);
    const topic = await listedTopic(context, tid);
    if (topic.authorId !== account.id && !(await moderates(context, topic.sectionId))) throw new Refusal("NOT_PERMITTED");
    const given = cleanText(reason).trim();
    if (pid === null) {
      // The reason is a text that everyone reads.
      checkPoster(account, context.now());
      if (!isVisible(given)) throw new Refusal("INVALID_REQUEST", { reason: ["请说明没有采纳回答的原因"] });
      checkFields(await matcherOf(context.database), { reason: { value: given, strictness: "name" } });
    }
    await transact(context.database, async (database) => {
      const locked = await lockListedTopic(database, context, tid);
      if (pid === null) {
        await database.update(topics).set({ solved: true, acceptedPostId: null, solvedReason: given }).where(eq(topics.id, tid));
        await forgetAnswer(database, locked, null);
        return;
      }
      const [answer] = await database.select(postFields).from(posts).where(eq(posts.id, pid)).limit(1);
      const isAnswer = answer?.topicId === tid && answer.listed && answer.floor !== null && answer.floor > 1;
      const accepted = found(isAnswer ? answer : null, "POST_NOT_FOUND");
      if (locked.acceptedPostId === pid) return;
      await database.update(topics).set({ solved: true, acceptedPostId: pid, solvedReason: null }).where(eq(topics.id, tid));
      await forgetAnswer(database, locked, accepted);
      await notify(database, [accepted.authorId], { event: "accept", actorId: account.id, topicId: tid, postId: pid, at: context.now() });
    });
    return { solved: true };
  },
} satisfies Handlers<"renderContent" | "editableContent" | "deleteContent" | "submitReport" | "accomplishQuestion">;
