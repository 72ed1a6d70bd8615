import type { RefusalTable } from "../base/constants";

/** Kinds of announcements, each of which a person can decline. */
export const announcementKinds = {
  announceSite: "社区公告",
  announceActivity: "活动消息",
  announceProduct: "产品消息",
  announceCourse: "课程消息",
} as const;
export type AnnouncementKind = keyof typeof announcementKinds;
export const announcementKindNames = Object.keys(announcementKinds) as [
  AnnouncementKind,
  ...AnnouncementKind[],
];

/** The people whom an announcement is for; those of `named` are of one product, tag and so on. */
export const audiences = {
  all: { says: "全部用户", named: false },
  individual: { says: "个人开发者", named: false },
  engineer: { says: "个人开发者：工程师", named: false },
  student: { says: "个人开发者：学生", named: false },
  teacher: { says: "个人开发者：老师", named: false },
  enterprise: { says: "企业开发者", named: false },
  product: { says: "关注某个产品的人", named: true },
  tag: { says: "关注某个标签的人", named: true },
  section: { says: "关注某个版块的人", named: true },
  moderators: { says: "某个版块的版主", named: true },
  activity: { says: "报名某个活动的人", named: true },
  course: { says: "学习某门课程的人", named: true },
} as const satisfies Record<string, { says: string; named: boolean }>;
export type Audience = keyof typeof audiences;
export const audienceNames = Object.keys(audiences) as [Audience, ...Audience[]];

/** `self` is the audience of a test, which only its author gets. */
export const announcementStates = {
  waiting: "等待发送",
  sending: "正在发送",
  done: "已发送",
  stopped: "已停止",
} as const;
export type AnnouncementState = keyof typeof announcementStates;

export const announcementTitleMax = 60;
export const announcementTextMax = 1_000;
/** The most days that an announcement may be scheduled ahead. */
export const announcementDaysMax = 365;
/** The most days that a banner may stand. */
export const bannerDaysMax = 90;
/** How many banners can stand, one after the other, before a visitor's cookie could stand for two of them. */
export const bannerSlots = 4;
/** Mails of one announcement in a minute: mail servers refuse a flood. */
export const mailsPerMinute = 60;

export const announcementsRefusals = {
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: "没有这条公告" },
  ANNOUNCEMENT_TARGET_NOT_FOUND: { status: 422, message: "没有找到，请填准确的名称，或者地址里的编号" },
  ANNOUNCEMENT_TARGET_AMBIGUOUS: { status: 422, message: "有几个同名的，请填地址里的编号" },
  ANNOUNCEMENT_NOBODY: { status: 422, message: "现在没有人会收到：这个范围里没有人，或者都不收这类消息" },
  ANNOUNCEMENT_TIME: { status: 422, message: "发送时间要在现在之后、一年之内" },
  ANNOUNCEMENT_BANNER_DAY: {
    status: 422,
    message: `横幅要显示到发送之后的某一天，最多 ${bannerDaysMax} 天`,
  },
  ANNOUNCEMENT_MAIL_OFF: {
    status: 422,
    message: "没有设置站点地址（SITE_URL），邮件里没法写网址，不能发邮件",
  },
  ANNOUNCEMENT_OVER: { status: 409, message: "这条公告已经发完或停止" },
} as const satisfies RefusalTable;
