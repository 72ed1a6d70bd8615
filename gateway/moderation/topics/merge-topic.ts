import { and, eq } from "drizzle-orm";
import { posts, topics } from "../../database/schema";
import { indexReply } from "../../search/index/index-rows";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome } from "../batches/act";
import { actsIn, checkMayAct } from "../operator";
import { bringPeople } from "./merged-people";
import { endTopic, goingFloors, inRow, lockBoth, moveFloors } from "./move-floors";
import { activeNow, undoValues } from "./move-replies";

/** The most texts that are merged at once: they move in one transaction, for which others wait on an embedded database. */
const textsMost = 2_000;

/** The topic's own text, as it was when its search document as a reply was made. */
interface OwnText {
  html: string;
  lexemes: string;
}

/**
 * Merges a whole topic into another: its text and all its replies become the last floors there, in the order in which
 * they stand, with the favourites and followers. The topic ends, and its address and floors lead there.
 */
export const mergeTopic: Act = {
  kind: "topic",

  /** Cuts the words of the text that becomes a reply, before the transaction: no transaction may wait for a worker. */
  async prepare({ database, texts }, tid) {
    const [first] = await database
      .select({ html: posts.html })
      .from(posts)
      .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)));
    if (!first) return undefined;
    const [lexemes = ""] = await texts.run("lexemes", { texts: [first] }, first.html.length, null);
    return { ...first, lexemes } satisfies OwnText;
  },

  async act(database, tid, work): Promise<ActOutcome> {
    const into = Number(work.options.value);
    const [from, to] = await lockBoth(database, tid, into);
    await checkMayAct(database, work.operator, from, false);
    if (into === tid) throw new Refusal("SAME_TOPIC");
    if (!actsIn(work.operator, to.sectionId)) throw new Refusal("TARGET_ELSEWHERE");
    if (!from.listed || !to.listed) throw new Refusal("TOPICS_NOT_PUBLIC");
    const placed = inRow(await goingFloors(database, tid), to.lastFloor);
    const texts = placed.reduce((sum, { post }) => sum + 1 + post.depthTotal, 0);
    if (texts > textsMost) throw new Refusal("TOPIC_TOO_LONG");
    const first = found(placed[0], "TOPIC_NOT_FOUND");
    const own = work.prepared as OwnText | undefined;
    // It was edited a moment ago.
    if (own?.html !== first.post.html) throw new Refusal("TOPIC_CHANGED");
    const values = undoValues(placed, from, to);
    await moveFloors(database, { from, to, placed, at: work.at, stubs: true });
    await database
      .update(topics)
      .set({ lastFloor: to.lastFloor + placed.length })
      .where(eq(topics.id, to.id));
    await endTopic(database, from, work.at);
    await indexReply(database, first.post.id, own.lexemes);
    const people = await bringPeople(database, from.id, to.id);
    const authors = [...new Set([from.authorId, to.authorId])].filter((id) => id !== work.operator.id);
    return {
      sectionId: from.sectionId,
      personId: from.authorId,
      tids: [from.id, to.id],
      before: { topic: from.id, replies: from.replies },
      after: { topic: to.id, replies: from.replies + 1 },
      undo: { ...values, ...people, ...(await activeNow(database, from, to)) },
      tell: { accountIds: authors, topicId: to.id, postId: first.post.id },
    };
  },
};
