/** A section's settings for moderators: texts, classes, recommended topics, moderators and more (spec 7.2). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, longId, numeric, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { contentState, textChange } from "../../forum/shapes";
import { days, reason } from "../fields";
import { className, note, personTyped, position, preReview, rules, summary, topicReference } from "./fields";

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;

/** Whether the call changed anything: a form posted twice changes nothing the second time. */
const changed = z.object({ changed: z.boolean() });

const settings = {
  preReview,
  /** Without a recycle bin, deleted texts are destroyed; only administrators change this. */
  recycleBin: z.boolean("请选择是否启用回收站"),
  postingClosed: z.boolean("请选择是否停止发帖"),
  unlisted: z.boolean("请选择是否隐藏"),
};

const moderatedSection = z.object({
  fid: z.number(),
  name: z.string(),
  summary: words,
  rules: words,
  rulesHtml: words,
  /**
   * The number of the last change of its texts; 0 without one. A change must send the version that its page was made
   * from.
   */
  version: count,
  preReview: preReview.default("none"),
  recycleBin: z.boolean().default(true),
  postingClosed: flag,
  unlisted: flag,
  classes: some(
    z.object({
      id: z.number(),
      name: z.string(),
      position: count,
      closed: flag,
      /** Public topics in this class. */
      topics: count,
    }),
  ),
  /** Each with the end of the office; empty for none. */
  moderators: some(person.extend({ until: timestamp })),
  recommended: some(
    z.object({
      tid: z.number(),
      title: z.string(),
      position: count,
      /** When the recommendation ends; null for no end. */
      until: z.string().nullable().default(null),
      /** The recommendation has ended: readers do not see it. */
      over: flag,
      state: contentState.default("listed"),
    }),
  ),
});
export type ModeratedSection = z.infer<typeof moderatedSection>;

const descriptionVersions = z.object({
  /** Changes of the description and the rules, latest first. */
  edits: z.array(z.object({ id: z.number(), editor: person, at: timestamp })),
  /** The requested change, or the latest; null without one. */
  shown: z
    .object({
      id: z.number(),
      summary: z.object({ before: z.string(), after: z.string() }).nullable().default(null),
      changes: some(textChange),
    })
    .nullable()
    .default(null),
});
export type DescriptionVersions = z.infer<typeof descriptionVersions>;

export const sectionModerationCalls = {
  moderatedForum: defineCall({
    ...staffRow,
    summary: "A section's settings for its moderators.",
    path: "/api/v1/moderator/forum/detail",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ fid: id }),
    response: moderatedSection,
  }),
  forumDescriptionVersions: defineCall({
    ...staffRow,
    summary: "Earlier versions of a section's description and rules, and the changes of one of them.",
    path: "/api/v1/moderator/forum/versions",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ fid: id, version: id.optional() }),
    response: descriptionVersions,
  }),
  updateForumDescription: defineCall({
    ...staffRow,
    summary: "Changes a section's description and rules; the old version is stored.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/description",
    request: z.object({
      fid: id,
      summary,
      rules,
      reason: note,
      /** The version that the form was made from; without it conflicts are not checked. */
      base: numeric(
        z.number("版本有误").int("版本有误").min(0, "版本有误").max(2_147_483_647, "版本有误"),
      ).optional(),
    }),
    response: changed,
  }),
  restoreForumDescription: defineCall({
    ...staffRow,
    summary: "Restores a section's description and rules from before one of their changes.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/restore",
    request: z.object({ fid: id, version: id }),
    response: changed,
  }),
  updateForumSettings: defineCall({
    ...staffRow,
    summary: "Sets pre-review, the recycle bin, closed posting, and hiding from lists.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/settings",
    request: z.object({ fid: id, ...settings, reason }),
    response: changed,
  }),
  recommendTopic: defineCall({
    ...staffRow,
    summary: "Recommends a topic on its section's page, or changes its position or end.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/recommend",
    request: z.object({
      fid: id,
      topic: topicReference,
      position,
      /** Days from now, 0 for no end; without it an existing recommendation keeps its end. */
      days: days.optional(),
    }),
    response: changed,
  }),
  unrecommendTopic: defineCall({
    ...staffRow,
    summary: "Ends a topic's recommendation.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/unrecommend",
    request: z.object({ fid: id, tid: longId }),
    response: changed,
  }),
  saveTopicClass: defineCall({
    ...staffRow,
    summary: "Adds a topic class to a section, or renames, moves, closes or opens one.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/class",
    request: z.object({
      fid: id,
      /** Missing for a new class. */
      id: id.optional(),
      name: className,
      position,
      /** The class accepts no new topics. */
      closed: z.boolean("请选择是否停用").default(false),
    }),
    response: changed,
  }),
  deleteTopicClass: defineCall({
    ...staffRow,
    summary: "Deletes a topic class; its topics must be moved to another one first.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/class-delete",
    request: z.object({ fid: id, id, moveTo: id.optional() }),
    response: changed,
  }),
  appointModerator: defineCall({
    ...staffRow,
    access: "admin",
    summary: "Appoints a moderator of the section, who gets a notice.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/appoint",
    recentSignIn: true,
    request: z.object({ fid: id, person: personTyped, reason }),
    response: changed,
  }),
  dismissModerator: defineCall({
    ...staffRow,
    access: "admin",
    summary: "Dismisses a moderator of the section, who gets a notice.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/dismiss",
    recentSignIn: true,
    request: z.object({ fid: id, uid: id, reason }),
    response: changed,
  }),
};
