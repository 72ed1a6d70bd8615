/** One topic: starting, changing, showing and keeping it. */

import { depthPageSize } from "contract/forum/limits";
import type { FloorPost } from "contract/forum/shapes";
import type { topicCalls } from "contract/forum/topics/calls";
import { and, between, eq } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { posts } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { cardsByIds, peopleByIds } from "../../people/cards";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { sectionsMovedFrom, toTopicRow } from "../lists/topic-rows";
import { countView } from "../states/count-views";
import { postFields, visibleTopic } from "../states/find-content";
import { tagsOfTopics } from "../states/topic-tags";
import { stateOf } from "../states/visibility";
import { submittedTopic } from "../writing/permalinks";
import { publishableTopic } from "../writing/publish";
import { attachmentsOfPosts } from "../writing/written-files";
import { checkVisible, createTopic } from "./create-topic";
import { editTopic } from "./edit-topic";
import { setFavorite } from "./favorite-topic";
import { floorStretch } from "./floor-pages";
import {
  depthPostsOf,
  namedIn,
  sectionViewerOf,
  selectDepthPosts,
  selectFloors,
  textsFor,
  toDepthPost,
  toShownPost,
} from "./floors";
import {
  acceptedFloor,
  mutedUntil,
  replyRefusal,
  shownTopic,
  statedBy,
  toAnswer,
  whatToShow,
} from "./show-topic";

export const topicHandlers = {
  async submitTopic(request, context) {
    const { id } = accountOf(context);
    const earlier = () => submittedTopic(context.database, id, submissionKey(request));
    const first = await earlier();
    if (first) return first;
    checkVisible(request);
    await context.limits.spend("post", String(id));
    const text = await publishableTopic(context, request);
    try {
      return await transact(context.database, (database) => createTopic(database, request, text, context));
    } catch (error) {
      // The same form came twice at once: the other one has been written by now.
      const other = isUniqueViolation(error) ? await earlier() : null;
      if (other) return other;
      throw error;
    }
  },

  async editTopic(request, context) {
    checkVisible(request);
    const text = await publishableTopic(context, request);
    return transact(context.database, (database) => editTopic(database, request, text, context));
  },

  async topicDetail(request, context) {
    const { database } = context;
    const { topic, viewer } = await shownTopic(context, request.tid);
    const { floor, expanded } = await whatToShow(request, context);
    const { floors: numbers, ...stretch } = await floorStretch(
      database,
      {
        tid: topic.id,
        authorId: topic.authorId,
        lastFloor: topic.lastFloor,
        order: request.order,
        only: request.only,
      },
      { page: request.page, floor, from: request.from },
    );
    const posted = await selectFloors(database, topic.id, numbers, viewer);
    const beneath = await depthPostsOf(database, posted, expanded, viewer);
    const answer = await acceptedFloor(context, topic, posted, viewer);
    const writers = [...new Set([...posted.map(({ authorId }) => authorId), topic.authorId])];
    const cards = await cardsByIds(database, [
      ...writers,
      topic.lastReplierId,
      answer?.authorId ?? null,
      ...namedIn(beneath),
    ]);
    const people = new Map([...cards].map(([id, { uid, nickName, icon }]) => [id, { uid, nickName, icon }]));
    // The post that the address names has its text before all others.
    const inOrder = [...posted, ...(answer ? [answer] : []), ...beneath];
    const named = inOrder.filter(({ id }) => id === request.pid);
    const shown = { people, texts: await textsFor(database, viewer, [...named, ...inOrder]) };
    const tags = await tagsOfTopics(database, [topic.id]);
    const refusal = replyRefusal(context, { closed: topic.closed, listed: stateOf(topic) === "listed" });
    const moved = await sectionsMovedFrom(database, [topic]);
    const floors = posted.map(
      (post): FloorPost => ({
        // Floor 1 is the topic itself, whatever became of it.
        ...toShownPost(post.floor === 1 ? { ...post, ...statedBy(topic) } : post, shown, viewer),
        floor: post.floor ?? 0,
        accepted: topic.acceptedPostId === post.id,
        depthPosts: beneath
          .filter(({ parentId }) => parentId === post.id)
          .map((each) => toDepthPost(each, shown, viewer)),
        depthTotal: post.depthTotal,
      }),
    );
    return {
      ...toTopicRow(topic, {
        sectionName: topic.sectionName,
        people,
        tags: tags.get(topic.id) ?? [],
        movedFrom: moved.get(topic.movedFromId) ?? null,
      }),
      ...stretch,
      lastFloor: topic.lastFloor,
      floors,
      answer: toAnswer(answer, shown),
      solvedReason: topic.solvedReason,
      authors: Object.fromEntries(writers.map((id) => [String(id), found(cards.get(id), "USER_NOT_FOUND")])),
      attachments: await attachmentsOfPosts(
        database,
        floors.flatMap((floor) => [floor, ...floor.depthPosts]),
      ),
      favorited: topic.favorited,
      favorites: topic.favorites,
      authorFollowed: topic.authorFollowed,
      moderated: topic.moderated,
      canReply: viewer !== null && refusal === null,
      replyRefusal: refusal,
      mutedUntil: mutedUntil(context),
    };
  },

  async depthPostList(request, context) {
    const { database } = context;
    const [floorPost] = await database
      .select(postFields)
      .from(posts)
      .where(eq(posts.id, request.pid))
      .limit(1);
    const { id, topicId, parentId, depthTotal } = found(floorPost, "POST_NOT_FOUND");
    if (parentId !== null) throw new Refusal("POST_NOT_FOUND");
    const { topic } = await visibleTopic(context, topicId);
    const { page, pages, offset } = pageOf(depthTotal, request.page, depthPageSize);
    const viewer = await sectionViewerOf(context, topic.sectionId);
    const condition = and(
      eq(posts.parentId, id),
      between(posts.depthNumber, offset + 1, offset + depthPageSize),
    );
    const rows = await selectDepthPosts(database, condition, viewer);
    const people = await peopleByIds(database, namedIn(rows));
    const shown = { people, texts: await textsFor(database, viewer, rows) };
    return { posts: rows.map((post) => toDepthPost(post, shown, viewer)), page, pages, total: depthTotal };
  },

  async viewTopic({ tid }, { database }) {
    countView(database, tid);
    return { success: true };
  },

  favoriteTopic: ({ tid }, context) => setFavorite(tid, true, context),

  cancelFavorite: ({ tid }, context) => setFavorite(tid, false, context),
} satisfies HandlersOf<typeof topicCalls>;
