import { and, between, eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import { depthPageSize, pageSize } from "contract/limits";
import type { FloorPost } from "contract/shapes";
import { postingRefusal } from "../access";
import type { CallContext, Handlers } from "../context";
import { favorites, posts, topics } from "../database/schema";
import { depthPostsOf, selectDepthPosts, selectFloors, toShownPost, type Viewer, viewerOf } from "../queries/floors";
import { toAuthorCard } from "../queries/people";
import { selectTopics, toTopicRow } from "../queries/topic-rows";
import { pageOf } from "../queries/topic-pages";
import { type Post, standingTopic } from "../queries/topics";
import { countView } from "../queries/views";
import { found, Refusal } from "../refusal";

/** Depth replies of an expanded floor that a topic page shows at once; the rest come by depthPostList. */
const expandedMaximum = 200;
/** A permalink shows the replies up to its own, and no more than this. */
const permalinkMaximum = 1_000;

/** The post that a permalink names and the floor's post it stands at or beneath. Throws POST_NOT_FOUND. */
async function namedPost({ database }: CallContext, tid: number, pid: number): Promise<{ named: Post; floorPost: Post }> {
  const find = async (id: number) => {
    const rows = await database
      .select()
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.topicId, tid)))
      .limit(1);
    return found(rows[0], "POST_NOT_FOUND");
  };
  const named = await find(pid);
  return { named, floorPost: named.parentId === null ? named : await find(named.parentId) };
}

/** Which floor's page is shown, and how many depth replies beneath which floors' posts. */
async function whatToShow(request: CallRequest<"topicDetail">, context: CallContext) {
  const expanded = new Map<number, number>();
  let page = request.page;
  if (request.pid !== undefined) {
    const { named, floorPost } = await namedPost(context, request.tid, request.pid);
    page = Math.ceil((floorPost.floor ?? 1) / pageSize);
    if (named.depthNumber !== null) {
      const wholePages = Math.ceil(named.depthNumber / depthPageSize) * depthPageSize;
      expanded.set(floorPost.id, Math.min(permalinkMaximum, wholePages));
    }
  }
  if (request.expand !== undefined) expanded.set(request.expand, Math.max(expandedMaximum, expanded.get(request.expand) ?? 0));
  return { page, expanded };
}

async function isFavorited({ database }: CallContext, viewer: Viewer | null, tid: number): Promise<boolean> {
  if (!viewer) return false;
  const rows = await database
    .select({ id: favorites.topicId })
    .from(favorites)
    .where(and(eq(favorites.accountId, viewer.id), eq(favorites.topicId, tid)))
    .limit(1);
  return rows.length > 0;
}

function replyRefusal({ caller, now }: CallContext, closed: boolean) {
  if (!caller.account) return null;
  return postingRefusal(caller.account, now()) ?? (closed ? "TOPIC_CLOSED" : null);
}

/** A topic and the pages of its floors. */
export const topicDetailHandlers = {
  async topicDetail(request, context) {
    const { database } = context;
    const [row] = await selectTopics(database).where(eq(topics.id, request.tid)).limit(1);
    const selected = found(row, "TOPIC_NOT_FOUND");
    const { topic } = selected;
    if (topic.deletedAt || selected.section.closed) throw new Refusal("TOPIC_NOT_FOUND");

    const wanted = await whatToShow(request, context);
    const { page, pages, offset } = pageOf(topic.lastFloor, wanted.page);
    const viewer = viewerOf(context);
    const rows = await selectFloors(database, topic.id, offset + 1, offset + pageSize, viewer);
    const depthPosts = await depthPostsOf(
      database,
      rows.map(({ post }) => post),
      wanted.expanded,
      viewer,
    );
    const refusal = replyRefusal(context, topic.closed);
    const floors = rows.map(
      ({ post, author, liked }): FloorPost => ({
        ...toShownPost(post, author, viewer),
        floor: post.floor ?? 0,
        liked,
        accepted: topic.acceptedPostId === post.id,
        depthPosts: depthPosts.get(post.id) ?? [],
        depthTotal: post.depthTotal,
      }),
    );
    return {
      ...toTopicRow(selected),
      page,
      pages,
      lastFloor: topic.lastFloor,
      floors,
      authors: Object.fromEntries(rows.map(({ author }) => [String(author.id), toAuthorCard(author)])),
      favorited: await isFavorited(context, viewer, topic.id),
      favorites: topic.favorites,
      canReply: viewer !== null && refusal === null,
      replyRefusal: refusal,
    };
  },

  async depthPostList(request, context) {
    const { database } = context;
    const [floorPost] = await database.select().from(posts).where(eq(posts.id, request.pid)).limit(1);
    const { id, topicId, parentId, depthTotal } = found(floorPost, "POST_NOT_FOUND");
    if (parentId !== null) throw new Refusal("POST_NOT_FOUND");
    await standingTopic(database, topicId);
    const { page, pages, offset } = pageOf(depthTotal, request.page, depthPageSize);
    const condition = and(eq(posts.parentId, id), between(posts.depthNumber, offset + 1, offset + depthPageSize));
    return { posts: await selectDepthPosts(database, condition, viewerOf(context)), page, pages, total: depthTotal };
  },

  async viewTopic({ tid }, { database }) {
    countView(database, tid);
    return { success: true };
  },
} satisfies Handlers<"topicDetail" | "depthPostList" | "viewTopic">;
