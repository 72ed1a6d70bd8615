import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, postVersions, topics } from "../../database/schema";
import { presentPost } from "../../forum/states/change-state";
import { tagsOfTopics } from "../../forum/states/topic-tags";
import { type Readied, readyAgain } from "../../forum/writing/ready-again";
import { linkAttachments } from "../../forum/writing/written-files";
import { indexReply, indexTopic } from "../../search/index/index-rows";
import type { Services } from "../../server/context";
import type { Work } from "../batches/act";
import { checkUnchanged, type Done, momentOf } from "./done";

/**
 * The text that a correction replaced, with its HTML and its search document. Throws CHANGED_SINCE when that version is
 * deleted.
 */
export async function readReplaced(
  services: Pick<Services, "database" | "texts">,
  { before }: Done,
): Promise<Readied> {
  const { database } = services;
  const [version] = await database
    .select({ title: postVersions.title, source: postVersions.source, tid: posts.topicId })
    .from(postVersions)
    .innerJoin(posts, eq(posts.id, postVersions.postId))
    .where(eq(postVersions.id, Number(before.version)));
  checkUnchanged(version !== undefined);
  const { title, source, tid } = version;
  const tags = title === null ? [] : ((await tagsOfTopics(database, [tid])).get(tid) ?? []);
  return readyAgain(services, { title, source, tags: tags.map(({ name }) => name) });
}

/** Replaces a moderator's correction by the version that was kept, and deletes that version. */
export async function putBackWords(
  database: Database,
  pid: number,
  { before }: Done,
  { prepared }: Work,
): Promise<void> {
  checkUnchanged(prepared !== undefined);
  const { title, source, html, lexemes } = prepared as Readied;
  const post = await presentPost(database, pid);
  await database.delete(postVersions).where(eq(postVersions.id, Number(before.version)));
  const editedById = before.editedById === null ? null : Number(before.editedById);
  await database
    .update(posts)
    .set({ source, html, editedAt: momentOf(before.editedAt), editedById })
    .where(eq(posts.id, pid));
  await linkAttachments(database, { ...post, html });
  if (title === null) return indexReply(database, pid, lexemes);
  await database.update(topics).set({ title }).where(eq(topics.id, post.topicId));
  await indexTopic(database, post.topicId, lexemes);
}
