/** Notices and messages between people, and who wants to be told of what (spec 7.2, Messages). */
import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { reportTextMax } from "../base/constants";
import { cleanText, id, reportReason, submissionId, timestamp, typedText } from "../base/fields";
import { isVisible } from "../base/plain-text";
import { person } from "../base/shapes";
import { type LogAction, logActionNames } from "../moderation/actions";
import { profileChangeKinds } from "../profile/fields";
import { innerMessageMax } from "./constants";
import { digestChoices, messageKinds, mutableEvents, noticeEvents } from "./events";

const empty = z.object({});

const done = z.object({ success: z.literal(true).default(true) });

/** A place in a list by time: the moment of a row and its id. */
const cursor = z.string().regex(/^\d{1,15}_\d{1,10}$/, "页码有误");

const unreadResult = z.object({ result: z.object({ unread: z.number() }) });

/** What happened to the reader. A post or topic is there only while the reader may see it. */
const notice = z.object({
  id: z.number(),
  event: z.enum(noticeEvents),
  /** The latest of `actors` people; null for what the platform tells. */
  actor: person.nullable().default(null),
  actors: count,
  topic: z.object({ tid: z.number(), title: z.string() }).nullable().default(null),
  /**
   * `floor` 1 is the topic's own text, null a reply beneath a floor. `reason` is a moderator's, of a text
   * that was refused.
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
  /**
   * Which part of one's own information it is about, and why the change does not hold; null for other
   * notices.
   */
  change: z
    .object({ kind: z.enum(profileChangeKinds), reason: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  /** The number of the suggestion or complaint that an operator looked at. */
  advice: z.string().nullable().default(null),
  /**
   * The followed product, and what is new: a resource with the version in its title, or a notice. Null for other
   * notices, and once it was taken down.
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
  /** The activity that it is about, with what happened in words; null for other notices. */
  activity: z.object({ id: z.number(), title: z.string(), words: z.string() }).nullable().default(null),
  /** What a moderator did, and why; null for other notices. */
  moderation: z
    .object({
      action: z.enum(logActionNames as [LogAction, ...LogAction[]]),
      reason: words,
      /** The row of the log that may still be appealed against; null where it may not, or was. */
      appealable: z.number().nullable().default(null),
      /** Whether the reader has appealed against it. */
      appealed: flag,
      /** The section's name, where it was about one. */
      section: words,
    })
    .nullable()
    .default(null),
  createdAt: timestamp,
  read: flag,
});

/** A conversation in the list, as its reader has it. */
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

/** What is wrong with a message is told beside it; plain text, its line ends kept. */
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
  /** The address that a digest goes to; null where none is bound. */
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
    request: z.object({
      type: z.enum(messageKinds),
      unread: z.boolean().default(false),
      /** Only notices of this event. */
      event: z.enum(noticeEvents).optional(),
      /**
       * The stretch that follows (older) or comes before (newer) a place of `newer` or `older`; the newest
       * without.
       */
      before: cursor.optional(),
      after: cursor.optional(),
    }),
    response: z
      .object({
        notices: z.array(notice).optional(),
        conversations: z.array(conversation).optional(),
        /** Where the stretches beside this one begin; null where there is none. */
        newer: z.string().nullable().default(null),
        older: z.string().nullable().default(null),
      })
      // One of the two is what was asked for.
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
      "Marks messages read: one notice (`id`), those of a kind (`type`) or event, or everything. An upstream may answer 204.",
    method: "POST",
    path: "/gateway/rest/message/read",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({
      id: id.optional(),
      type: z.enum(messageKinds).optional(),
      event: z.enum(noticeEvents).optional(),
    }),
    response: done,
  }),
  queryUnreadCount: defineCall({
    group: "messages",
    summary: "How many system messages are unread.",
    method: "POST",
    path: "/gateway/rest/message/unread-count",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({ data: z.object({ result: z.number() }) }),
  }),
  systemMessageCount: defineCall({
    group: "messages",
    summary: "How many of the forum's own messages are unread: replies, mentions, likes and the like.",
    method: "POST",
    path: "/api/v1/user/system-message-count",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: unreadResult,
  }),
  innerMessageCount: defineCall({
    group: "messages",
    summary: "How many messages from other people are unread.",
    method: "POST",
    path: "/api/v1/user/inner-message-count",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: unreadResult,
  }),
  sendInnerMessage: defineCall({
    group: "messages",
    summary: "Writes to somebody. The same form posted again answers with the message that it made.",
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
      "A stretch of one's conversation with somebody, oldest first; the newest without `before` or `after`.",
    method: "POST",
    path: "/gateway/rest/message/conversation",
    body: "json",
    access: "user",
    effect: "reads",
    request: z.object({ uid: id, before: id.optional(), after: id.optional() }),
    response: z.object({
      person,
      messages: z.array(innerMessage),
      /** Ids for `before` and `after`; null where nothing lies there. */
      older: z.number().nullable().default(null),
      newer: z.number().nullable().default(null),
      unread: count,
      readUpTo: count,
      /** Whether the reader blocked this person. */
      blocked: flag,
      /** Whether this person's account has ended. */
      closed: flag,
    }),
  }),
  readInnerMessages: defineCall({
    group: "messages",
    summary: "Marks one's conversation with somebody read, up to a message that was seen, or all of it.",
    method: "POST",
    path: "/gateway/rest/message/conversation-read",
    body: "json",
    access: "user",
    limit: "messageMark",
    effect: "private",
    request: z.object({ uid: id, upTo: id.optional() }),
    response: done,
  }),
  reportInnerMessage: defineCall({
    group: "messages",
    summary: "Reports a message that one received; once while the report is open.",
    method: "POST",
    path: "/gateway/rest/message/report",
    body: "json",
    access: "user",
    limit: "report",
    effect: "private",
    request: z.object({
      id,
      reason: reportReason,
      text: typedText(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
    }),
    response: z.object({ id: z.number() }),
  }),
  deleteConversation: defineCall({
    group: "messages",
    summary: "Deletes one's conversation with somebody, for oneself alone.",
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
    summary: "Hears nothing from somebody any more: neither their messages nor notices of what they do.",
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
    summary: "Takes a block back.",
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
    summary: "Whom the signed-in person blocked, latest first; the newest 200.",
    method: "POST",
    path: "/gateway/rest/message/block-list",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({ people: z.array(person.extend({ blockedAt: timestamp })) }),
  }),
  noticeSettings: defineCall({
    group: "messages",
    summary: "What the signed-in person is told of, and how often by mail.",
    method: "POST",
    path: "/gateway/rest/message/settings",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: noticeSettings,
  }),
  saveNoticeSettings: defineCall({
    group: "messages",
    summary:
      "Chooses what one is told of, and how often by mail; EMAIL_NOT_BOUND for a digest without an address.",
    method: "POST",
    path: "/gateway/rest/message/settings-save",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "private",
    request: z.object({
      muted: z.array(z.enum(mutableEvents)).max(mutableEvents.length),
      digest: z.enum(digestChoices, "请选择多久发一次"),
    }),
    response: noticeSettings,
  }),
};

export type Notice = z.infer<typeof notice>;

export type Conversation = z.infer<typeof conversation>;
