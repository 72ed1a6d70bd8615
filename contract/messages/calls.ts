/** Notices, private messages, and the choices which notices to get (spec 7.2, Messages). */
import { z } from "zod";
import { announcementKindNames } from "../announcements/constants";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { reportTextMax } from "../base/constants";
import { cleanText, id, longId, reportReason, submissionId, timestamp, typedText } from "../base/fields";
import { isVisible } from "../base/plain-text";
import { person } from "../base/shapes";
import { type LogAction, logActionNames } from "../moderation/actions";
import { profileChangeKinds } from "../profile/fields";
import { innerMessageMax } from "./constants";
import { digestChoices, messageKinds, mutableEvents, noticeEvents } from "./events";

const empty = z.object({});

const done = z.object({ success: z.literal(true).default(true) });

/** A position in a list by time: the time and id of a row. */
const cursor = z.string().regex(/^\d{1,15}_\d{1,15}$/, "页码有误");

const unreadResult = z.object({ result: z.object({ unread: z.number() }) });

/** An event for the reader. A post or topic is included only while the reader may see it. */
const notice = z.object({
  id: z.number(),
  event: z.enum(noticeEvents),
  /** The latest of `actors` people; null for a notice of the platform. */
  actor: person.nullable().default(null),
  actors: count,
  topic: z.object({ tid: z.number(), title: z.string() }).nullable().default(null),
  /**
   * `floor` is 1 for the topic's own text, null for a reply below a floor. `reason` is a moderator's, for a refused
   * text.
   */
  post: z
    .object({
      pid: z.number(),
      floor: z.number().nullable().default(null),
      excerpt: words,
      reason: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The changed part of the reader's personal information, and why the change was refused; null for other notices. */
  change: z
    .object({ kind: z.enum(profileChangeKinds), reason: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  /** The number of a suggestion or complaint with an operator's answer, or that waits for the reader's. */
  advice: z.string().nullable().default(null),
  /**
   * The followed product, and the news: a resource with the version in its title, or a notice. Null for other
   * notices, and when it was delisted.
   */
  product: z
    .object({
      id: z.number(),
      name: z.string(),
      title: z.string(),
      notice: z.string().nullable().default(null),
      pk_rm_resource: z.number().nullable().default(null),
    })
    .nullable()
    .default(null),
  /**
   * News of something in the reader's lists: how the lists are named, the thing's name, and the news: a notice, a
   * version of a resource, or the product's new state. Null for other notices, and when it was withdrawn.
   */
  list: z
    .object({
      words: z.string(),
      name: z.string(),
      title: z.string(),
      notice: z.string().nullable().default(null),
      pk_rm_resource: z.number().nullable().default(null),
      product: z.number().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The activity, with the event in words; null for other notices. */
  activity: z.object({ id: z.number(), title: z.string(), words: z.string() }).nullable().default(null),
  /** The words of an announcement, and a path of this site if it has one; null for other notices. */
  announcement: z
    .object({ kind: z.enum(announcementKindNames), title: z.string(), text: words, link: words })
    .nullable()
    .default(null),
  /** A moderator's action with its reason; null for other notices. */
  moderation: z
    .object({
      action: z.enum(logActionNames as [LogAction, ...LogAction[]]),
      reason: words,
      /** The row of the log that the reader may appeal against; null if they may not, or already have. */
      appealable: z.number().nullable().default(null),
      /** Whether the reader has appealed against it. */
      appealed: flag,
      /** The section's name, if the action is about one. */
      section: words,
    })
    .nullable()
    .default(null),
  createdAt: timestamp,
  read: flag,
});

/** A conversation in its reader's list. */
const conversation = z.object({
  person,
  excerpt: words,
  /** Whether the last message is the reader's own. */
  mine: flag,
  unread: count,
  lastAt: timestamp,
});

const innerMessage = z.object({
  id: z.number(),
  mine: flag,
  text: z.string(),
  createdAt: timestamp,
  reported: flag,
});

/** The text of a private message: plain text with its line ends. Its problems are shown by the field. */
export const innerMessageText = z
  .string("请输入私信内容")
  .transform(cleanText)
  .pipe(
    z
      .string()
      .refine(isVisible, "请输入私信内容")
      .refine((value) => value.trim().length <= innerMessageMax, `私信不能超过 ${innerMessageMax} 个字符`),
  )
  .transform((value) => value.trim());

const noticeSettings = z.object({
  muted: some(z.enum(mutableEvents)),
  digest: z.enum(digestChoices),
  /** The address for the mail digest; null without a bound email. */
  email: z.string().nullable().default(null),
});

export const messageCalls = {
  queryDcmMessageByUser: defineCall({
    group: "messages",
    summary:
      "The signed-in person's messages of a kind, latest first: notices for system and forum, conversations for inner.",
    method: "POST",
    path: "/gateway/rest/message/list",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({
      type: z.enum(messageKinds),
      unread: z.boolean().default(false),
      /** Only notices of this event. */
      event: z.enum(noticeEvents).optional(),
      /**
       * The part of the list after (older) or before (newer) the position `older` or `newer`; without either the
       * newest.
       */
      before: cursor.optional(),
      after: cursor.optional(),
    }),
    response: z
      .object({
        notices: z.array(notice).optional(),
        conversations: z.array(conversation).optional(),
        /** The positions of the neighbouring parts; null without one. */
        newer: z.string().nullable().default(null),
        older: z.string().nullable().default(null),
      })
      // An answer has one of the two, by the requested type.
      .refine(({ notices, conversations }) => notices !== undefined || conversations !== undefined)
      .transform(({ notices = [], conversations = [], ...places }) => ({
        notices,
        conversations,
        ...places,
      })),
  }),
  updateReadMessage: defineCall({
    group: "messages",
    summary:
      "Marks messages as read: one notice (`id`), those of a kind (`type`) or event, or all. An upstream may answer 204.",
    method: "POST",
    path: "/gateway/rest/message/read",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({
      id: longId.optional(),
      type: z.enum(messageKinds).optional(),
      event: z.enum(noticeEvents).optional(),
    }),
    response: done,
  }),
  queryUnreadCount: defineCall({
    group: "messages",
    summary: "The number of unread system messages.",
    method: "POST",
    path: "/gateway/rest/message/unread-count",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({ data: z.object({ result: z.number() }) }),
  }),
  systemMessageCount: defineCall({
    group: "messages",
    summary: "The number of unread forum messages: replies, mentions, likes and others.",
    method: "POST",
    path: "/api/v1/user/system-message-count",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: unreadResult,
  }),
  innerMessageCount: defineCall({
    group: "messages",
    summary: "The number of unread private messages.",
    method: "POST",
    path: "/api/v1/user/inner-message-count",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: unreadResult,
  }),
  sendInnerMessage: defineCall({
    group: "messages",
    summary: "Sends a private message. The same submission again answers with the first message.",
    method: "POST",
    path: "/gateway/rest/message/send",
    body: "json",
    access: "poster",
    limit: "submit",
    effect: "private",
    request: z.object({ uid: id, text: innerMessageText, submissionId }),
    response: z.object({ id: z.number() }),
  }),
  innerMessages: defineCall({
    group: "messages",
    summary:
      "A part of the caller's conversation with a person, oldest first; without `before` or `after` the newest part.",
    method: "POST",
    path: "/gateway/rest/message/conversation",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ uid: id, before: longId.optional(), after: longId.optional() }),
    response: z.object({
      person,
      messages: z.array(innerMessage),
      /** Ids for `before` and `after`; null without more messages. */
      older: z.number().nullable().default(null),
      newer: z.number().nullable().default(null),
      unread: count,
      readUpTo: count,
      /** Whether the reader blocked this person. */
      blocked: flag,
      /** Whether this person has closed their account. */
      closed: flag,
    }),
  }),
  readInnerMessages: defineCall({
    group: "messages",
    summary: "Marks the caller's conversation with a person as read, up to a message or completely.",
    method: "POST",
    path: "/gateway/rest/message/conversation-read",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({ uid: id, upTo: longId.optional() }),
    response: done,
  }),
  reportInnerMessage: defineCall({
    group: "messages",
    summary: "Reports a received message; only once while the report is open.",
    method: "POST",
    path: "/gateway/rest/message/report",
    body: "json",
    access: "user",
    limit: "report",
    effect: "private",
    request: z.object({
      id: longId,
      reason: reportReason,
      text: typedText(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
    }),
    response: z.object({ id: z.number() }),
  }),
  deleteConversation: defineCall({
    group: "messages",
    summary: "Deletes the caller's conversation with a person, only for the caller.",
    method: "POST",
    path: "/gateway/rest/message/conversation-delete",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({ uid: id }),
    response: done,
  }),
  blockUser: defineCall({
    group: "messages",
    summary: "Blocks a person: no messages from them and no notices of their actions.",
    method: "POST",
    path: "/gateway/rest/message/block",
    body: "json",
    access: "user",
    limit: "press",
    effect: "private",
    request: z.object({ uid: id }),
    response: z.object({ blocked: z.boolean() }),
  }),
  unblockUser: defineCall({
    group: "messages",
    summary: "Removes a block.",
    method: "POST",
    path: "/gateway/rest/message/unblock",
    body: "json",
    access: "user",
    limit: "press",
    effect: "private",
    request: z.object({ uid: id }),
    response: z.object({ blocked: z.boolean() }),
  }),
  blockList: defineCall({
    group: "messages",
    summary: "The people that the signed-in person has blocked, latest first; at most 200.",
    method: "POST",
    path: "/gateway/rest/message/block-list",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({ people: z.array(person.extend({ blockedAt: timestamp })) }),
  }),
  noticeSettings: defineCall({
    group: "messages",
    summary: "The events of which the signed-in person gets notices, and how often by mail.",
    method: "POST",
    path: "/gateway/rest/message/settings",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: noticeSettings,
  }),
  saveNoticeSettings: defineCall({
    group: "messages",
    summary:
      "Sets the events of which the caller gets notices, and how often by mail; what is not named stays. EMAIL_NOT_BOUND for a digest without an address.",
    method: "POST",
    path: "/gateway/rest/message/settings-save",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "private",
    request: z.object({
      muted: z.array(z.enum(mutableEvents)).max(mutableEvents.length, "没有这么多种通知"),
      /** The events that it decides; the others stay as they are. By default all. */
      of: z.array(z.enum(mutableEvents)).max(mutableEvents.length, "没有这么多种通知").optional(),
      digest: z.enum(digestChoices, "请选择多久发一次").optional(),
    }),
    response: noticeSettings,
  }),
};

export type Notice = z.infer<typeof notice>;

export type Conversation = z.infer<typeof conversation>;
