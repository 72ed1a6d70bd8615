import { desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { reviewItems } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { checkMayAct } from "../operator";
import { lockedPost } from "../topics/bin";
import type { Acted, Work } from "./act";
import { checkUnchanged, type Done, isMoment } from "./done";

/**
 * Has an approved text wait again, as it did, and out of sight where it was; who looks at it next decides anew. Throws
 * CHANGED_SINCE where it was edited, asked about or decided on since.
 */
export async function waitAgain(database: Database, pid: number, done: Done, work: Work): Promise<Acted> {
  const { topic, post } = await lockedPost(database, pid);
  const { sectionId } = topic;
  await checkMayAct(database, work.operator, { sectionId, authorId: post.authorId }, true);
  const [item] = await database
    .select()
    .from(reviewItems)
    .where(eq(reviewItems.postId, pid))
    .orderBy(desc(reviewItems.id))
    .limit(1);
  const was = post.floor === 1 ? topic : post;
  const stands = stateOf(was) === done.after.state && (post.editedAt === null || post.editedAt <= done.at);
  checkUnchanged(item !== undefined);
  checkUnchanged(stands && item.decision === "approve" && isMoment(item.decidedAt, done.at));
  await database
    .update(reviewItems)
    .set({ decidedAt: null, decidedById: null, decision: null, ignoredAt: null })
    .where(eq(reviewItems.id, item.id));
  // One that stood while it waited, for a word that was found in it, goes on standing.
  if (done.before.review !== "approved")
    await changeState(database, topic, post, { action: "resubmit", at: work.at });
  const now = post.floor === 1 ? await lockAnyTopic(database, topic.id) : await presentPost(database, pid);
  return {
    ...{ kind: "post", sectionId, personId: post.authorId, tids: [topic.id] },
    before: { state: stateOf(was) },
    after: { state: stateOf(now) },
  };
}
