import { and, between, eq, sql } from "drizzle-orm";
import type { CallRequest, CallResponse } from "contract";
import { depthPageSize } from "contract/limits";
import type { FloorPost, Person } from "contract/shapes";
import { isMuted, postingRefusal } from "../access";
import type { CallContext, Handlers } from "../context";
import { favorites, follows, moderators, posts, sections, topicClasses, topics } from "../database/schema";
import { floorStretch } from "../queries/floor-pages";
import {
  depthPostsOf,
  namedIn,
  selectDepthPosts,
  selectFloors,
  toDepthPost,
  toShownPost,
  type Looker,
  lookerOf,
  viewerOf,
} from "../queries/floors";
import { cardsByIds, peopleByIds } from "../queries/people";
import { tagsOfTopics } from "../queries/tags";
import { pageOf } from "../queries/topic-pages";
import { type SelectedTopic, sectionsMovedFrom, toTopicRow, topicColumns } from "../queries/topic-rows";
import { type Post, postFields, visibleTopic } from "../queries/topics";
import { countView } from "../queries/views";
import { isShownTo, stateOf } from "../queries/visibility";
import { attachmentsOfPosts } from "../queries/written-files";
import { found, Refusal } from "../refusal";

/** Depth replies of an expanded floor that a topic page shows at once; the rest come by depthPostList. */
const expandedMaximum = 200;
/** A permalink shows the replies up to its own, and no more than this. */
const permalinkMaximum = 1_000;

