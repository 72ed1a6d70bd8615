import type { LogValues } from "contract/moderation/actions";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { countAnswer } from "../../forum/states/counters";
import { lockTopicOrGone, type Post, postFields, type Topic } from "../../forum/states/find-content";
import { indexReply } from "../../search/index/index-rows";
import type { Services } from "../../server/context";
import { Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { actsIn, checkMayAct } from "../operator";
import { endTopic, goingFloors, inRow, lockBoth, moveFloors, type Placed } from "../topics/move-floors";
import { checkUnchanged, type Done, isMoment } from "./done";

export const numbersIn = (value: LogValues[string] | undefined): number[] =>
  String(value ?? "")
    .split(",")
    .filter((part) => part !== "")
    .map(Number);

/** The search documents of replies that began the split topic, by their ids, with the HTML that they are made of. */
type Cut = { id: number; html: string; lexemes: string }[];

/**
 * Cuts the words of a split topic's own text for the search, before the transaction: it is a reply again, or the reply
 * that a further one of its topic becomes.
 */
export async function readSplit(
  { database, texts }: Pick<Services, "database" | "texts">,
  { before }: Done,
): Promise<Cut> {
  const [first = 0] = numbersIn(before.posts);
  const rows = await database
    .select({ id: posts.id, html: posts.html })
    .from(posts)
    .where(eq(posts.id, first));
  const lexemes = await texts.run(
    "lexemes",
    { texts: rows.map(({ html }) => ({ html })) },
    rows.reduce((sum, { html }) => sum + html.length, 0),
    null,
  );
  return rows.map((row, index) => ({ ...row, lexemes: lexemes[index] ?? "" }));
}

/** The moved posts where the batch left them. Throws CHANGED_SINCE. */
export async function movedPosts(database: Database, to: Topic, { before }: Done): Promise<Placed[]> {
  const [pids, floors] = [numbersIn(before.posts), numbersIn(before.floors)];
  const rows = await database.select(postFields).from(posts).where(inArray(posts.id, pids));
  const byId = new Map(rows.map((post) => [post.id, post]));
  return pids.map((pid, index) => {
    const post: Post | undefined = byId.get(pid);
    checkUnchanged(post?.topicId === to.id && post.floor === Number(before.first) + index);
    return { post, place: floors[index] ?? 0 };
  });
}

/** Frees the floors that the posts had: their rows led to the posts. */
export async function removeStubs(database: Database, topic: Topic, placed: Placed[]): Promise<void> {
  const pids = placed.map(({ post }) => post.id);
  // Rows of earlier moves of the same posts stay.
  const floors = placed.map(({ place }) => place);
  const removed = await database
    .delete(posts)
    .where(and(eq(posts.topicId, topic.id), inArray(posts.movedToId, pids), inArray(posts.floor, floors)))
    .returning({ id: posts.id });
  checkUnchanged(removed.length === placed.length);
}

/** The answer that was accepted before, unless it is deleted or the question has got another outcome since. */
export async function acceptAgain(database: Database, from: Topic, { before }: Done): Promise<void> {
  if (typeof before.accepted !== "number") return;
  checkUnchanged(from.acceptedPostId === null && !from.solved);
  const [answer] = await database.select(postFields).from(posts).where(eq(posts.id, before.accepted));
  checkUnchanged(answer !== undefined);
  if (answer.deletedAt !== null) return;
  await database
    .update(topics)
    .set({ acceptedPostId: answer.id, solved: true })
    .where(eq(topics.id, from.id));
  await countAnswer(database, from, null, answer);
}

/** Puts a topic's list time back, unless something has changed it since. */
export async function activeAgain(
  database: Database,
  { id, activeAt }: Topic,
  before: LogValues[string] | undefined,
  left: LogValues[string] | undefined,
): Promise<void> {
  if (typeof before !== "string" || typeof left !== "string" || !isMoment(activeAt, left)) return;
  await database
    .update(topics)
    .set({ activeAt: new Date(before) })
    .where(eq(topics.id, id));
}

/**
 * Replies that were written in the split topic since go along, behind the last floor; those that their authors deleted
 * only with what stands beneath them.
 */
async function bringRest(database: Database, to: Topic, tid: number, at: Date): Promise<number> {
  const [from, present] = await lockBoth(database, tid, to.id);
  const rest = await goingFloors(database, to.id);
  await moveFloors(database, {
    from: present,
    to: from,
    placed: inRow(rest, from.lastFloor),
    at,
    stubs: true,
  });
  if (rest.length > 0)
    await database
      .update(topics)
      .set({ lastFloor: from.lastFloor + rest.length })
      .where(eq(topics.id, tid));
  return rest.length;
}

/** Where the floors were the last ones of their topic, it has as many as before; else they keep their numbers. */
export const areLast = (to: Topic, placed: Placed[], { before }: Done): boolean =>
  to.lastFloor === Number(before.first) + placed.length - 1;

/**
 * Brings moved or split replies back to their floors, with what was written beneath them since. Floors of others stay
 * as they are. Throws CHANGED_SINCE.
 */
export async function repliesBack(
  database: Database,
  tid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const isSplit = done.action === "splitTopic";
  const [from, to] = await lockBoth(database, tid, Number(done.after.topic));
  await checkMayAct(database, work.operator, from, false);
  if (!actsIn(work.operator, to.sectionId)) throw new Refusal("NOT_YOUR_SECTION");
  checkUnchanged(from.listed && to.listed);
  const placed = await movedPosts(database, to, done);
  await removeStubs(database, from, placed);
  const leaves = isSplit || !areLast(to, placed, done);
  await moveFloors(database, { from: to, to: from, placed, at: work.at, stubs: leaves });
  if (!leaves)
    await database
      .update(topics)
      .set({ lastFloor: Number(done.before.first) - 1 })
      .where(eq(topics.id, to.id));
  if (isSplit) {
    await bringRest(database, to, tid, work.at);
    await endTopic(database, to, work.at);
    for (const { id, html, lexemes } of work.prepared as Cut) {
      checkUnchanged(placed.some(({ post }) => post.id === id && post.html === html));
      await indexReply(database, id, lexemes);
    }
  }
  await acceptAgain(database, await lockTopicOrGone(database, tid), done);
  const { activeFrom, activeFromNow, activeTo, activeToNow } = done.before;
  await activeAgain(database, from, activeFrom, activeFromNow);
  if (!isSplit) await activeAgain(database, to, activeTo, activeToNow);
  return {
    kind: "topic",
    sectionId: from.sectionId,
    personId: null,
    tids: [from.id, to.id],
    before: { topic: to.id },
    after: { topic: from.id },
    tell: { accountIds: [...new Set(placed.map(({ post }) => post.authorId))], topicId: from.id },
  };
}
