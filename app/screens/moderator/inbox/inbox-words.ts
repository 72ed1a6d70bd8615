import {
  complaintReasons,
  complaintStatuses,
  type FeedbackStatus,
  suggestionStatuses,
  suggestionTypes,
} from "contract/feedback/constants";
import type { InboxQuery } from "./inbox-query.server";

/** The kinds of letters, and the answers that are kept for them. */
export const inboxKinds = {
  suggestion: "建议",
  complaint: "投诉",
  message: "私信举报",
  canned: "常用答复",
} as const;
export type InboxKind = keyof typeof inboxKinds;

/** The names of a kind's types. */
export const typesOf = (kind: InboxKind): Record<string, string> =>
  kind === "complaint" ? complaintReasons : suggestionTypes;

/** The states that a letter of this kind may be in. */
export const statusesOf = (kind: InboxKind): readonly FeedbackStatus[] =>
  kind === "complaint" ? complaintStatuses : suggestionStatuses;

/** The address of the list as it is, without what belongs to one letter. */
export const hereOf = ({ shown: _shown, edit: _edit, ...query }: InboxQuery) => query;
