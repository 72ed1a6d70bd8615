/** What moderators keep of their section: its words, classes, recommended topics, moderators and settings (spec 7.2). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, numeric, timestamp } from "../../base/fields";
import { person } from "../../base/shapes";
import { contentState, textChange } from "../../forum/shapes";
import { days, reason } from "../fields";
import { className, note, personTyped, position, preReview, rules, summary, topicNumber } from "./fields";

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;

/** Whether anything is not as it was: a form that is posted twice changes nothing the second time. */
const changed = z.object({ changed: z.boolean() });

const settings = {
  preReview,
  /** Without it, what is deleted is destroyed; administrators alone change it. */
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
  /** The last change of its words; 0 where there was none. Whoever changes them says which they have seen. */
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
      /** Topics in it that everybody sees. */
      topics: count,
    }),
  ),
  moderators: some(person),
  recommended: some(
    z.object({
      tid: z.number(),
      title: z.string(),
      position: count,
      /** When it ends by itself; null for good. */
      until: z.string().nullable().default(null),
      /** Its time is over: readers are not shown it. */
      over: flag,
      state: contentState.default("listed"),
    }),
  ),
});
export type ModeratedSection = z.infer<typeof moderatedSection>;

const descriptionVersions = z.object({
  /** Changes of the description and the rules, latest first. */
  edits: z.array(z.object({ id: z.number(), editor: person, at: timestamp })),
  /** The one that was asked for, or the latest; null where there was none. */
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
    summary: "A section as whoever moderates it keeps it.",
    path: "/api/v1/moderator/forum/detail",
    effect: "reads",
    request: z.object({ fid: id }),
    response: moderatedSection,
  }),
  forumDescriptionVersions: defineCall({
    ...staffRow,
    summary: "What a section's description and rules were, and what one of the changes changed.",
    path: "/api/v1/moderator/forum/versions",
    effect: "reads",
    request: z.object({ fid: id, version: id.optional() }),
    response: descriptionVersions,
  }),
  updateForumDescription: defineCall({
    ...staffRow,
    summary: "Changes a section's description and rules; what they were is kept.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/description",
    request: z.object({
      fid: id,
      summary,
      rules,
      reason: note,
      /** The version that whoever changes it has seen; left out, nothing is compared. */
      base: numeric(
        z.number("版本有误").int("版本有误").min(0, "版本有误").max(2_147_483_647, "版本有误"),
      ).optional(),
    }),
    response: changed,
  }),
  restoreForumDescription: defineCall({
    ...staffRow,
    summary: "Puts a section's description and rules back to what they were before one of their changes.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/restore",
    request: z.object({ fid: id, version: id }),
    response: changed,
  }),
  updateForumSettings: defineCall({
    ...staffRow,
    summary: "Pre-review, recycle bin, closed to posting, hidden from lists.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/settings",
    request: z.object({ fid: id, ...settings, reason }),
    response: changed,
  }),
  recommendTopic: defineCall({
    ...staffRow,
    summary: "Recommends a topic of the section on its page, or changes its place or its end.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/recommend",
    request: z.object({
      fid: id,
      topic: topicNumber,
      position,
      /** For so many days from now, 0 for good; left out, one that is recommended ends when it would have. */
      days: days.optional(),
    }),
    response: changed,
  }),
  unrecommendTopic: defineCall({
    ...staffRow,
    summary: "Recommends a topic no more.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/unrecommend",
    request: z.object({ fid: id, tid: id }),
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
      /** Left out: a new one. */
      id: id.optional(),
      name: className,
      position,
      /** Takes no new topics. */
      closed: z.boolean("请选择是否停用").default(false),
    }),
    response: changed,
  }),
  deleteTopicClass: defineCall({
    ...staffRow,
    summary: "Deletes a topic class; topics that stand in it are moved to another one first.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/class-delete",
    request: z.object({ fid: id, id, moveTo: id.optional() }),
    response: changed,
  }),
  appointModerator: defineCall({
    ...staffRow,
    access: "admin",
    summary: "Appoints a moderator of the section, who is told.",
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
    summary: "Dismisses a moderator of the section, who is told.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/forum/dismiss",
    recentSignIn: true,
    request: z.object({ fid: id, uid: id, reason }),
    response: changed,
  }),
};
