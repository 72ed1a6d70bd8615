import {
  complaintReasons,
  complaintStatuses,
  type FeedbackStatus,
  suggestionStatuses,
  suggestionTypes,
} from "contract/feedback/constants";
import { type FormFailure, isOneOf } from "~/forms/result";
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

/** The forms of a letter, each with the buttons that it has and the fields that it alone has. */
const letterForms = {
  answer: { intents: ["suggestion", "complaint", "fill"], fields: ["answer", "status", "reply"] },
  assign: { intents: ["assign", "take"], fields: ["uid"] },
  due: { intents: ["due"], fields: ["day", "reason"] },
  note: { intents: ["note"], fields: ["text"] },
} as const;
export type LetterForm = keyof typeof letterForms;
const formNames = Object.keys(letterForms) as LetterForm[];

/** The intents of all forms of a letter. */
export const letterIntents: readonly string[] = formNames.flatMap((name) => letterForms[name].intents);

/** The form of a letter that came back: by its button, or where none was pressed by a field of it that was filled in. */
export function letterFormOf({ intent, result: { initialValue } }: FormFailure): LetterForm {
  return (
    formNames.find((name) => isOneOf(intent, letterForms[name].intents)) ??
    formNames.find((name) => letterForms[name].fields.some((field) => initialValue?.[field] !== undefined)) ??
    "answer"
  );
}

/** The address of the list as it is, without what belongs to one letter. */
export const hereOf = ({ shown: _shown, edit: _edit, ...query }: InboxQuery) => query;
