import { type LogValues, moderatorActions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import { changeState, lockTopicOf } from "../../forum/states/change-state";
import { lockAnyTopic, type Post, type Topic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import type { Act, ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { checkStillReply } from "./began-topic";
import { destroyText, recycleText } from "./delete-text";

type StateAct = "hide" | "show" | "recycle" | "recover" | "destroy";

/** Locks a post and its topic. Throws POST_NOT_FOUND, and TOPIC_NOT_FOUND when the topic is deleted. */
export const lockedPost = (database: Database, pid: number) => lockTopicOf(database, pid, lockAnyTopic);

/** The same, also for a text that its author deleted or that is deleted for good. */
export const lockedPostOrGone = (database: Database, pid: number) => lockTopicOf(database, pid);

/**
 * Changes the state of one text by the table of transitions; floor 1 means the whole topic. Of a text that is deleted
 * for good only the id remains.
 */
export async function changeText(
  database: Database,
  { topic, post }: { topic: Topic; post: Post },
  action: StateAct,
  work: Work,
): Promise<ActOutcome> {
  const { operator, at, reason } = work;
  const { sectionId } = topic;
  await checkMayAct(
    database,
    operator,
    { sectionId, authorId: post.authorId },
    moderatorActions[action].against,
  );
  const isTopic = post.floor === 1;
  const act = { action, at, reason: reason?.text ?? null, byId: operator.id };
  const now =
    action === "destroy"
      ? await destroyText(database, { topic, post }, work)
      : action === "recycle"
        ? await recycleText(database, { topic, post }, work)
        : await changeState(database, topic, post, act);
  const { authorId } = post;
  return {
    sectionId,
    personId: authorId,
    tids: [topic.id],
    before: { state: stateOf(isTopic ? topic : post) },
    after: { state: stateOf(isTopic ? now.topic : now.post) },
    tell: { accountIds: [authorId], topicId: topic.id, postId: post.id },
  };
}

/** The values that an undo needs to put a text back into the bin, or to hide it again. */
export const binStateOf = ({
  stateReason,
  hiddenAt,
  deletedAt,
  recycledById,
}: Pick<Topic, "stateReason" | "hiddenAt" | "deletedAt" | "recycledById">): LogValues => ({
  stateReason,
  recycledById,
  hiddenAt: hiddenAt?.toISOString() ?? null,
  deletedAt: deletedAt?.toISOString() ?? null,
});

/** An act on a reply, by the id of its post. */
export const actOnPost = (action: StateAct): Act => ({
  kind: "post",
  async act(database, pid, work) {
    const text = await lockedPost(database, pid);
    if (action === "hide" || action === "recycle") await checkStillReply(database, text.post);
    const outcome = await changeText(database, text, action, work);
    return { ...outcome, undo: { ...outcome.before, ...binStateOf(text.post) } };
  },
});

/** An act on a whole topic, by its id. */
const actOnWhole = (action: "recover" | "destroy"): Act => ({
  kind: "topic",
  async act(database, tid, work) {
    const topic = await lockAnyTopic(database, tid);
    const post = await firstPost(database, tid);
    const outcome = await changeText(database, { topic, post }, action, work);
    return { ...outcome, undo: { ...outcome.before, ...binStateOf(topic) } };
  },
});

export const recoverTopic = actOnWhole("recover");
export const destroyTopic = actOnWhole("destroy");
