import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { moderates } from "../access";
import { accountOf, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, reports, topics } from "../database/schema";
import { countForAccount, countInSection, countInTags } from "../queries/counters";
import { countOnTopic } from "../queries/heat";
import { notify } from "../queries/notify";
import { placedPost } from "../queries/placed";
import { rendered } from "../queries/publish";
import { tagIdsOf } from "../queries/related-topics";
import { tagsOfTopics } from "../queries/tags";
import { listedPost, listedTopic, lockListedTopic, lockTopic, type Post, type Topic, visiblePost } from "../queries/topics";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";

/** A topic goes with everything in it: its posts stay as they are, out of sight, and count for nobody. */
async function deleteTopic(database: Database, topic: Topic, now: Date): Promise<void> {
  await database.update(topics).set({ deletedAt: now }).where(eq(topics.id, topic.id));
  const written = await database
    .select({ authorId: posts.authorId, posts: count() })
    .from(posts)
    .where(and(eq(posts.topicId, topic.id), isNull(posts.deletedAt)))
    .groupBy(posts.authorId)
    .orderBy(posts.authorId);
  await countInSection(database, topic.sectionId, { topics: -1, posts: -written.reduce((sum, row) => sum + row.posts, 0) });
  for (const row of written) {
    await countForAccount(database, row.authorId, { posts: -row.posts, topics: row.authorId === topic.authorId ? -1 : 0 });
  }
  await countInTags(database, await tagIdsOf(database, topic.id), -1);
}

/** After its latest reply went, a topic stands in the lists by the one before. */
async function setLastReply(database: Database, topic: Topic): Promise<void> {
  // Put together before it is sorted: sorting by the index on time would walk through every newer post of the forum.
  const replies = database
    .select({ authorId: posts.authorId, createdAt: posts.createdAt, id: posts.id })
    .from(posts)
    .where(and(eq(posts.topicId, topic.id), isNull(posts.deletedAt), sql`${posts.floor} is distinct from 1`))
    .offset(0)
    .as("replies");
  const [last] = await database.select().from(replies).orderBy(desc(replies.createdAt), desc(replies.id)).limit(1);
  await database
    .update(topics)
    .set({ lastReplyAt: last?.createdAt ?? topic.createdAt, lastReplierId: last?.authorId ?? null })
    .where(eq(topics.id, topic.id));
}

async function deleteReply(database: Database, topic: Topic, post: Post, now: Date): Promise<void> {
  const [deleted] = await database
    .update(posts)
    .set({ deletedAt: now })
    .where(and(eq(posts.id, post.id), isNull(posts.deletedAt)))
    .returning({ id: posts.id });
  found(deleted, "POST_NOT_FOUND");
  const answer = topic.acceptedPostId === post.id ? { acceptedPostId: null, solved: topic.solvedReason !== null } : {};
  await database
    .update(topics)
    .set({ ...countOnTopic({ replies: -1 }), ...answer })
    .where(eq(topics.id, topic.id));
  const wasLast = topic.lastReplierId === post.authorId && topic.lastReplyAt.getTime() === post.createdAt.getTime();
  if (wasLast) await setLastReply(database, topic);
  await countInSection(database, topic.sectionId, { posts: -1 });
  await countForAccount(database, post.authorId, { posts: -1 });
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
      if (topicDeleted) await deleteTopic(database, topic, context.now());
      else await deleteReply(database, topic, post, context.now());
      return { tid: topic.id, fid: topic.sectionId, topicDeleted, page };
    });
  },

  async submitReport({ pid, reason, text }, context) {
    await listedPost(context, pid);
    const [row] = await context.database
      .insert(reports)
      .values({ accountId: accountOf(context).id, postId: pid, reason, text: cleanText(text), createdAt: context.now() })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    return found(row, "ALREADY_REPORTED");
  },

  async accomplishQuestion({ tid, pid, reason }, context) {
    const account = accountOf(context);
    const topic = await listedTopic(context, tid);
    if (topic.authorId !== account.id && !(await moderates(context, topic.sectionId))) throw new Refusal("NOT_PERMITTED");
    const given = cleanText(reason).trim();
    if (pid === null && !given) throw new Refusal("INVALID_REQUEST", { reason: ["请说明没有采纳回答的原因"] });
    await transact(context.database, async (database) => {
      const locked = await lockListedTopic(database, context, tid);
      if (pid === null) {
        await database.update(topics).set({ solved: true, acceptedPostId: null, solvedReason: given }).where(eq(topics.id, tid));
        return;
      }
      const [answer] = await database.select().from(posts).where(eq(posts.id, pid)).limit(1);
      const isAnswer = answer?.topicId === tid && answer.listed && answer.floor !== null && answer.floor > 1;
      const accepted = found(isAnswer ? answer : null, "POST_NOT_FOUND");
      await database.update(topics).set({ solved: true, acceptedPostId: pid, solvedReason: null }).where(eq(topics.id, tid));
      if (locked.acceptedPostId === pid) return;
      await notify(database, [accepted.authorId], { event: "accept", actorId: account.id, topicId: tid, postId: pid, at: context.now() });
    });
    return { solved: true };
  },
} satisfies Handlers<"renderContent" | "editableContent" | "deleteContent" | "submitReport" | "accomplishQuestion">;
