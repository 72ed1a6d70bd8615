import { reportReason } from "contract/base/fields";
import { line, picture, tagText } from "contract/content/fields";
import { replyContent, tags, topicContent, topicTitle } from "contract/forum/fields";
import { type LogAction, logActionNames } from "contract/moderation/actions";
import { type AppealableAction, appealableActions, appealMax } from "contract/moderation/constants";
import { daysMaximum, reasonMax } from "contract/moderation/fields";
import { type ExtendedField, extendedFields } from "contract/profile/fields";
import { z } from "zod";
import { duration } from "./community";

/** moderation.yaml: texts of demo members that need a review, and moderators' actions (content/README.md). */

const member = z.string();
const done = { by: member, ago: duration };

/** A topic's key, or a post in it: `key#3` is its floor 3, `key#3.1` the first nested reply of that floor. */
const place = z
  .string()
  .regex(/^[a-z0-9-]{1,60}(?:#\d{1,5}(?:\.\d{1,5})?)?$/, "应写成帖子的 key、key#楼层 或 key#楼层.序号");

const text = z
  .strictObject({
    ...done,
    key: z.string().regex(/^[a-z0-9-]{1,60}$/, "只能由小写字母、数字和连字符组成，最多 60 个字符"),
    /** The key of a section, for a new topic. */
    section: z.string().optional(),
    /** The key of a topic, for a reply to it. */
    reply: z.string().optional(),
    class: z.string().optional(),
    title: z.string().pipe(topicTitle).optional(),
    tags: z.preprocess((value) => (Array.isArray(value) ? value.map(tagText) : value), tags).default([]),
    content: topicContent,
  })
  .refine(({ section, reply }) => (section === undefined) !== (reply === undefined), {
    message: "section 和 reply 写且只写一个",
    path: ["section"],
  })
  .refine(({ section, title }) => (section === undefined) === (title === undefined), {
    message: "主题要有 title，回复没有",
    path: ["title"],
  })
  .refine(({ section, content }) => section !== undefined || replyContent.safeParse(content).success, {
    message: "这不是一条可以发布的回复",
    path: ["content"],
  });

const report = z.strictObject({
  ...done,
  of: place,
  reason: reportReason,
  text: line(reasonMax).or(z.literal("")).default(""),
});

const unwritten = ["identity", "entryDate", "age", "interestDirection"] as const;
type WrittenField = Exclude<ExtendedField, (typeof unwritten)[number]>;
const profileFields = extendedFields.filter(
  (field): field is WrittenField => !unwritten.some((name) => name === field),
);
const profile = z.strictObject({
  ...done,
  nickname: line(20).optional(),
  avatar: picture.optional(),
  /** Values by the names of the form's fields; choices are keys. */
  extended: z.partialRecord(z.enum(profileFields as [WrittenField, ...WrittenField[]]), line(200)).optional(),
});

const decision = z.strictObject({
  ...done,
  action: z.enum(logActionNames as [LogAction, ...LogAction[]], "没有这个操作"),
  /** The targets: texts, or members' keys. */
  on: z.array(z.string()).min(1, "至少要有一项").max(20, "一次最多 20 项"),
  value: z.string().optional(),
  days: z.number().int("应为整数").min(0, "不能小于 0").max(daysMaximum, "太大").optional(),
  pointer: z.boolean().optional(),
  duplicateOf: place.optional(),
  reason: line(reasonMax).or(z.literal("")).default(""),
});

export const moderationFile = z.strictObject({
  /** Sections that review the texts of newcomers, or all texts, before publication. */
  preReview: z
    .array(z.strictObject({ ...done, section: z.string(), of: z.enum(["newcomers", "all"]) }))
    .default([]),
  texts: z.array(text).default([]),
  profiles: z.array(profile).default([]),
  reports: z.array(report).default([]),
  /** Reports of the last private message from one member to the other. */
  messageReports: z
    .array(
      z.strictObject({
        ...done,
        from: member,
        reason: reportReason,
        text: line(reasonMax).or(z.literal("")).default(""),
      }),
    )
    .default([]),
  /** Notes of moderators about a case. */
  notes: z.array(z.strictObject({ ...done, of: place, text: line(reasonMax) })).default([]),
  /** Appeals against the latest decision of that kind about the appealing member. */
  appeals: z
    .array(
      z.strictObject({
        ...done,
        against: z.enum(appealableActions as readonly AppealableAction[] as [AppealableAction], "不能申诉"),
        text: line(appealMax),
      }),
    )
    .default([]),
  decisions: z.array(decision).default([]),
});

export type ModerationFile = z.output<typeof moderationFile>;
export type PackText = ModerationFile["texts"][number];
export type PackDecision = ModerationFile["decisions"][number];

/** The parts of a post's reference; floor 1 is the topic's own text. */
export function placeParts(text: string): { key: string; floor: number; depth: number | null } {
  const [key = "", post] = text.split("#");
  const [floor = "1", depth] = post?.split(".") ?? [];
  return { key, floor: Number(floor), depth: depth === undefined ? null : Number(depth) };
}
