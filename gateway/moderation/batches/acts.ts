import { type LogAction, type TopicAction, topicActionNames } from "contract/moderation/actions";
import { decideProfile, ignoreProfile } from "../decisions/decide-profile";
import { decideText, discardText, ignoreText } from "../decisions/decide-text";
import { settleAppeal } from "../decisions/settle-appeal";
import { assignCase, settleCase } from "../decisions/settle-case";
import { settleMessage } from "../decisions/settle-message";
import { penalise } from "../penalties/penalise";
import { recycleText } from "../penalties/recycle-text";
import { unbanNetwork } from "../penalties/unban-network";
import { actOnTopic } from "../topics/act-on-topic";
import { actOnPost, destroyTopic, recoverTopic } from "../topics/bin";
import { mergeTopic } from "../topics/merge-topic";
import { moveReplies, splitTopic } from "../topics/move-replies";
import { undoItem } from "../undo/undo-item";
import type { Act } from "./act";

/** The actions that a batch can do, each with its act on one target. */
export const acts: Partial<Record<LogAction, Act>> = {
  ...(Object.fromEntries(topicActionNames.map((name) => [name, actOnTopic])) as Record<TopicAction, Act>),
  recover: recoverTopic,
  destroy: destroyTopic,
  hidePost: actOnPost("hide"),
  showPost: actOnPost("show"),
  recyclePost: actOnPost("recycle"),
  recoverPost: actOnPost("recover"),
  destroyPost: actOnPost("destroy"),
  moveReplies,
  splitTopic,
  mergeTopic,
  approve: decideText("approve"),
  refuse: decideText("refuse"),
  ignore: ignoreText,
  discard: discardText,
  approveProfile: decideProfile(true),
  refuseProfile: decideProfile(false),
  ignoreProfile,
  uphold: settleCase("upheld"),
  reject: settleCase("rejected"),
  assign: assignCase,
  warn: penalise("warn"),
  mute: penalise("mute"),
  ban: penalise("ban"),
  lift: penalise("lift"),
  recycleText,
  unbanAddress: unbanNetwork,
  upholdMessage: settleMessage(true),
  rejectMessage: settleMessage(false),
  appealUpheld: settleAppeal(true),
  appealRejected: settleAppeal(false),
  undo: undoItem,
};
