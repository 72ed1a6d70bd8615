import { email, foldEmail, newPassword, nickname, phone } from "contract/account/identity";
import { line, link, packId, picture, tagText } from "contract/content/fields";
import { policyFields, tagFields, tagGroup } from "contract/content/kinds/community-body";
import { footerColumns } from "contract/content/kinds/site/site-bodies";
import { templateMax } from "contract/forum/constants";
import { replyContent, tagName, tags, topicContent, topicTitle } from "contract/forum/fields";
import { policyIds } from "contract/site/constants";
import { z } from "zod";
import { wordKey } from "../../../sensitive-words/matcher";
import { parseDuration } from "./durations";
import { memberProfile } from "./profiles";

/**
 * The schemas of a content pack's files (content/README.md). They reject unknown fields, so that typing mistakes are
 * reported.
 */

const key = z.string().regex(/^[a-z0-9-]{1,60}$/, "只能由小写字母、数字和连字符组成，最多 60 个字符");

/** A duration such as `12d4h`, in milliseconds. */
export const duration = z.string().transform((value, context) => {
  const milliseconds = parseDuration(value);
  if (milliseconds !== null) return milliseconds;
  context.addIssue({
    code: "custom",
    message: `“${value}”不是时长，应写成 12d4h、35m 这样（d 天、h 小时、m 分钟）`,
  });
  return z.NEVER;
});

const section = z.strictObject({
  key,
  id: packId,
  name: line(20),
  summary: line(200),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "图标名只能由小写字母、数字和连字符组成")
    .default(""),
  rules: topicContent.optional(),
  /** The template of a question in this section, in Markdown. */
  template: z.string().max(templateMax, `模板不能超过 ${templateMax} 个字符`).optional(),
  closed: z.boolean().default(false),
  classes: z.array(line(20)).max(20, "一个版块最多 20 个分类").default([]),
  /** Keys of members, or emails of registered accounts. Left out: the moderators stay as they are. */
  moderators: z
    .array(z.string().regex(/^(?:[a-z0-9-]{1,60}|[^\s@]+@[^\s@]+)$/, "应为成员的 key，或已注册账号的邮箱"))
    .optional(),
});
export const sectionsFile = z.strictObject({
  groups: z
    .array(z.strictObject({ name: line(20), sections: z.array(section).min(1, "分区里没有版块") }))
    .min(1, "没有分区"),
});

const member = z.strictObject({
  key,
  // `z.string()` comes first: YAML reads an unquoted phone as a number, and the message must say so.
  nickname: z.string().pipe(nickname),
  phone: z.string().pipe(phone).optional(),
  email: z.string().pipe(email).transform(foldEmail).optional(),
  password: z.string().pipe(newPassword).optional(),
  role: z.literal("admin", "role 只能是 admin").optional(),
  joined: duration,
  muted: duration.optional(),
  intro: line(200).optional(),
  avatar: picture.optional(),
  profile: memberProfile.optional(),
});
export const membersFile = z.strictObject({
  members: z.array(member),
  /** Recent searches of members, the most frequent first. */
  searches: z
    .array(z.preprocess(tagText, line(30)))
    .max(20, "最多 20 个")
    .default([]),
});

const node = { name: line(40), link };
const leaf = z.strictObject(node);
const column = z.strictObject({ ...node, children: z.array(leaf).default([]) });
const panel = z.strictObject({ ...node, children: z.array(column).default([]) });
export const navigationFile = z.strictObject({
  /** The panels; when the pack has products.yaml or resources.yaml, the load makes the panel from that tree. */
  header: z
    .strictObject({ products: z.array(panel).default([]), resources: z.array(panel).default([]) })
    .default({ products: [], resources: [] }),
  footer: footerColumns,
});

/** Letters, digits and spaces: the comparison with texts ignores all other characters. */
const plainWord = /^[\p{L}\p{N}\p{M} ]+$/u;
const sensitiveWord = z
  .strictObject({
    word: line(40)
      .refine((value) => plainWord.test(value), "只能由文字、数字和空格组成")
      .refine((value) => [...wordKey(value)].length >= 2, "至少要有两个字"),
    level: z.enum(["refuse", "review", "replace"], "level 只能是 refuse、review 或 replace"),
    replacement: line(40).optional(),
  })
  .refine(({ level, replacement }) => replacement === undefined || level === "replace", {
    message: "只有 level 为 replace 的词可以有 replacement",
    path: ["replacement"],
  });
export const sensitiveWordsFile = z.strictObject({
  words: z.array(sensitiveWord).max(50_000, "最多 50000 个词"),
});

export const tagsFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: tagGroup,
      tags: z
        .array(z.strictObject({ name: z.preprocess(tagText, tagName), ...tagFields }))
        .min(1, "分组里没有标签"),
    }),
  ),
});

export const policyFront = z.strictObject({
  id: z.enum(policyIds, `id 只能是 ${policyIds.join("、")}`),
  ...policyFields,
});
export const policyText = topicContent;

export const topicFront = z.strictObject({
  key,
  title: topicTitle,
  section: z.string(),
  class: z.string().optional(),
  author: z.string(),
  tags: z.preprocess((value) => (Array.isArray(value) ? value.map(tagText) : value), tags).default([]),
  ago: duration,
  views: z.number().int("应为整数").min(0, "不能小于 0").max(100_000_000, "太大").default(0),
  pinned: z.boolean().default(false),
  digest: z.boolean().default(false),
  solved: z.number().int("应为回答所在的楼层号").min(2, "应为回答所在的楼层号，从 2 开始").optional(),
});
export const topicBody = topicContent;
export const replyBody = replyContent;

export type PackMember = z.output<typeof member>;
export type PackNode = z.output<typeof leaf> & { children?: PackNode[] };
export type SectionsFile = z.output<typeof sectionsFile>;
export type NavigationFile = z.output<typeof navigationFile>;
export type PackWord = z.output<typeof sensitiveWord>;
export type TagsFile = z.output<typeof tagsFile>;
export type TopicFront = z.output<typeof topicFront>;
/** A policy of a pack. `file` is its path in the pack. */
export type PackPolicy = z.output<typeof policyFront> & { source: string; file: string };
