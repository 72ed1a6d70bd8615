import { and, eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import { accountOf, type CallContext, type Handlers } from "../context";
import type { Database } from "../database/open";
import { posts, topics } from "../database/schema";
import { countForAccount, countInSection } from "../queries/counters";
import { freshHeat } from "../queries/heat";
import { forgetDraft } from "../queries/drafts";
import { checkUnedited } from "../queries/edits";
import { type Placed, placedTopic, submissionKey, submittedTopic } from "../queries/placed";
import { publishable } from "../queries/publish";
import { linkAttachments } from "../queries/written-files";
import { checkPlace } from "../queries/sections";
import { setTags } from "../queries/tags";
import { lockTopic } from "../queries/topics";
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

async function writeTopic(database: Database, request: CallRequest<"submitTopic">, html: string, context: CallContext): Promise<Placed> {
  const { fid, classId, title, content, tags } = request;
  const submissionId = submissionKey(request);
  const authorId = accountOf(context).id;
  const createdAt = context.now();
  await checkPlace(database, fid, classId);
  const [topic] = await database
    .insert(topics)
    .values({
      sectionId: fid,
      classId,
      authorId,
      title,
      lastFloor: 1,
      lastReplyAt: createdAt,
      heat: freshHeat(createdAt),
      submissionId,
      createdAt,
    })
    .returning({ id: topics.id });
  const { id: tid } = found(topic, "TOPIC_NOT_FOUND");
  const [post] = await database
    .insert(posts)
    .values({ topicId: tid, authorId, floor: 1, source: content, html, createdAt })
    .returning({ id: posts.id });
  const { id: pid } = found(post, "POST_NOT_FOUND");
  await linkAttachments(database, { id: pid, authorId, html });
  await setTags(database, tid, tags);
  await indexTopic(database, tid);
  await countInSection(database, fid, { topics: 1, posts: 1 });
  await countForAccount(database, authorId, { topics: 1, posts: 1 });
  await forgetDraft(database, authorId, "topic:new");
  return { tid, pid, floor: 1, page: 1 };
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
    const html = await publishable(context.database, request.content);
    try {
      return await transact(context.database, (database) => writeTopic(database, request, html, context));
    } catch (error) {
      // The same form came twice at once: the other one has been written by now.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editTopic({ tid, fid, classId, title, content, tags, baseEditedAt }, context) {
    checkVisible({ title, tags });
    const html = await publishable(context.database, content);
    return transact(context.database, async (database) => {
      const topic = await lockTopic(database, tid);
      if (topic.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
      const [own] = await database
        .select({ id: posts.id, editedAt: posts.editedAt })
        .from(posts)
        .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)));
      const first = found(own, "TOPIC_NOT_FOUND");
      checkUnedited(first, baseEditedAt);
      await checkPlace(database, fid, classId);
      await database.update(topics).set({ sectionId: fid, classId, title }).where(eq(topics.id, tid));
      await database.update(posts).set({ source: content, html, editedAt: context.now() }).where(eq(posts.id, first.id));
      await linkAttachments(database, { id: first.id, authorId: topic.authorId, html });
      await forgetDraft(database, topic.authorId, `topic:${tid}`);
      await setTags(database, tid, tags);
      await indexTopic(database, tid);
      if (fid !== topic.sectionId) {
        const whole = { topics: 1, posts: topic.replies + 1 };
        const moves = [
          { section: topic.sectionId, gain: { topics: -whole.topics, posts: -whole.posts } },
          { section: fid, gain: whole },
        ];
        // In the order of their ids, so that two moves the other way round do not wait for each other.
        for (const { section, gain } of moves.sort((one, other) => one.section - other.section))
          await countInSection(database, section, gain);
      }
      return placedTopic(database, tid);
    });
  },
} satisfies Handlers<"submitTopic" | "editTopic">;
