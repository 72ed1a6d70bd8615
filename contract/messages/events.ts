/** The events that people are told of, and those that they can turn off (spec 2.4, 7.2 Messages). */

/** Things that people did: the forum messages. `topicReply` is a reply in a topic that one follows. */
export const forumEvents = ["reply", "mention", "topicReply", "invite", "accept", "like", "follow"] as const;
/**
 * Events that the platform itself tells of: decisions on a text or a change of personal information, changes
 * of the account (contacts, password, second factors), answers to a suggestion or complaint, and an export that is ready.
 */
export const systemEvents = [
  "approved",
  "refused",
  // Whatever else a moderator did: which it was says the row of the log.
  "moderated",
  "phoneChanged",
  "emailChanged",
  "passwordChanged",
  "factorsChanged",
  "profileApproved",
  "profileRefused",
  "advice",
  "closing",
  "closeCancelled",
  "exportReady",
  // Events of a sign-up or a team: the notice has its own words.
  "activity",
] as const;
/** What is new about products that one follows: a version of a resource, an erratum or another notice. */
export const productEvents = ["productVersion", "productNotice"] as const;
export const noticeEvents = [...forumEvents, ...systemEvents, ...productEvents] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** The three kinds of messages, each with an unread counter of its own (spec 3.1). */
export const messageKinds = ["system", "forum", "inner"] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * What a person may want to hear nothing of. What the platform tells of their own texts and account cannot be
 * turned off.
 */
export const mutableEvents = [...forumEvents, ...productEvents, "inner"] as const;
export type MutableEvent = (typeof mutableEvents)[number];

/** How often unread messages are told by mail. */
export const digestChoices = ["off", "daily", "weekly"] as const;
export type DigestChoice = (typeof digestChoices)[number];
