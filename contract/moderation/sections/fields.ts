import { z } from "zod";
import { cleanText, numeric, typedText } from "../../base/fields";
import { isVisible } from "../../base/plain-text";
import { templateMax, topicContentMax } from "../../forum/constants";
import { reasonMax } from "../fields";

export const summaryMax = 200;
export const classNameMax = 20;
export const sectionNameMax = 20;
/** The most sections of the forum. */
export const sectionsMost = 200;
export const classesMost = 20;
export const positionMax = 99;
/** The most recommended topics of a section. */
export const recommendedMost = 10;

/** The section's subject, in one line. */
export const summary = z
  .string("请填写介绍")
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim())
  .refine((text) => text !== "", "请填写介绍")
  .refine((text) => text.length <= summaryMax, `介绍不能超过 ${summaryMax} 字`);

/** The section's rules in Markdown; empty without any. */
export const rules = z
  .string("版规有误")
  .transform((text) => cleanText(text).trim())
  .refine(
    (text) => text.length <= topicContentMax,
    `版规不能超过 ${topicContentMax.toLocaleString("en-US")} 个字符`,
  );

/** A reason that may be empty, because the change only keeps things in order. */
export const note = typedText(reasonMax, `说明不能超过 ${reasonMax} 字`).default("");

export const className = z
  .string("请填写分类名称")
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim())
  .refine((text) => text !== "", "请填写分类名称")
  .refine((text) => text.length <= classNameMax, `分类名称不能超过 ${classNameMax} 字`);

/** The name of a section or of a group of sections, in one line. */
const nameOf = (what: string) =>
  z
    .string(`请填写${what}`)
    .transform((text) => cleanText(text).replace(/\s+/g, " ").trim())
    .refine((text) => isVisible(text), `请填写${what}`)
    .refine((text) => text.length <= sectionNameMax, `${what}不能超过 ${sectionNameMax} 字`);
export const sectionName = nameOf("版块名称");
export const groupName = nameOf("分区名称");

/** The template of a question in a section, in Markdown; empty without one. */
export const sectionTemplate = z
  .string("发帖模板有误")
  .transform((text) => cleanText(text).trim())
  .refine(
    (text) => text.length <= templateMax,
    `发帖模板不能超过 ${templateMax.toLocaleString("en-US")} 个字符`,
  );

/** The icons that a section may have, with what the form calls them. */
export const sectionIcons = {
  message: "对话",
  "cpu-2": "芯片",
  "circuit-board": "电路板",
  wifi: "无线",
  camera: "摄像头",
  engine: "电机",
  terminal: "终端",
  tool: "工具",
  stack: "系统",
  video: "音视频",
  school: "学习",
  rocket: "作品",
  trophy: "竞赛",
  speakerphone: "公告",
  bulb: "点子",
  users: "人",
} as const;

/** An icon by its name, as a pack's sections may have others than `sectionIcons`; empty for none. */
export const sectionIcon = z
  .string("请选择图标")
  .regex(/^[a-z0-9-]{0,40}$/, "请选择图标")
  .default("");

/** The position in a list, lowest first. */
export const position = numeric(
  z
    .number(`顺序须是 0 到 ${positionMax} 的整数`)
    .int(`顺序须是 0 到 ${positionMax} 的整数`)
    .min(0, `顺序须是 0 到 ${positionMax} 的整数`)
    .max(positionMax, `顺序须是 0 到 ${positionMax} 的整数`),
);

/** A topic as moderators paste it: its number, or the address of its page. */
export const topicNumber = z
  .string("请填写主题的编号或地址")
  .max(300, "主题的编号或地址有误")
  .transform((typed, { addIssue }) => {
    const text = typed.trim();
    const found = /^#?(\d{1,15})$/.exec(text) ?? /(?:thread-|[?&]tid=)(\d{1,15})(?!\d)/.exec(text);
    const number = Number(found?.[1] ?? 0);
    if (number > 0) return number;
    addIssue({ code: "custom", message: text === "" ? "请填写主题的编号或地址" : "主题的编号或地址有误" });
    return z.NEVER;
  });

/** The same in a call: over HTTP the client sends what it has read, which is a number already. */
export const topicReference = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  topicNumber,
);

/** A person by uid or nickname. */
export const personTyped = z
  .string("请填写用户的 UID 或昵称")
  .max(40, "UID 或昵称有误")
  .transform((text) => cleanText(text).trim())
  .refine((text) => text !== "", "请填写用户的 UID 或昵称");

/** The number of a text that names a person by UID and is never read as a nickname, `UID:7`; null for any other. */
export const uidIn = (text: string): number | null => {
  const [, number] = /^uid\s*[:：]?\s*(\d{1,9})$/i.exec(text) ?? [];
  return number === undefined ? null : Number(number);
};

/** The authors whose texts go to review before they are public. */
export const preReviews = { none: "不预审", newcomers: "新人预审", all: "全部预审" } as const;
export type PreReview = keyof typeof preReviews;
export const preReview = z.enum(Object.keys(preReviews) as [PreReview, ...PreReview[]], "请选择是否预审");
