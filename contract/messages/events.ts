import { announcementKindNames } from "../announcements/constants";

/** The events that people get notices of, and those that they can turn off (spec 2.4, 7.2 Messages). */

/** Events caused by people: the forum messages. `topicReply` is a reply in a followed topic. */
export const forumEvents = ["reply", "mention", "topicReply", "invite", "accept", "like", "follow"] as const;
/**
 * Events caused by the platform: decisions on a text or on a change of personal information, changes of the account
 * (contacts, password, second factors), answers to a suggestion or complaint, and a finished export.
 */
export const systemEvents = [
  "approved",
  "refused",
  // All other moderators' actions: the row of the log says which.
  "moderated",
  "phoneChanged",
  "emailChanged",
  "passwordChanged",
  "factorsChanged",
  "profileApproved",
  "profileRefused",
  "advice",
  // For administrators: a suggestion or complaint was given to them, or is overdue.
  "adviceAssigned",
  "adviceOverdue",
  "closing",
  "closeCancelled",
  "exportReady",
  // Events of a sign-up or a team: the notice contains its own text.
  "activity",
  // An invitation into a team, which is answered on the team's page.
  "teamInvite",
  // A message of the operator to a part of the members, of one of the kinds that can be turned off.
  "announcement",
] as const;
/**
 * News about followed products: a version of a resource, an erratum or another notice; and about what stands in one of
 * the reader's own lists.
 */
export const productEvents = ["productVersion", "productNotice", "listNews"] as const;
export const noticeEvents = [...forumEvents, ...systemEvents, ...productEvents] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** The three kinds of messages, each with an unread counter of its own (spec 3.1). */
export const messageKinds = ["system", "forum", "inner"] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Events and kinds of announcements that a person can turn off. Notices about their own texts and account cannot be
 * turned off.
 */
export const mutableEvents = [...forumEvents, ...productEvents, "inner", ...announcementKindNames] as const;
export type MutableEvent = (typeof mutableEvents)[number];

/** How often unread messages are sent by mail. */
export const digestChoices = ["off", "daily", "weekly"] as const;
export type DigestChoice = (typeof digestChoices)[number];
