import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { depthPreview } from "contract/limits";
import type { DepthPost, Person } from "contract/shapes";
import { moderates, postingRefusal } from "../access";
import type { CallContext } from "../context";
import type { Database } from "../database/open";
import { likes, posts } from "../database/schema";
import { found } from "../refusal";
import { amongFloors } from "./floor-pages";
import { shownEdit } from "./times";
import { isShownTo, type Stated, stateOf } from "./visibility";

/** Who looks at posts, and whether they may write at this moment. */
export interface Looker {
  id: number;
  admin: boolean;
  mayPost: boolean;
}

/** The same, and whether they moderate the posts' section. */
export interface Viewer extends Looker {
  moderates: boolean;
}

export function lookerOf({ caller, now }: CallContext): Looker | null {
  const { account } = caller;
  return account ? { id: account.id, admin: account.admin, mayPost: postingRefusal(account, now()) === null } : null;
}

export async function viewerOf(context: CallContext, sectionId: number): Promise<Viewer | null> {
  const looker = lookerOf(context);
  return looker && { ...looker, moderates: await moderates(context, sectionId) };
}

interface ShownPost extends Stated {
  id: number;
  authorId: number;
  html: string;
  likes: number;
  liked: boolean;
  createdAt: Date;
  editedAt: Date | null;
  stateReason: string | null;
}

/** What is selected of every post: its own columns, and whether the one who looks likes it. */
const shownColumns = (looker: Looker | null) => ({
  id: posts.id,
  authorId: posts.authorId,
  html: posts.html,
  likes: posts.likes,
  liked: looker
    ? sql<boolean>`exists (select 1 from ${likes} where ${likes.accountId} = ${looker.id} and ${likes.postId} = ${posts.id})`
    : sql<boolean>`false`,
  createdAt: posts.createdAt,
  editedAt: posts.editedAt,
  deletedAt: posts.deletedAt,
  recycledById: posts.recycledById,
  hiddenAt: posts.hiddenAt,
  review: posts.review,
  stateReason: posts.stateReason,
});

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
    liked: post.liked,
    canEdit: own && viewer.mayPost,
    canDelete: own,
  };
}

/** These floors of a topic, in the order of the numbers given. */
export async function selectFloors(database: Database, tid: number, floors: number[], looker: Looker | null) {
  if (floors.length === 0) return [];
  const rows = await database
    .select({ ...shownColumns(looker), floor: posts.floor, depthTotal: posts.depthTotal })
    .from(posts)
    .where(and(eq(posts.topicId, tid), amongFloors(floors)))
    // A floor's number stands once in a topic. Said here, PostgreSQL need not guess: of a topic with 100,000 floors it
    // would expect most of them, and compile the query for that.
    .limit(floors.length);
  const byFloor = new Map(rows.map((row) => [row.floor, row]));
  return floors.flatMap((floor) => byFloor.get(floor) ?? []);
}

/** Depth replies under a condition, oldest first beneath each floor's post. */
export function selectDepthPosts(database: Database, condition: SQL | undefined, looker: Looker | null) {
  return database
    .select({ ...shownColumns(looker), parentId: posts.parentId, replyToId: posts.replyToId })
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
  looker: Looker | null,
): Promise<SelectedDepthPost[]> {
  const parents = floors.filter(({ depthTotal }) => depthTotal > 0).map(({ id }) => id);
  if (parents.length === 0) return [];
  const more = [...expanded]
    .filter(([pid]) => parents.includes(pid))
    .map(([pid, shown]) => and(eq(posts.parentId, pid), lte(posts.depthNumber, shown)));
  return selectDepthPosts(database, or(and(inArray(posts.parentId, parents), lte(posts.depthNumber, depthPreview)), ...more), looker);
}
