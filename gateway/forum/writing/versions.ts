import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, postVersions, topics } from "../../database/schema";
import { found } from "../../server/refusal";
import type { Post } from "../states/find-content";

/** The number of edits that a post's list has; older ones stay in the table. */
const editsListed = 20;

/**
 * The edits of a post, latest first. `id` is the version that the edit replaced; the next version has the edit's time
 * and writer.
 */
export async function editsOf(
  database: Database,
  post: Pick<Post, "id" | "authorId" | "editedById" | "createdAt" | "editedAt">,
) {
  const replaced = await database
    .select({ id: postVersions.id, editorId: postVersions.editorId, createdAt: postVersions.createdAt })
    .from(postVersions)
    .where(eq(postVersions.postId, post.id))
    .orderBy(desc(postVersions.id))
    .limit(editsListed);
  const present = { editorId: post.editedById ?? post.authorId, createdAt: post.editedAt ?? post.createdAt };
  return replaced.map(({ id }, index) => {
    const { editorId, createdAt } = replaced[index - 1] ?? present;
    return { id, editorId, at: createdAt };
  });
}

export interface TextVersion {
  title: string | null;
  source: string;
}

/**
 * A version of a post and the version that replaced it; for the last version, the present text. Throws POST_NOT_FOUND.
 */
export async function versionPair(
  database: Database,
  pid: number,
  versionId: number,
): Promise<{ before: TextVersion; after: TextVersion }> {
  const columns = { title: postVersions.title, source: postVersions.source };
  const ofPost = eq(postVersions.postId, pid);
  const [before] = await database
    .select(columns)
    .from(postVersions)
    .where(and(ofPost, eq(postVersions.id, versionId)));
  const [next] = await database
    .select(columns)
    .from(postVersions)
    .where(and(ofPost, gt(postVersions.id, versionId)))
    .orderBy(asc(postVersions.id))
    .limit(1);
  return { before: found(before, "POST_NOT_FOUND"), after: next ?? (await presentVersion(database, pid)) };
}

async function presentVersion(database: Database, pid: number): Promise<TextVersion> {
  const [post] = await database
    .select({ floor: posts.floor, title: topics.title, source: posts.source })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(eq(posts.id, pid));
  const { floor, title, source } = found(post, "POST_NOT_FOUND");
  return { title: floor === 1 ? title : null, source };
}

/**
 * Stores a post as it was before an edit, with its writer and time.
 * @param title the topic's title before, for floor 1
 * @returns the version's number
 */
export async function keepVersion(database: Database, post: Post, title: string | null): Promise<number> {
  const { id: postId, source } = post;
  const editorId = post.editedById ?? post.authorId;
  const [version] = await database
    .insert(postVersions)
    .values({ postId, editorId, title, source, createdAt: post.editedAt ?? post.createdAt })
    .returning({ id: postVersions.id });
  return found(version, "POST_NOT_FOUND").id;
}
