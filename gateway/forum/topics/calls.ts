/** One topic: starting, changing, showing and keeping it. */

import { depthPageSize } from "contract/forum/constants";
import type { topicCalls } from "contract/forum/topics/calls";
import { and, between, eq } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { posts } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { peopleByIds } from "../../people/cards";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { mayIn } from "../../server/rights";
import { submissionKey } from "../../server/submission-key";
import { countView } from "../states/count-views";
import { postFields, visibleTopic } from "../states/find-content";
import { submittedTopic } from "../writing/permalinks";
import { publishableTopic } from "../writing/publish";
import { checkVisible, createTopic } from "./create-topic";
import { editTopic } from "./edit-topic";
import { setFavorite } from "./favorite-topic";
import { peopleIn, sectionViewerOf, selectDepthPosts, textsFor, toDepthPost } from "./floors";
import { topicDetail } from "./topic-detail";
import { withoutImages } from "./without-images";

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
      // The same form came twice at once: the other request has written it.
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

  topicDetail,

  async depthPostList(request, context) {
    const { database } = context;
    const [floorPost] = await database
      .select(postFields)
      .from(posts)
      .where(eq(posts.id, request.pid))
      .limit(1);
    const { id, topicId, parentId, depthTotal } = found(floorPost, "POST_NOT_FOUND");
    if (parentId !== null) throw new Refusal("POST_NOT_FOUND");
    const { topic, section } = await visibleTopic(context, topicId);
    const { page, pages, offset } = pageOf(depthTotal, request.page, depthPageSize);
    const viewer = sectionViewerOf(context, topic.sectionId);
    const condition = and(
      eq(posts.parentId, id),
      between(posts.depthNumber, offset + 1, offset + depthPageSize),
    );
    const rows = await selectDepthPosts(database, condition, viewer);
    const people = await peopleByIds(database, peopleIn(rows));
    const postContext = { people, texts: await textsFor(database, viewer, rows) };
    const depthPosts = rows.map((post) => toDepthPost(post, postContext, viewer));
    const pictures = mayIn(context.caller, section, "viewImage");
    return { posts: pictures ? depthPosts : depthPosts.map(withoutImages), page, pages, total: depthTotal };
  },

  async viewTopic({ tid }, { database }) {
    countView(database, tid);
    return { success: true };
  },

  favoriteTopic: ({ tid }, context) => setFavorite(tid, true, context),

  cancelFavorite: ({ tid }, context) => setFavorite(tid, false, context),
} satisfies HandlersOf<typeof topicCalls>;
