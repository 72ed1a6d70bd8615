/** The inbox of suggestions and complaints, as the administrators work with it (spec 2.4, 2.7). */
import { z } from "zod";
import { count, firstPage, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, id, numeric, submissionId, timestamp, typedText } from "../../base/fields";
import { person } from "../../base/shapes";
import { day, listPage, noteText, reason } from "../../moderation/fields";
import { adviceNumber, adviceStatus, feedbackRecord } from "../calls";
import {
  adviceAnswerMax,
  cannedTitleMax,
  complaintReasons,
  complaintStatuses,
  suggestionStatuses,
  suggestionTypes,
} from "../constants";
import { namesOf } from "../fields";

const adminRow = { group: "suggestion", method: "POST", body: "json", access: "admin" } as const;
const writes = { ...adminRow, limit: "moderate", effect: "private" } as const;

const kind = z.enum(["suggestion", "complaint"], "请选择种类");

/** The id of an administrator; 0 is nobody. */
const uidOrNobody = numeric(z.number("请选择管理员").int("请选择管理员").min(0).max(2_147_483_647));

const answerText = z
  .string("请填写答复")
  .max(adviceAnswerMax, `答复不能超过 ${adviceAnswerMax} 个字`)
  .transform(cleanText)
  .default("");

/** What administrators did with it among themselves, which its author never sees. */
const deed = z.object({
  did: z.enum(["note", "assign", "due"]),
  by: person.nullable().default(null),
  at: timestamp,
  /** The note, or the reason of another date. */
  text: words,
  /** To whom it was given; null when it was freed. */
  to: person.nullable().default(null),
  dueAt: z.string().nullable().default(null),
});

const inboxItem = feedbackRecord.extend({
  person: person.nullable().default(null),
  assignee: person.nullable().default(null),
  /** When the assignee, and when all administrators were told that it is overdue. */
  remindedAt: z.string().nullable().default(null),
  escalatedAt: z.string().nullable().default(null),
  /** Oldest first. */
  deeds: some(deed),
});

const done = z.object({ success: z.literal(true) });

/** What the form showed: a decision on something that has more steps by now is refused. */
const decided = {
  number: adviceNumber,
  answer: answerText,
  /** How many steps the form showed; without it nothing is compared. */
  seen: numeric(z.number("编号有误").int("编号有误").min(0)).optional(),
  submissionId: submissionId.optional(),
};

const cannedReply = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  text: words,
  version: z.number(),
  by: person.nullable().default(null),
  updatedAt: timestamp,
});

export const cannedReplyFields = {
  kind,
  title: typedText(cannedTitleMax, `名称不能超过 ${cannedTitleMax} 个字`, "请填写名称"),
  text: typedText(adviceAnswerMax, `答复不能超过 ${adviceAnswerMax} 个字`, "请填写答复"),
};

const version = numeric(z.number("编号有误").int("编号有误").min(1));

export const adviceInboxCalls = {
  adviceInbox: defineCall({
    ...adminRow,
    summary:
      "For administrators: all suggestions or complaints. Open ones that are overdue come first, then the oldest; others latest first. With a number, that one alone.",
    path: "/gateway/rest/suggestion/inbox",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      kind: kind.default("suggestion"),
      open: z.boolean().default(true),
      number: adviceNumber.optional(),
      /** The type of a suggestion or the reason of a complaint. */
      type: z.enum([...namesOf(suggestionTypes), ...namesOf(complaintReasons)], "种类有误").optional(),
      status: adviceStatus.optional(),
      /** In the text, the answer or the number. */
      text: typedText(60, "关键词不能超过 60 字").default(""),
      /** The author's number, or the beginning of the nickname. */
      user: typedText(40, "用户不能超过 40 字").default(""),
      /** `mine`, `nobody`, or an administrator's number. */
      assignee: z
        .string("受理人有误")
        .regex(/^(mine|nobody|\d{1,9})$/, "受理人有误")
        .optional(),
      overdue: z.boolean().default(false),
      ...listPage,
    }),
    response: z.object({ items: z.array(inboxItem), page: firstPage, pages: firstPage, total: count }),
  }),
  decideSuggestion: defineCall({
    ...adminRow,
    summary: "For administrators: sets a suggestion's state with an answer; its author gets a system notice.",
    path: "/gateway/rest/suggestion/decide",
    limit: "submit",
    effect: "private",
    request: z.object({ ...decided, status: z.enum(suggestionStatuses, "请选择处理状态") }),
    response: feedbackRecord,
  }),
  decideComplaint: defineCall({
    ...adminRow,
    summary: "For administrators: sets a complaint's state with an answer; its author gets a system notice.",
    path: "/gateway/rest/suggestion/decide-complaint",
    limit: "submit",
    effect: "private",
    request: z.object({ ...decided, status: z.enum(complaintStatuses, "请选择处理状态") }),
    response: feedbackRecord,
  }),
  assignAdvice: defineCall({
    ...writes,
    summary:
      "Gives a suggestion or complaint to an administrator, who gets a system notice, or frees it. Refused when somebody else has it by now than the form showed.",
    path: "/gateway/rest/suggestion/assign",
    request: z.object({ number: adviceNumber, uid: uidOrNobody, from: uidOrNobody, submissionId }),
    response: done,
  }),
  addAdviceNote: defineCall({
    ...writes,
    summary: "Adds a note for the other administrators; its author never sees it.",
    path: "/gateway/rest/suggestion/note",
    request: z.object({ number: adviceNumber, text: noteText, submissionId }),
    response: done,
  }),
  setAdviceDue: defineCall({
    ...writes,
    summary:
      "Changes the day by which it is to be answered, with a reason for the other administrators. The asker of a question reads the new date and gets a notice.",
    path: "/gateway/rest/suggestion/due",
    request: z.object({
      number: adviceNumber,
      day,
      reason,
      /** The date that the form showed, empty without one; without it nothing is compared. */
      from: z.string("期限有误").max(40, "期限有误").optional(),
      submissionId,
    }),
    response: done,
  }),
  cannedReplyList: defineCall({
    ...adminRow,
    summary: "The answers that administrators keep for suggestions and complaints, by name.",
    path: "/gateway/rest/suggestion/replies",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({ items: z.array(cannedReply) }),
  }),
  saveCannedReply: defineCall({
    ...writes,
    summary: "Keeps an answer, or changes a kept one whose version is the one that was seen.",
    path: "/gateway/rest/suggestion/save-reply",
    request: z.object({
      ...cannedReplyFields,
      id: id.optional(),
      version: version.optional(),
      submissionId,
    }),
    response: z.object({ id: z.number() }),
  }),
  removeCannedReply: defineCall({
    ...writes,
    summary: "Removes a kept answer whose version is the one that was seen; one that is gone stays gone.",
    path: "/gateway/rest/suggestion/remove-reply",
    request: z.object({ id, version }),
    response: done,
  }),
};