/** What the viewer has to do with a topic; asked for with the topic itself, so that it costs no query of its own. */
function relationColumns(looker: Looker | null) {
  const none = sql<boolean>`false`;
  if (!looker) return { favorited: none, authorFollowed: none, moderated: none };
  const { id, admin } = looker;
  return {
    favorited: sql<boolean>`exists (select 1 from ${favorites} where ${favorites.accountId} = ${id} and ${favorites.topicId} = ${topics.id})`,
    authorFollowed: sql<boolean>`exists (select 1 from ${follows} where ${follows.accountId} = ${id} and ${follows.kind} = 'user'
      and ${follows.targetId} = ${topics.authorId})`,
    moderated: admin
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from ${moderators} where ${moderators.accountId} = ${id} and ${moderators.sectionId} = ${topics.sectionId})`,
  };
}

/** A topic that the caller may see, in an open section, and who looks. Throws TOPIC_NOT_FOUND. */
async function shownTopic(context: CallContext, tid: number) {
  const looker = lookerOf(context);
  const { acceptedPostId, favorites: kept, lastFloor, solvedReason } = topics;
  const own = { sectionName: sections.name, acceptedPostId, favorites: kept, lastFloor, solvedReason };
  const [row] = await context.database
    .select({ ...topicColumns, ...own, ...relationColumns(looker) })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .leftJoin(topicClasses, eq(topicClasses.id, topics.classId))
    .where(and(eq(topics.id, tid), eq(sections.closed, false)))
    .limit(1);
  const topic = found(row, "TOPIC_NOT_FOUND");
  const viewer = looker && { ...looker, moderates: topic.moderated };
  if (!isShownTo(viewer, stateOf(topic), topic.authorId)) throw new Refusal("TOPIC_NOT_FOUND");
  return { topic, viewer };
}

/** The post that a permalink names and the floor's post it stands at or beneath. Throws POST_NOT_FOUND. */
async function namedPost({ database }: CallContext, tid: number, pid: number): Promise<{ named: Post; floorPost: Post }> {
  const find = async (id: number) => {
    const rows = await database
      .select(postFields)
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.topicId, tid)))
      .limit(1);
    return found(rows[0], "POST_NOT_FOUND");
  };
  const named = await find(pid);
  return { named, floorPost: named.parentId === null ? named : await find(named.parentId) };
}

/** Which floor must be on the page, and how many depth replies are shown beneath which floors' posts. */
async function whatToShow(request: CallRequest<"topicDetail">, context: CallContext) {
  const expanded = new Map<number, number>();
  let floor = request.floor;
  if (request.pid !== undefined) {
    const { named, floorPost } = await namedPost(context, request.tid, request.pid);
    floor = floorPost.floor ?? 1;
    if (named.depthNumber !== null) {
      const wholePages = Math.ceil(named.depthNumber / depthPageSize) * depthPageSize;
      expanded.set(floorPost.id, Math.min(permalinkMaximum, wholePages));
    }
  }
  if (request.expand !== undefined) expanded.set(request.expand, Math.max(expandedMaximum, expanded.get(request.expand) ?? 0));
  return { floor, expanded };
}

type Floors = Awaited<ReturnType<typeof selectFloors>>;
type Shown = Awaited<ReturnType<typeof shownTopic>>["topic"];

/** The accepted answer's row, where the page begins with floor 1: one of the page's own, or fetched. */
async function acceptedFloor({ database }: CallContext, { id, acceptedPostId }: Shown, posted: Floors, looker: Looker | null) {
  if (acceptedPostId === null || posted[0]?.floor !== 1) return null;
  const here = posted.find((post) => post.id === acceptedPostId);
  if (here) return here;
  const [row] = await database.select({ floor: posts.floor }).from(posts).where(eq(posts.id, acceptedPostId)).limit(1);
  const [answer] = await selectFloors(database, id, [found(row?.floor, "POST_NOT_FOUND")], looker);
  return answer ?? null;
}

function toAnswer(answer: Floors[number] | null, people: Map<number, Person>): CallResponse<"topicDetail">["answer"] {
  if (!answer || stateOf(answer) !== "listed") return null;
  const { id: pid, floor, html, createdAt, likes, authorId } = answer;
  return { pid, floor: floor ?? 0, author: found(people.get(authorId), "USER_NOT_FOUND"), html, createdAt: createdAt.toISOString(), likes };
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
    const { floor, expanded } = await whatToShow(request, context);
    const { floors: numbers, ...stretch } = await floorStretch(
      database,
      { tid: topic.id, authorId: topic.authorId, lastFloor: topic.lastFloor, order: request.order, only: request.only },
      { page: request.page, floor, from: request.from },
    );
    const posted = await selectFloors(database, topic.id, numbers, viewer);
    const beneath = await depthPostsOf(database, posted, expanded, viewer);
    const answer = await acceptedFloor(context, topic, posted, viewer);
    const writers = [...new Set([...posted.map(({ authorId }) => authorId), topic.authorId])];
    const cards = await cardsByIds(database, [...writers, topic.lastReplierId, answer?.authorId ?? null, ...namedIn(beneath)]);
    const people = new Map([...cards].map(([id, { uid, nickName, icon }]) => [id, { uid, nickName, icon }]));
    const tags = await tagsOfTopics(database, [topic.id]);
    const refusal = replyRefusal(context, { closed: topic.closed, listed: stateOf(topic) === "listed" });
    const moved = await sectionsMovedFrom(database, [topic]);
    const floors = posted.map(
      (post): FloorPost => ({
        // Floor 1 is the topic itself, whatever became of it.
        ...toShownPost(post.floor === 1 ? { ...post, ...statedBy(topic) } : post, people, viewer),
        floor: post.floor ?? 0,
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
      ...stretch,
      lastFloor: topic.lastFloor,
      floors,
      answer: toAnswer(answer, people),
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
    const [floorPost] = await database.select(postFields).from(posts).where(eq(posts.id, request.pid)).limit(1);
    const { id, topicId, parentId, depthTotal } = found(floorPost, "POST_NOT_FOUND");
    if (parentId !== null) throw new Refusal("POST_NOT_FOUND");
    const { topic } = await visibleTopic(context, topicId);
    const { page, pages, offset } = pageOf(depthTotal, request.page, depthPageSize);
    const viewer = await viewerOf(context, topic.sectionId);
    const condition = and(eq(posts.parentId, id), between(posts.depthNumber, offset + 1, offset + depthPageSize));
    const rows = await selectDepthPosts(database, condition, viewer);
    const people = await peopleByIds(database, namedIn(rows));
    return { posts: rows.map((post) => toDepthPost(post, people, viewer)), page, pages, total: depthTotal };
  },

  async viewTopic({ tid }, { database }) {
    countView(database, tid);
    return { success: true };
  },
} satisfies Handlers<"topicDetail" | "depthPostList" | "viewTopic">;
