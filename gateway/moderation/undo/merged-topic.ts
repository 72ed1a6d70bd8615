import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { countInTags } from "../../forum/states/counters";
import { lockTopicOrGone, type Topic } from "../../forum/states/find-content";
import { countOnTopic } from "../../forum/states/heat";
import { tagIdsOf, tagsOfTopics } from "../../forum/states/topic-tags";
import { stateOf } from "../../forum/states/visibility";
import { indexTopic, unindexed } from "../../search/index/index-rows";
import type { Services } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { actsIn, checkMayAct } from "../operator";
import { peopleBack } from "../topics/merged-people";
import { lockBoth, moveFloors, type Placed } from "../topics/move-floors";
import { checkUnchanged, type Done, isMoment } from "./done";
import { acceptAgain, activeAgain, areLast, movedPosts, numbersIn, removeStubs } from "./moved-replies";

/** The search document of the topic that comes back, with the HTML that it is made of. */
interface Beginning {
  html: string;
  lexemes: string;
}

/** Cuts the words of the merged topic for the search before the transaction: its text begins a topic again. */
export async function readMerged(
  { database, texts }: Pick<Services, "database" | "texts">,
  tid: number,
  { before }: Done,
): Promise<Beginning | undefined> {
  const [pid = 0] = numbersIn(before.posts);
  const [text] = await database.select({ html: posts.html }).from(posts).where(eq(posts.id, pid));
  const [topic] = await database.select({ title: topics.title }).from(topics).where(eq(topics.id, tid));
  if (!text || !topic) return undefined;
  const tags = (await tagsOfTopics(database, [tid])).get(tid) ?? [];
  const source = { ...text, ...topic, tags: tags.map(({ name }) => name) };
  const [lexemes = ""] = await texts.run("lexemes", { texts: [source] }, text.html.length, null);
  return { ...text, lexemes };
}

/** The topic has its text again, and is in lists, counts and the search. */
async function beginAgain(database: Database, topic: Topic, { post }: Placed, beginning: Beginning) {
  checkUnchanged(beginning.html === post.html);
  await database
    .update(topics)
    .set({ deletedAt: null, ...countOnTopic({ likes: post.likes }) })
    .where(eq(topics.id, topic.id));
  await countInTags(database, await tagIdsOf(database, topic.id), 1);
  await indexTopic(database, topic.id, beginning.lexemes);
  await database.update(posts).set(unindexed).where(eq(posts.id, post.id));
}

/**
 * Brings a merged topic back: its text, its replies and what was written beneath them since, its favourites and
 * followers. Floors of others in the other topic stay as they are. Throws CHANGED_SINCE.
 */
export async function topicBack(
  database: Database,
  tid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const [from, to] = await lockBoth(database, tid, Number(done.after.topic));
  await checkMayAct(database, work.operator, from, false);
  if (!actsIn(work.operator, to.sectionId)) throw new Refusal("NOT_YOUR_SECTION");
  checkUnchanged(to.listed && stateOf(from) === "deleted" && isMoment(from.deletedAt, done.at));
  const placed = await movedPosts(database, to, done);
  const first = found(placed[0], "CHANGED_SINCE");
  // It would be a topic whose text nobody may read.
  checkUnchanged(first.place === 1 && first.post.listed);
  await removeStubs(database, from, placed);
  const leaves = !areLast(to, placed, done);
  await moveFloors(database, { from: to, to: from, placed, at: work.at, stubs: leaves });
  if (!leaves)
    await database
      .update(topics)
      .set({ lastFloor: Number(done.before.first) - 1 })
      .where(eq(topics.id, to.id));
  await beginAgain(database, from, first, found(work.prepared as Beginning | undefined, "CHANGED_SINCE"));
  await peopleBack(
    database,
    { from: tid, to: to.id },
    { favorited: numbersIn(done.before.favorited), followed: numbersIn(done.before.followed) },
  );
  await acceptAgain(database, await lockTopicOrGone(database, tid), done);
  const { activeFrom, activeFromNow, activeTo, activeToNow } = done.before;
  await activeAgain(database, from, activeFrom, activeFromNow);
  await activeAgain(database, to, activeTo, activeToNow);
  return {
    kind: "topic",
    sectionId: from.sectionId,
    personId: from.authorId,
    tids: [from.id, to.id],
    before: { topic: to.id },
    after: { topic: from.id },
    tell: {
      accountIds: [...new Set([from.authorId, to.authorId])].filter((id) => id !== work.operator.id),
      topicId: from.id,
    },
  };
}
