/** Announcements to a part of the members: a message in the inbox and, if asked for, a mail, and a banner above pages. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, submissionId, timestamp, typedText } from "../base/fields";
import { person } from "../base/shapes";
import { parseTime } from "../base/time";
import { listPage } from "../moderation/fields";
import { banner } from "./banner";
import {
  type AnnouncementState,
  announcementKindNames,
  announcementStates,
  announcementTextMax,
  announcementTitleMax,
  audienceNames,
} from "./constants";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;

/** The words of an announcement; forms use them too. */
export const announcementWords = {
  kind: z.enum(announcementKindNames, "请选择种类"),
  title: typedText(announcementTitleMax, `标题不能超过 ${announcementTitleMax} 字`, "请填写标题"),
  text: typedText(announcementTextMax, `正文不能超过 ${announcementTextMax} 字`).default(""),
  /** A path of this site; empty for none. */
  link: typedText(200, "链接不能超过 200 字")
    .default("")
    .refine((path) => path === "" || /^\/(?![/\\])[^\s\\]*$/.test(path), "链接要是本站的地址，以 / 开头"),
  byMail: z.boolean().default(false),
  /** Neither message nor mail, only a banner. */
  bannerOnly: z.boolean().default(false),
};

/** What the fields of the words say together: a banner has only its title. */
export function checkWords(
  { text, byMail, bannerOnly }: { text: string; byMail: boolean; bannerOnly: boolean },
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
): void {
  if (!bannerOnly && text === "") addIssue({ code: "custom", path: ["text"], message: "请填写正文" });
  if (bannerOnly && byMail)
    addIssue({ code: "custom", path: ["byMail"], message: "只显示横幅的公告不发邮件" });
}

/** The same for an announcement that is sent. */
export function checkAnnouncement(
  form: Parameters<typeof checkWords>[0] & { bannerUntil: string },
  refinement: Pick<z.RefinementCtx, "addIssue">,
): void {
  checkWords(form, refinement);
  if (form.bannerOnly && form.bannerUntil === "")
    refinement.addIssue({ code: "custom", path: ["bannerUntil"], message: "请填写横幅显示到哪一天" });
}
export const announcementAudience = {
  audience: z.enum(audienceNames, "请选择发给谁"),
  /** The name or the number of the product, tag, section, activity or course. */
  target: typedText(100, "名称不能超过 100 字").default(""),
};
/** A time in Beijing as people type it; empty for now. */
export const announcementTime = typedText(16, "时间有误")
  .default("")
  .transform((text) => text.replace("T", " "))
  .refine((text) => text === "" || parseTime(text, "YYYY-MM-DD HH:mm") !== null, "时间有误");
/** The last day of a banner in Beijing as people type it; empty for no banner. */
export const announcementDay = typedText(10, "日期有误")
  .default("")
  .refine((text) => text === "" || parseTime(text, "YYYY-MM-DD") !== null, "日期有误");

const announcement = z.object({
  id: z.number(),
  kind: z.enum(announcementKindNames),
  title: z.string(),
  text: z.string(),
  link: words,
  /** Whom it is for, in words. */
  audience: z.string(),
  byMail: flag,
  bannerOnly: flag,
  /** When its banner ends; null without one. */
  bannerUntil: z.string().nullable().default(null),
  sendAt: timestamp,
  finishedAt: timestamp,
  state: z.enum(Object.keys(announcementStates) as [AnnouncementState, ...AnnouncementState[]]),
  by: person.nullable().default(null),
  /** Messages that were put into inboxes. */
  sent: count,
});
export type Announcement = z.infer<typeof announcement>;

export const announcementCalls = {
  announcementList: defineCall({
    ...adminRow,
    summary: "Announcements, latest first.",
    path: "/api/v1/moderator/announcement/list",
    effect: "reads",
    seenAs: "withheld",
    request: z.object(listPage),
    response: z.object({ items: some(announcement), page: firstPage, pages: firstPage, total: count }),
  }),
  announcementReport: defineCall({
    ...adminRow,
    summary: "What became of an announcement: how many got it, read it, and whose mail was refused.",
    path: "/api/v1/moderator/announcement/report",
    limit: "search",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ id }),
    response: z.object({
      announcement,
      read: count,
      /** Members who closed its banner. */
      closed: count,
      /** The banner is up, or will be. */
      bannerAhead: flag,
      mails: z.object({ waiting: count, sent: count, failed: count }),
    }),
  }),
  announcementReach: defineCall({
    ...adminRow,
    summary: "How many people an announcement would reach now, and how many have declined its kind.",
    path: "/api/v1/moderator/announcement/reach",
    limit: "search",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ kind: announcementWords.kind, ...announcementAudience }),
    response: z.object({ audience: z.string(), people: count, declined: count, mails: count }),
  }),
  sendAnnouncement: defineCall({
    ...adminRow,
    summary: "Sends an announcement now or at a time. The same form again answers with the first one.",
    path: "/api/v1/moderator/announcement/send",
    limit: "moderate",
    effect: "private",
    recentSignIn: true,
    request: z
      .object({
        ...announcementWords,
        ...announcementAudience,
        sendAt: announcementTime,
        bannerUntil: announcementDay,
        submissionId,
      })
      .superRefine(checkAnnouncement),
    response: z.object({ id: z.number() }),
  }),
  testAnnouncement: defineCall({
    ...adminRow,
    summary: "Sends an announcement to the caller alone, as it would be.",
    path: "/api/v1/moderator/announcement/test",
    limit: "moderate",
    effect: "private",
    request: z.object(announcementWords).superRefine(checkWords),
    response: z.object({ mailed: flag }),
  }),
  stopAnnouncement: defineCall({
    ...adminRow,
    summary: "Stops an announcement that waits, is being sent or has a banner up; what was sent stays.",
    path: "/api/v1/moderator/announcement/stop",
    limit: "moderate",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ sent: count }),
  }),
  visitorsBanner: defineCall({
    group: "home",
    summary: "The banner above every visitor's pages: the latest one for everybody that is up.",
    method: "GET",
    path: "/gateway/rest/announcement/banner",
    body: "query",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 5, whose: "everyone", until: "hides" },
    request: z.object({}),
    response: z.object({ banner: banner.nullable().default(null) }),
  }),
  closeBanner: defineCall({
    group: "messages",
    summary: "Closes a banner for the caller, on all their devices.",
    method: "POST",
    path: "/api/v1/user/banner/close",
    body: "json",
    access: "user",
    limit: "press",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
};
