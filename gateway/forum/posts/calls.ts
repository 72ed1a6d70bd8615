/** Replies, and what may be done with the text of any post. */

import { pageSize } from "contract/base/constants";
import { excerpt } from "contract/base/plain-text";
import type { postCalls } from "contract/forum/posts/calls";
import { mayAct } from "contract/forum/transitions";
import { and, count, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { posts, sections, topics } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { openCardOf, peopleByIds } from "../../people/cards";
import { checkFields } from "../../sensitive-words/check-fields";
import { moderates } from "../../server/access";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { lockTopicOf } from "../states/change-state";
import { listedPost, lockTopic, visiblePost } from "../states/find-content";
import { reportPost } from "../states/report-case";
import { tagsOfTopics } from "../states/topic-tags";
import { stateOf } from "../states/visibility";
import { movedPlace } from "../writing/moved-posts";
import { postPermalink, submittedPost } from "../writing/permalinks";
import { previewed, publishable } from "../writing/publish";
import { editsOf, versionPair } from "../writing/versions";
import { createReply } from "./create-reply";
import { deleteOwn } from "./delete-post";
import { editReply } from "./edit-reply";
import { setLike } from "./like-post";

const excerptLength = 120;

/** The query reads this much HTML of a text: enough for the excerpt. */
const excerptSource = 4_000;

const isMissingTopic = (error: unknown) => error instanceof Refusal && error.code === "TOPIC_NOT_FOUND";

export const postHandlers = {
  async movedPost(request, context) {
    return { place: await movedPlace(context, request) };
  },

  async renderContent({ content }, context) {
    const { html, asTyped } = await previewed(context, content);
    return { html, asTyped };
  },

  /** A reply to a topic that was merged into another, while it was written, is one to the other. */
  async submitPost(request, context) {
    const { id } = accountOf(context);
    const earlier = () => submittedPost(context.database, id, submissionKey(request));
    const first = await earlier();
    if (first) return first;
    await context.limits.spend("post", String(id));
    const text = await publishable(context, request.content);
    const write = (tid: number) =>
      transact(context.database, (database) => createReply(database, request, text, context, tid));
    try {
      return await write(request.tid).catch(async (error: unknown) => {
        const merged = isMissingTopic(error) ? await movedPlace(context, { tid: request.tid }) : null;
        if (!merged) throw error;
        return write(merged.tid);
      });
    } catch (error) {
      // The same form came twice at once: the other request has written it.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editPost(request, context) {
    const { pid, content } = request;
    const { post, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (!mayAct("edit", state, "author")) throw new Refusal("CONTENT_NOT_LISTED");
    // A topic's own text is changed with its title, by editTopic.
    if (post.floor === 1) throw new Refusal("POST_NOT_FOUND");
    const text = await publishable(context, content);
    const changed = await transact(context.database, (database) =>
      editReply(database, request, text, context),
    );
    return postPermalink(context.database, changed);
  },

  async editableContent({ pid }, context) {
    const { post, topic, state } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (!mayAct("edit", state, "author")) throw new Refusal("CONTENT_NOT_LISTED");
    const { sectionId: fid, classId, title } = topic;
    const tags =
      post.floor === 1 ? ((await tagsOfTopics(context.database, [topic.id])).get(topic.id) ?? []) : [];
    return {
      ...(await postPermalink(context.database, post)),
      content: post.source,
      editedAt: post.editedAt?.toISOString() ?? null,
      topic: post.floor === 1 ? { fid, classId, title, tags: tags.map(({ name }) => name) } : null,
    };
  },

  async deleteContent({ pid, of }, context) {
    const { post: seen, state } = await visiblePost(context, pid);
    if (seen.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
    if (!mayAct("delete", state, "author")) throw new Refusal("CONTENT_NOT_LISTED");
    const deletesTopic = of === undefined ? seen.floor === 1 : of === "topic";
    return transact(context.database, async (database) => {
      const { topic, post } = await lockTopicOf(database, pid, lockTopic);
      const topicDeleted = post.floor === 1;
      // A reply that moderators have split off meanwhile would take the replies of others with it.
      if (topicDeleted !== deletesTopic) throw new Refusal("TEXT_MOVED");
      const { page } = await postPermalink(database, post);
      await deleteOwn(database, pid, topic, context.now());
      return { tid: topic.id, fid: topic.sectionId, topicDeleted, page };
    });
  },

  async postVersions({ pid, version }, context) {
    const { database } = context;
    const { post, topic } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id && !moderates(context, topic.sectionId))
      throw new Refusal("NOT_PERMITTED");
    const edits = await editsOf(database, post);
    const people = await peopleByIds(
      database,
      edits.map(({ editorId }) => editorId),
    );
    const id = version ?? edits[0]?.id;
    const pair = id === undefined ? null : await versionPair(database, pid, id);
    const renamed =
      pair !== null &&
      pair.before.title !== null &&
      pair.after.title !== null &&
      pair.before.title !== pair.after.title;
    return {
      tid: topic.id,
      pid,
      edits: edits.map(({ id: each, editorId, at }) => ({
        id: each,
        editor: editorId === post.authorId ? found(people.get(editorId), "USER_NOT_FOUND") : null,
        at: at.toISOString(),
      })),
      shown:
        id === undefined || pair === null
          ? null
          : {
              id,
              title: renamed ? { before: pair.before.title ?? "", after: pair.after.title ?? "" } : null,
              changes: await context.texts.run(
                "changes",
                { before: pair.before.source, after: pair.after.source },
                pair.before.source.length + pair.after.source.length,
                accountOf(context).id,
              ),
            },
    };
  },

  async submitReport({ pid, reason, text }, context) {
    const accountId = accountOf(context).id;
    const reported = await listedPost(context, pid);
    if (reported.post.authorId === accountId) throw new Refusal("CANNOT_REPORT_OWN");
    const { texts } = await checkFields(context, { text: { value: text, strictness: "report" } });
    const report = { accountId, reason, text: texts.text[0] ?? "", createdAt: context.now() };
    return reportPost(context.database, reported, report);
  },

  likePost: ({ pid }, context) => setLike(pid, true, context),

  unlikePost: ({ pid }, context) => setLike(pid, false, context),

  async myPosts({ page }, context) {
    const { database } = context;
    const account = accountOf(context);
    const isReply = or(isNull(posts.floor), ne(posts.floor, 1));
    // Also those that only their author can see, but none that the author deleted.
    const unlisted = and(
      sql`not ${posts.listed}`,
      or(isNull(posts.deletedAt), isNotNull(posts.recycledById)),
    );
    const [versionCount] = await database
      .select({ total: count() })
      .from(posts)
      .where(and(eq(posts.authorId, account.id), unlisted, isReply));
    // The account's counters include the first floors of its topics.
    const total = Math.max(0, account.posts - account.topics) + (versionCount?.total ?? 0);
    const { offset, ...place } = pageOf(total, page);
    const rows = await database
      .select({
        pid: posts.id,
        tid: topics.id,
        topicTitle: topics.title,
        floor: posts.floor,
        html: sql<string>`left(${posts.html}, ${excerptSource})`,
        likes: posts.likes,
        createdAt: posts.createdAt,
        deletedAt: posts.deletedAt,
        recycledById: posts.recycledById,
        hiddenAt: posts.hiddenAt,
        review: posts.review,
        stateReason: posts.stateReason,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .where(
        and(
          eq(posts.authorId, account.id),
          isReply,
          or(sql`${posts.listed}`, unlisted),
          sql`${topics.listed}`,
        ),
      )
      .orderBy(sql`${posts.createdAt} desc nulls last`, desc(posts.id))
      .limit(pageSize)
      .offset(offset);
    return {
      posts: rows.map(({ pid, tid, topicTitle, floor, html, likes, createdAt, ...stated }) => {
        const state = stateOf(stated);
        const reason = state === "listed" ? null : stated.stateReason;
        return {
          pid,
          tid,
          topicTitle,
          floor,
          excerpt: excerpt(html, excerptLength),
          likes,
          createdAt: createdAt.toISOString(),
          state,
          reason,
        };
      }),
      ...place,
      total,
    };
  },

  async otherUserPosts({ uid, page }, { database }) {
    const author = await openCardOf(database, uid);
    // The account's counters include the first floors of its topics.
    const total = Math.max(0, author.posts - author.topics);
    const window = pageOf(total, page);
    const rows = await database
      .select({
        pid: posts.id,
        tid: topics.id,
        topicTitle: topics.title,
        floor: posts.floor,
        html: sql<string>`left(${posts.html}, ${excerptSource})`,
        createdAt: posts.createdAt,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(sections, eq(sections.id, topics.sectionId))
      .where(
        and(
          eq(posts.authorId, uid),
          sql`${posts.listed}`,
          or(isNull(posts.floor), gt(posts.floor, 1)),
          sql`${topics.listed}`,
          eq(sections.listed, true),
        ),
      )
      .orderBy(sql`${posts.createdAt} desc nulls last`, desc(posts.id))
      .limit(pageSize)
      .offset(window.offset);
    return {
      posts: rows.map(({ html, createdAt, ...row }) => ({
        ...row,
        excerpt: excerpt(html, excerptLength),
        createdAt: createdAt.toISOString(),
      })),
      page: window.page,
      pages: window.pages,
      total,
    };
  },
} satisfies HandlersOf<typeof postCalls>;
