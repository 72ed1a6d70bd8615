import type { CallRequest, CallResponse } from "contract";
import { depthPageSize } from "contract/forum/constants";
import { and, eq, sql } from "drizzle-orm";
import { outerColumn } from "../../database/outer-column";
import { blocks, favorites, follows, posts, sections, topicClasses, topics } from "../../database/schema";
import { isMuted, moderates, penaltyReason, postingRefusal } from "../../server/access";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { checkView, type Entitling, mayIn } from "../../server/rights";
import { type SelectedTopic, topicColumns } from "../lists/topic-rows";
import { readingColumn } from "../reading/reading-column";
import { type Post, postFields } from "../states/find-content";
import { isShownTo, stateOf, type Viewer } from "../states/visibility";
import { type PostContext as ShownTexts, selectFloors, textOf, viewerOf } from "./floors";

/** Depth replies of an expanded floor that a topic page shows at once; the rest come by depthPostList. */
const expandedMaximum = 200;

/** The number of blocked people, the latest ones, whose texts the page folds. */
const blocksFolded = 500;

/** A permalink shows the replies up to its own, but at most this many. */
const permalinkMaximum = 1_000;

/** The viewer's relation to a topic; selected together with the topic, so that it needs no query of its own. */
export function relationColumns(viewer: Viewer | null) {
  const none = sql<boolean>`false`;
  if (!viewer)
    return {
      favorited: none,
      authorFollowed: none,
      reading: readingColumn(null),
      blocked: sql<number[]>`'{}'::int[]`,
    };
  const { id } = viewer;
  return {
    favorited: sql<boolean>`exists (select 1 from ${favorites} where ${favorites.accountId} = ${id} and ${favorites.topicId} = ${outerColumn(topics.id)})`,
    authorFollowed: sql<boolean>`exists (select 1 from ${follows} where ${follows.accountId} = ${id} and ${follows.kind} = 'user'
      and ${follows.targetId} = ${outerColumn(topics.authorId)})`,
    reading: readingColumn(id),
    blocked: sql<number[]>`array(select ${blocks.blockedId} from ${blocks} where ${blocks.accountId} = ${id}
      order by ${blocks.createdAt} desc limit ${blocksFolded})`,
  };
}

/** A topic that the caller may see, in an open section, and its viewer. Throws TOPIC_NOT_FOUND. */
export async function visibleTopic(context: CallContext, tid: number) {
  const viewer = viewerOf(context);
  const { acceptedPostId, favorites: favoriteCount, lastFloor, solvedReason } = topics;
  const { version } = topics;
  const own = {
    sectionName: sections.name,
    postingClosed: sections.postingClosed,
    rights: sections.rights,
    duplicateOfId: topics.duplicateOfId,
    acceptedPostId,
    favorites: favoriteCount,
    lastFloor,
    solvedReason,
    version,
  };
  const [row] = await context.database
    .select({ ...topicColumns, ...own, ...relationColumns(viewer) })
    .from(topics)
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .leftJoin(topicClasses, eq(topicClasses.id, topics.classId))
    .where(and(eq(topics.id, tid), eq(sections.closed, false)))
    .limit(1);
  const topic = found(row, "TOPIC_NOT_FOUND");
  checkView(context.caller, { id: topic.sectionId, rights: topic.rights }, "TOPIC_NOT_FOUND");
  const sectionViewer = viewer && { ...viewer, moderates: moderates(context, topic.sectionId) };
  if (!isShownTo(sectionViewer, stateOf(topic), topic.authorId)) throw new Refusal("TOPIC_NOT_FOUND");
  return { topic, viewer: sectionViewer };
}

/** The post of a permalink, and the post of its floor. Throws POST_NOT_FOUND. */
async function linkedPost(
  { database }: CallContext,
  tid: number,
  pid: number,
): Promise<{ post: Post; floorPost: Post }> {
  const find = async (id: number) => {
    const rows = await database
      .select(postFields)
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.topicId, tid)))
      .limit(1);
    return found(rows[0], "POST_NOT_FOUND");
  };
  const post = await find(pid);
  return { post, floorPost: post.parentId === null ? post : await find(post.parentId) };
}

/** The floor that must be on the page, and the number of depth replies to show beneath expanded floors. */
export async function whatToShow(request: CallRequest<"topicDetail">, context: CallContext) {
  const expanded = new Map<number, number>();
  let floor = request.floor;
  if (request.pid !== undefined) {
    const { post: target, floorPost } = await linkedPost(context, request.tid, request.pid);
    floor = floorPost.floor ?? 1;
    if (target.depthNumber !== null) {
      const wholePages = Math.ceil(target.depthNumber / depthPageSize) * depthPageSize;
      expanded.set(floorPost.id, Math.min(permalinkMaximum, wholePages));
    }
  }
  if (request.expand !== undefined)
    expanded.set(request.expand, Math.max(expandedMaximum, expanded.get(request.expand) ?? 0));
  return { floor, expanded };
}

type Floors = Awaited<ReturnType<typeof selectFloors>>;

type TopicView = Awaited<ReturnType<typeof visibleTopic>>["topic"];

/** The row of the accepted answer, for a page that begins with floor 1: from the page's rows or by a query. */
export async function acceptedFloor(
  { database }: CallContext,
  { id, acceptedPostId }: TopicView,
  posted: Floors,
  viewer: Viewer | null,
) {
  if (acceptedPostId === null || posted[0]?.floor !== 1) return null;
  const here = posted.find((post) => post.id === acceptedPostId);
  if (here) return here;
  const [row] = await database
    .select({ floor: posts.floor })
    .from(posts)
    .where(eq(posts.id, acceptedPostId))
    .limit(1);
  const [answer] = await selectFloors(database, id, [found(row?.floor, "POST_NOT_FOUND")], viewer);
  return answer ?? null;
}

export function toAnswer(
  answer: Floors[number] | null,
  { people, texts }: ShownTexts,
): CallResponse<"topicDetail">["answer"] {
  if (!answer || stateOf(answer) !== "listed") return null;
  const { id: pid, floor, createdAt, likes, authorId } = answer;
  return {
    pid,
    floor: floor ?? 0,
    author: found(people.get(authorId), "USER_NOT_FOUND"),
    ...textOf(answer, true, texts),
    createdAt: createdAt.toISOString(),
    likes,
  };
}

export function replyRefusal(
  { caller, now }: CallContext,
  {
    closed,
    listed,
    postingClosed,
    section,
  }: { closed: boolean; listed: boolean; postingClosed: boolean; section: Entitling },
) {
  if (!caller.account) return null;
  if (postingClosed) return "SECTION_POSTING_CLOSED";
  return (
    postingRefusal(caller.account, now()) ??
    (mayIn(caller, section, "reply") ? null : "RIGHT_DENIED") ??
    (listed ? (closed ? "TOPIC_CLOSED" : null) : "CONTENT_NOT_LISTED")
  );
}

/** The end and the reason of the caller's mute; nothing without one. */
export async function muteOf({ caller, database, now }: CallContext) {
  const { account } = caller;
  if (!account?.mutedUntil || !isMuted(account, now())) return { mutedUntil: null, muteReason: "" };
  return {
    mutedUntil: account.mutedUntil.toISOString(),
    muteReason: await penaltyReason(database, account.id, "mute"),
  };
}

/** The state columns that floor 1 gets from its topic. */
export function statedBy({ deletedAt, recycledById, hiddenAt, review, stateReason }: SelectedTopic) {
  return { deletedAt, recycledById, hiddenAt, review, stateReason };
}
