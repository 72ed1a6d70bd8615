import { and, asc, between, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { depthPreview } from "contract/limits";
import type { DepthPost } from "contract/shapes";
import { postingRefusal } from "../access";
import type { CallContext } from "../context";
import type { Database } from "../database/open";
import { accounts, likes, posts } from "../database/schema";
import { cardColumns, personColumns, toPerson } from "./people";
import { shownEdit } from "./times";

const answered = alias(accounts, "answered");

/** Who looks at the posts, and whether they may write at this moment. */
export interface Viewer {
  id: number;
  mayPost: boolean;
}

export function viewerOf({ caller, now }: CallContext): Viewer | null {
  return caller.account ? { id: caller.account.id, mayPost: postingRefusal(caller.account, now()) === null } : null;
}

interface ShownPost {
  id: number;
  authorId: number;
  html: string;
  likes: number;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
}

const shownColumns = {
  id: posts.id,
  authorId: posts.authorId,
  html: posts.html,
  likes: posts.likes,
  createdAt: posts.createdAt,
  editedAt: posts.editedAt,
  deletedAt: posts.deletedAt,
};

/** What every post shows; a deleted one keeps its place and its author, and loses its text. */
export function toShownPost(post: ShownPost, author: Parameters<typeof toPerson>[0], viewer: Viewer | null): Omit<DepthPost, "replyTo"> {
  const deleted = post.deletedAt !== null;
  const own = !deleted && viewer?.id === post.authorId;
  return {
    pid: post.id,
    author: toPerson(author),
    html: deleted ? "" : post.html,
    createdAt: post.createdAt.toISOString(),
    editedAt: deleted ? null : shownEdit(post.createdAt, post.editedAt),
    deleted,
    likes: post.likes,
    canEdit: own && viewer.mayPost,
    canDelete: own,
  };
}

/** The floors from one number to another, each with its author's card and whether the viewer likes it. */
export function selectFloors(database: Database, tid: number, from: number, to: number, viewer: Viewer | null) {
  const liked = viewer
    ? sql<boolean>`exists (select 1 from ${likes} where ${likes.accountId} = ${viewer.id} and ${likes.postId} = ${posts.id})`
    : sql<boolean>`false`;
  return database
    .select({ post: { ...shownColumns, floor: posts.floor, depthTotal: posts.depthTotal }, author: cardColumns, liked })
    .from(posts)
    .innerJoin(accounts, eq(accounts.id, posts.authorId))
    .where(and(eq(posts.topicId, tid), between(posts.floor, from, to)))
    .orderBy(asc(posts.floor));
}

/** Depth replies under a condition, oldest first beneath each floor's post. */
export async function selectDepthPosts(database: Database, condition: SQL | undefined, viewer: Viewer | null): Promise<DepthPost[]> {
  return (await depthRows(database, condition, viewer)).map(({ shown }) => shown);
}

async function depthRows(
  database: Database,
  condition: SQL | undefined,
  viewer: Viewer | null,
): Promise<{ parent: number | null; shown: DepthPost }[]> {
  const rows = await database
    .select({
      post: shownColumns,
      parent: posts.parentId,
      author: personColumns,
      answered: { id: answered.id, nickname: answered.nickname },
    })
    .from(posts)
    .innerJoin(accounts, eq(accounts.id, posts.authorId))
    .leftJoin(answered, eq(answered.id, posts.replyToId))
    .where(condition)
    .orderBy(asc(posts.parentId), asc(posts.depthNumber));
  return rows.map(({ post, parent, author, answered: person }) => ({
    parent,
    shown: { ...toShownPost(post, author, viewer), replyTo: person ? { uid: person.id, nickName: person.nickname } : null },
  }));
}

/** The first depth replies beneath each of the floors' posts, and more of them beneath the expanded ones; in one query. */
export async function depthPostsOf(
  database: Database,
  floors: { id: number; depthTotal: number }[],
  expanded: Map<number, number>,
  viewer: Viewer | null,
): Promise<Map<number, DepthPost[]>> {
  const parents = floors.filter(({ depthTotal }) => depthTotal > 0).map(({ id }) => id);
  const byParent = new Map<number, DepthPost[]>(parents.map((id) => [id, []]));
  if (parents.length === 0) return byParent;
  const more = [...expanded].map(([pid, shown]) => and(eq(posts.parentId, pid), lte(posts.depthNumber, shown)));
  const condition = or(and(inArray(posts.parentId, parents), lte(posts.depthNumber, depthPreview)), ...more);
  for (const { parent, shown } of await depthRows(database, condition, viewer)) byParent.get(parent ?? 0)?.push(shown);
  return byParent;
}
