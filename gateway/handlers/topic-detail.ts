import { and, between, eq } from "drizzle-orm";
import type { CallRequest } from "contract";
import { depthPageSize, pageSize } from "contract/limits";
import type { FloorPost } from "contract/shapes";
import { isMuted, postingRefusal } from "../access";
import type { CallContext, Handlers } from "../context";
import { favorites, posts, sections, topicClasses, topics } from "../database/schema";
import { depthPostsOf, namedIn, selectDepthPosts, selectFloors, toDepthPost, toShownPost, type Viewer, viewerOf } from "../queries/floors";
import { cardsByIds, peopleByIds } from "../queries/people";
import { tagsOfTopics } from "../queries/tags";
import { pageOf } from "../queries/topic-pages";
import { type SelectedTopic, sectionsMovedFrom, toTopicRow, topicColumns } from "../queries/topic-rows";
import { type Post, visibleTopic } from "../queries/topics";
import { countView } from "../queries/views";
import { isShownTo, stateOf } from "../queries/visibility";
import { found, Refusal } from "../refusal";

/** Depth replies of an expanded floor that a topic page shows at once; the rest come by depthPostList. */
const expandedMaximum = 200;
/** A permalink shows the replies up to its own, and no more than this. */
const permalinkMaximum = 1_000;

/** A topic that the caller may see, in an open section, and who looks. Throws TOPIC_NOT_FOUND. */
async function shownTopic(context: CallContext, tid: number) {
  const { database } = context;
  const { acceptedPostId, favorites: kept, lastFloor } = topics;
  const [row] = await database
    .select({ ...topicColumns, sectionName: sections.name, acceptedPostId, favorites: kept, lastFloor })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .leftJoin(topicClasses, eq(topicClasses.id, topics.classId))
    .where(and(eq(topics.id, tid), eq(sections.closed, false)))
    .limit(1);
  const topic = found(row, "TOPIC_NOT_FOUND");
  const viewer = await viewerOf(context, topic.sectionId);
  if (!isShownTo(viewer, stateOf(topic), topic.authorId)) throw new Refusal("TOPIC_NOT_FOUND");
  return { topic, viewer };
}

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

function replyRefusal({ caller, now }: CallContext, { closed, listed }: { closed: boolean; listed: boolean }) {
  if (!caller.account) return null;
  return postingRefusal(caller.account, now()) ?? (listed ? (closed ? "TOPIC_CLOSED" : null) : "CONTENT_NOT_LISTED");
}

function mutedUntil({ caller, now }: CallContext): string | null {
  const { account } = caller;
  return account && isMuted(account, now()) ? (account.mutedUntil?.toISOString() ?? null) : null;
}

/** The columns by which floor 1 is in its topic's state. */
function statedBy({ deletedAt, recycledById, hiddenAt, review, stateReason }: SelectedTopic) {
  return { deletedAt, recycledById, hiddenAt, review, stateReason };
}

/** A topic and the pages of its floors. */
export const topicDetailHandlers = {
  async topicDetail(request, context) {
    const { database } = context;
    const { topic, viewer } = await shownTopic(context, request.tid);
    const wanted = await whatToShow(request, context);
    const { page, pages, offset } = pageOf(topic.lastFloor, wanted.page);
    const posted = await selectFloors(database, topic.id, offset + 1, offset + pageSize, viewer);
    const beneath = await depthPostsOf(database, posted, wanted.expanded);
    const writers = posted.map(({ authorId }) => authorId);
    const cards = await cardsByIds(database, [...writers, topic.authorId, topic.lastReplierId, ...namedIn(beneath)]);
    const people = new Map([...cards].map(([id, { uid, nickName, icon }]) => [id, { uid, nickName, icon }]));
    const tags = await tagsOfTopics(database, [topic.id]);
    const state = stateOf(topic);
    const refusal = replyRefusal(context, { closed: topic.closed, listed: state === "listed" });
    const moved = await sectionsMovedFrom(database, [topic]);
    const floors = posted.map(
      (post): FloorPost => ({
        // Floor 1 is the topic itself, whatever became of it.
        ...toShownPost(post.floor === 1 ? { ...post, ...statedBy(topic) } : post, people, viewer),
        floor: post.floor ?? 0,
        liked: post.liked,
        accepted: topic.acceptedPostId === post.id,
        depthPosts: beneath.filter(({ parentId }) => parentId === post.id).map((each) => toDepthPost(each, people, viewer)),
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
      page,
      pages,
      lastFloor: topic.lastFloor,
      floors,
      authors: Object.fromEntries(writers.map((id) => [String(id), found(cards.get(id), "USER_NOT_FOUND")])),
      favorited: await isFavorited(context, viewer, topic.id),
      favorites: topic.favorites,
      canReply: viewer !== null && refusal === null,
      replyRefusal: refusal,
      mutedUntil: mutedUntil(context),
    };
  },

  async depthPostList(request, context) {
    const { database } = context;
    const [floorPost] = await database.select().from(posts).where(eq(posts.id, request.pid)).limit(1);
    const { id, topicId, parentId, depthTotal } = found(floorPost, "POST_NOT_FOUND");
    if (parentId !== null) throw new Refusal("POST_NOT_FOUND");
    const { topic } = await visibleTopic(context, topicId);
    const { page, pages, offset } = pageOf(depthTotal, request.page, depthPageSize);
    const condition = and(eq(posts.parentId, id), between(posts.depthNumber, offset + 1, offset + depthPageSize));
    const rows = await selectDepthPosts(database, condition);
    const people = await peopleByIds(database, namedIn(rows));
    const viewer = await viewerOf(context, topic.sectionId);
    return { posts: rows.map((post) => toDepthPost(post, people, viewer)), page, pages, total: depthTotal };
  },

  async viewTopic({ tid }, { database }) {
    countView(database, tid);
    return { success: true };
  },
} satisfies Handlers<"topicDetail" | "depthPostList" | "viewTopic">;
