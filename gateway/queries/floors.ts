import { and, asc, between, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { depthPreview } from "contract/limits";
import type { DepthPost, Person } from "contract/shapes";
import { moderates, postingRefusal } from "../access";
import type { CallContext } from "../context";
import type { Database } from "../database/open";
import { likes, posts } from "../database/schema";
import { found } from "../refusal";
import { shownEdit } from "./times";
import { isShownTo, type Stated, stateOf } from "./visibility";

/** Who looks at the posts of a section, whether they may write at this moment, and whether they moderate it. */
export interface Viewer {
  id: number;
  mayPost: boolean;
  moderates: boolean;
}

export async function viewerOf(context: CallContext, sectionId: number): Promise<Viewer | null> {
  const { account } = context.caller;
  if (!account) return null;
  return { id: account.id, mayPost: postingRefusal(account, context.now()) === null, moderates: await moderates(context, sectionId) };
}

interface ShownPost extends Stated {
  id: number;
  authorId: number;
  html: string;
  likes: number;
  createdAt: Date;
  editedAt: Date | null;
  stateReason: string | null;
}

const shownColumns = {
  id: posts.id,
  authorId: posts.authorId,
  html: posts.html,
  likes: posts.likes,
  createdAt: posts.createdAt,
  editedAt: posts.editedAt,
  deletedAt: posts.deletedAt,
  recycledById: posts.recycledById,
  hiddenAt: posts.hiddenAt,
  review: posts.review,
  stateReason: posts.stateReason,
};

/** What every post shows; one that is not for the viewer keeps its place and its author, and loses its text. */
export function toShownPost(post: ShownPost, people: Map<number, Person>, viewer: Viewer | null): Omit<DepthPost, "replyTo"> {
  const state = stateOf(post);
  const shown = isShownTo(viewer, state, post.authorId);
  const own = shown && viewer?.id === post.authorId && state !== "recycled";
  return {
    pid: post.id,
    author: found(people.get(post.authorId), "USER_NOT_FOUND"),
    html: shown ? post.html : "",
    createdAt: post.createdAt.toISOString(),
    editedAt: shown ? shownEdit(post.createdAt, post.editedAt) : null,
    deleted: !shown && post.deletedAt !== null,
    state,
    reason: shown && state !== "listed" ? post.stateReason : null,
    withheld: !shown,
    likes: post.likes,
    canEdit: own && viewer.mayPost,
    canDelete: own,
  };
}

/** The floors from one number to another, and whether the viewer likes each. */
export function selectFloors(database: Database, tid: number, from: number, to: number, viewer: Viewer | null) {
  const liked = viewer
    ? sql<boolean>`exists (select 1 from ${likes} where ${likes.accountId} = ${viewer.id} and ${likes.postId} = ${posts.id})`
    : sql<boolean>`false`;
  return database
    .select({ ...shownColumns, floor: posts.floor, depthTotal: posts.depthTotal, liked })
    .from(posts)
    .where(and(eq(posts.topicId, tid), between(posts.floor, from, to)))
    .orderBy(asc(posts.floor));
}

/** Depth replies under a condition, oldest first beneath each floor's post. */
export function selectDepthPosts(database: Database, condition: SQL | undefined) {
  return database
    .select({ ...shownColumns, parentId: posts.parentId, replyToId: posts.replyToId })
    .from(posts)
    .where(condition)
    .orderBy(asc(posts.parentId), asc(posts.depthNumber));
}

type SelectedDepthPost = Awaited<ReturnType<typeof selectDepthPosts>>[number];

/** Everyone that depth replies name. */
export const namedIn = (depthPosts: SelectedDepthPost[]): (number | null)[] =>
  depthPosts.flatMap(({ authorId, replyToId }) => [authorId, replyToId]);

export function toDepthPost(post: SelectedDepthPost, people: Map<number, Person>, viewer: Viewer | null): DepthPost {
  const answered = post.replyToId === null ? undefined : people.get(post.replyToId);
  return { ...toShownPost(post, people, viewer), replyTo: answered ? { uid: answered.uid, nickName: answered.nickName } : null };
}

/** The first depth replies beneath each of the floors' posts, and more of them beneath the expanded ones; in one query. */
export async function depthPostsOf(
  database: Database,
  floors: { id: number; depthTotal: number }[],
  expanded: Map<number, number>,
): Promise<SelectedDepthPost[]> {
  const parents = floors.filter(({ depthTotal }) => depthTotal > 0).map(({ id }) => id);
  if (parents.length === 0) return [];
  const more = [...expanded]
    .filter(([pid]) => parents.includes(pid))
    .map(([pid, shown]) => and(eq(posts.parentId, pid), lte(posts.depthNumber, shown)));
  return selectDepthPosts(database, or(and(inArray(posts.parentId, parents), lte(posts.depthNumber, depthPreview)), ...more));
}
