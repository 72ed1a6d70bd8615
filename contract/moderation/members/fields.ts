import { z } from "zod";
import { officeNames } from "../../base/access";
import { id, numeric, typedText } from "../../base/fields";
import { day } from "../fields";

/** The filters and the orders of the list of members, shared by its address and its calls. */

/** What a member may have of moderators' records. */
export const memberRecords = {
  muted: "禁言中",
  banned: "禁止访问中",
  warned: "被警告过",
  any: "有过处罚",
  noted: "有版主备注",
} as const;
type MemberRecord = keyof typeof memberRecords;
const memberRecordNames = Object.keys(memberRecords) as [MemberRecord, ...MemberRecord[]];

export const memberRoles = {
  admin: "管理员",
  moderator: "版主",
  editor: "编辑",
  lecturer: "讲师",
  analyst: "分析员",
} as const satisfies Record<(typeof officeNames)[number], string>;

/** Developer types, and the identity types of individual developers, by one choice. */
export const memberTypes = {
  individual: "个人开发者",
  engineer: "个人开发者：工程师",
  student: "个人开发者：学生",
  teacher: "个人开发者：老师",
  enterprise: "企业开发者",
} as const;
export type MemberType = keyof typeof memberTypes;
const memberTypeNames = Object.keys(memberTypes) as [MemberType, ...MemberType[]];

export const memberOrders = { joined: "注册时间", seen: "最近来过", posts: "发帖数" } as const;
export type MemberOrder = keyof typeof memberOrders;
export const memberOrderNames = Object.keys(memberOrders) as [MemberOrder, ...MemberOrder[]];

/** Members of one page, and rows of the table that one call reads; a table ends after `tableRowsMax`. */
export const tableRowsAtOnce = 1_000;
export const tableRowsMax = 20_000;
/** Minutes for which a table that was entered in the log can be downloaded. */
export const tableMinutes = 30;

const postsWrong = "发帖数须是不小于 0 的整数";
const posts = numeric(
  z.number(postsWrong).int(postsWrong).min(0, postsWrong).max(2_147_483_647, postsWrong),
).optional();

const region = z.string().regex(/^\d{6}$/, "地区有误");

export const memberFilter = {
  /** A uid or the beginning of a nickname. */
  user: typedText(40, "用户不能超过 40 字").default(""),
  /** The days of the registration, in Beijing time. */
  from: day.optional(),
  to: day.optional(),
  /** Who was there on this day or later. */
  seenFrom: day.optional(),
  /** Who has not been there since this day, also those of whom no day is known. */
  seenTo: day.optional(),
  postsMin: posts,
  postsMax: posts,
  record: z.enum(memberRecordNames, "处罚有误").optional(),
  /** Who follows this section or moderates it. */
  fid: id.optional(),
  role: z.enum(officeNames, "角色有误").optional(),
  type: z.enum(memberTypeNames, "开发者类型有误").optional(),
  /** Codes of the profile's province and city. */
  province: region.optional(),
  city: region.optional(),
};
export const memberFilterNames = Object.keys(memberFilter) as (keyof typeof memberFilter)[];

const filterShape = z.object(memberFilter);
export type MemberFilter = z.output<typeof filterShape>;
