import type { Act } from "../batches/act";
import { checkStillReply } from "../topics/began-topic";
import { changeText, lockedPost } from "../topics/bin";

/**
 * Moves one text of a muted or banned person into the bin; floor 1 takes its topic with it. Throws REPLY_BEGINS_TOPIC
 * for a topic that moderators split off.
 */
export const recycleText: Act = {
  kind: "post",
  async act(database, pid, work) {
    const text = await lockedPost(database, pid);
    await checkStillReply(database, text.post);
    const { stateReason } = text.post.floor === 1 ? text.topic : text.post;
    const outcome = await changeText(database, text, "recycle", work);
    return { ...outcome, undo: { ...outcome.before, stateReason } };
  },
};
