import type { Person } from "contract/base/shapes";
import { depthPreview } from "contract/forum/constants";
import type { ContentState, DepthPost } from "contract/forum/shapes";
import { mayAct } from "contract/forum/transitions";
import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { outerColumn } from "../../database/outer-column";
import { likes, posts } from "../../database/schema";
import { moderates, postingRefusal } from "../../server/access";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { isShownTo, type SectionViewer, stateOf, type TextState, type Viewer } from "../states/visibility";
import { editTime } from "./edit-time";
import { amongFloors } from "./floor-pages";
import { pageTexts, textColumns } from "./page-texts";

export function viewerOf({ caller, now }: CallContext): Viewer | null {
  const { account } = caller;
  return account
    ? { id: account.id, admin: account.admin, mayPost: postingRefusal(account, now()) === null }
    : null;
}

export function sectionViewerOf(context: CallContext, sectionId: number): SectionViewer | null {
  const viewer = viewerOf(context);
  return viewer && { ...viewer, moderates: moderates(context, sectionId) };
}

interface ShownPost extends TextState {
  id: number;
  authorId: number;
  html: string | null;
  bytes: number;
  likes: number;
  liked: boolean;
  createdAt: Date;
  editedAt: Date | null;
  stateReason: string | null;
}

/** The selected columns of every post: its own, and whether the viewer likes it. */
const postColumns = (viewer: Viewer | null) => ({
  id: posts.id,
  authorId: posts.authorId,
  ...textColumns,
  likes: posts.likes,
  liked: viewer
    ? sql<boolean>`exists (select 1 from ${likes} where ${likes.accountId} = ${viewer.id} and ${likes.postId} = ${outerColumn(posts.id)})`
    : sql<boolean>`false`,
  createdAt: posts.createdAt,
  editedAt: posts.editedAt,
  deletedAt: posts.deletedAt,
  recycledById: posts.recycledById,
  hiddenAt: posts.hiddenAt,
  review: posts.review,
  stateReason: posts.stateReason,
});

/** The texts of the posts that the viewer may read, the most important first (page-texts.ts). */
export function textsFor(
  database: Database,
  viewer: SectionViewer | null,
  visiblePosts: ShownPost[],
): Promise<Texts> {
  return pageTexts(
    database,
    visiblePosts.filter((post) => isShownTo(viewer, stateOf(post), post.authorId)),
  );
}

type Texts = Awaited<ReturnType<typeof pageTexts>>;

/** The people whom posts name, and the posts' texts. */
export interface PostContext {
  people: Map<number, Person>;
  texts: Texts;
}

/** A post for the page. A post that the viewer may not read keeps its place and author, and has no text. */
export function toShownPost(
  post: ShownPost,
  { people, texts }: PostContext,
  viewer: SectionViewer | null,
): Omit<DepthPost, "replyTo"> {
  const state = stateOf(post);
  const isVisible = isShownTo(viewer, state, post.authorId);
  return {
    pid: post.id,
    author: found(people.get(post.authorId), "USER_NOT_FOUND"),
    ...textOf(post, isVisible, texts),
    createdAt: post.createdAt.toISOString(),
    editedAt: isVisible ? editTime(post.createdAt, post.editedAt) : null,
    deleted: !isVisible && post.deletedAt !== null,
    state,
    reason: isVisible && state !== "listed" ? post.stateReason : null,
    withheld: !isVisible,
    likes: post.likes,
    liked: post.liked,
    ...authorsRights(viewer, state, post.authorId),
  };
}

/** The author's rights on a post. */
export function authorsRights(
  viewer: Viewer | null,
  state: ContentState,
  authorId: number,
): Pick<DepthPost, "canEdit" | "canDelete"> {
  const own = viewer?.id === authorId;
  return {
    canEdit: own && viewer.mayPost && mayAct("edit", state, "author"),
    canDelete: own && mayAct("delete", state, "author"),
  };
}

/** A text for a page. */
export function textOf(
  { id }: { id: number },
  isVisible: boolean,
  texts: Texts,
): Pick<DepthPost, "html" | "elsewhere"> {
  const html = isVisible ? (texts.get(id) ?? null) : "";
  return { html: html ?? "", elsewhere: html === null };
}

/** These floors of a topic, in the order of the numbers given. */
export async function selectFloors(database: Database, tid: number, floors: number[], viewer: Viewer | null) {
  if (floors.length === 0) return [];
  const rows = await database
    .select({
      ...postColumns(viewer),
      floor: posts.floor,
      depthTotal: posts.depthTotal,
      movedToId: posts.movedToId,
    })
    .from(posts)
    .where(and(eq(posts.topicId, tid), amongFloors(floors)))
    // A floor number is unique in a topic. The limit tells PostgreSQL so: for a topic with 100,000 floors it would
    // otherwise expect most of them and use JIT compilation.
    .limit(floors.length);
  const byFloor = new Map(rows.map((row) => [row.floor, row]));
  return floors.flatMap((floor) => byFloor.get(floor) ?? []);
}

/** Depth replies under a condition, oldest first beneath each floor's post. */
export function selectDepthPosts(database: Database, condition: SQL | undefined, viewer: Viewer | null) {
  return database
    .select({ ...postColumns(viewer), parentId: posts.parentId, replyToId: posts.replyToId })
    .from(posts)
    .where(condition)
    .orderBy(asc(posts.parentId), asc(posts.depthNumber));
}

type SelectedDepthPost = Awaited<ReturnType<typeof selectDepthPosts>>[number];

/** All people whom depth replies name. */
export const peopleIn = (depthPosts: SelectedDepthPost[]): (number | null)[] =>
  depthPosts.flatMap(({ authorId, replyToId }) => [authorId, replyToId]);

export function toDepthPost(
  post: SelectedDepthPost,
  context: PostContext,
  viewer: SectionViewer | null,
): DepthPost {
  const recipient = post.replyToId === null ? undefined : context.people.get(post.replyToId);
  return {
    ...toShownPost(post, context, viewer),
    replyTo: recipient ? { uid: recipient.uid, nickName: recipient.nickName } : null,
  };
}

/**
 * The first depth replies beneath each of the floors' posts, and more of them beneath the expanded ones; in
 * one query.
 */
export async function depthPostsOf(
  database: Database,
  floors: { id: number; depthTotal: number }[],
  expanded: Map<number, number>,
  viewer: Viewer | null,
): Promise<SelectedDepthPost[]> {
  const parents = floors.filter(({ depthTotal }) => depthTotal > 0).map(({ id }) => id);
  if (parents.length === 0) return [];
  const more = [...expanded]
    .filter(([pid]) => parents.includes(pid))
    .map(([pid, visibleDepth]) => and(eq(posts.parentId, pid), lte(posts.depthNumber, visibleDepth)));
  return selectDepthPosts(
    database,
    or(and(inArray(posts.parentId, parents), lte(posts.depthNumber, depthPreview)), ...more),
    viewer,
  );
}
