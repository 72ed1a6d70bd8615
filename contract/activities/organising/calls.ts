/** The organisers' calls for an activity's sign-ups. */
import { z } from "zod";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, numeric, page, submissionId, typedText } from "../../base/fields";
import { bulkMax, codesOf, messageMax, seatsMax, signupStates } from "../constants";
import { activityId, categoryKey, realName, reviewReason, signupId } from "../fields";
import { activityBrief, category, signupField, signupRow, signupState } from "../shapes";
import { reviewActions } from "../transitions";

const read = { group: "activity", method: "POST", body: "json", access: "organiser" } as const;
const write = { ...read, limit: "moderate" } as const;
const target = ({ activityId: activity }: { activityId: number }) => ({ activity });

export const activityOrganisingCalls = {
  activityOrganised: defineCall({
    ...read,
    summary:
      "Activities that the caller organises or judges, for administrators all: first those that have not ended, soonest first, then those that have, latest first.",
    path: "/gateway/rest/activity/organised",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      items: z.array(activityBrief.extend({ organises: flag, judges: flag })),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  activityCounts: defineCall({
    ...read,
    summary: "The number of sign-ups by state and by category, and of check-ins.",
    path: "/gateway/rest/activity/counts",
    effect: "reads",
    seenAs: "shown",
    target,
    request: z.object({ activityId }),
    response: z.object({
      activity: activityBrief,
      states: some(z.object({ state: signupState, count })),
      categories: some(category.extend({ checkedIn: count })),
      checkedIn: count,
      walkIns: count,
      teams: count,
      works: count,
      /** Whether the activity collects works. */
      takesWorks: flag,
    }),
  }),
  activitySignups: defineCall({
    ...read,
    summary:
      "Sign-ups by state, category and a part of the name or the last four digits of the phone. The waiting list in its order, others latest first.",
    path: "/gateway/rest/activity/signups",
    effect: "reads",
    seenAs: "withheld",
    target,
    request: z.object({
      activityId,
      /** Only this sign-up. */
      signupId: signupId.optional(),
      /** Only these sign-ups. */
      signupIds: z.array(signupId).max(bulkMax, `一次最多 ${bulkMax} 个`).optional(),
      state: z.enum(codesOf(signupStates), "没有这种状态").optional(),
      category: categoryKey.optional(),
      checkedIn: z.boolean().optional(),
      q: z.string().max(60, "搜索的词太长").default(""),
      page: page.default(1),
    }),
    response: z.object({
      items: z.array(signupRow),
      fields: some(signupField),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  activitySignupExport: defineCall({
    ...read,
    summary: "The data of a CSV file: 1,000 sign-ups after the position `after`, in the order of signing up.",
    path: "/gateway/rest/activity/signup-export",
    limit: "search",
    effect: "reads",
    seenAs: "withheld",
    target,
    recentSignIn: true,
    request: z.object({ activityId, after: z.int().min(0).default(0) }),
    response: z.object({
      title: z.string(),
      fields: some(z.object({ key: z.string(), label: z.string() })),
      items: z.array(signupRow),
      next: z.number().nullable().default(null),
    }),
  }),
  activityReview: defineCall({
    ...write,
    summary:
      "Reviews up to 200 sign-ups at once. Sign-ups in a state without this transition do not change; the answer lists them.",
    path: "/gateway/rest/activity/review",
    effect: "adds",
    target,
    request: z
      .object({
        activityId,
        signupIds: z.array(signupId).min(1, "请选择报名").max(bulkMax, `一次最多 ${bulkMax} 个`),
        action: z.enum(reviewActions, "请选择处理方式"),
        reason: reviewReason,
      })
      .refine(({ action, reason }) => action === "accept" || reason !== "", {
        error: "请写明原因",
        path: ["reason"],
      }),
    response: z.object({
      done: some(z.number()),
      skipped: some(z.number()),
      /** The number by which the review can be undone; null when nothing changed. */
      review: z.number().nullable().default(null),
    }),
  }),
  activityReviewUndo: defineCall({
    ...write,
    summary:
      "Undoes a review within seven days: each sign-up gets its previous state. The answer lists those that could not be undone, with the reason.",
    path: "/gateway/rest/activity/review-undo",
    effect: "adds",
    target,
    request: z.object({ activityId, review: id }),
    response: z.object({
      done: some(z.number()),
      skipped: some(z.object({ id: z.number(), why: words })),
    }),
  }),
  activitySeats: defineCall({
    ...write,
    summary: "Sets the seats of a category, not below the number in use; new seats go to the waiting list.",
    path: "/gateway/rest/activity/seats",
    effect: "adds",
    target,
    request: z.object({
      activityId,
      category: categoryKey,
      seats: numeric(
        z.number("请填写名额").int("请填写整数").min(0, "名额不能少于 0").max(seatsMax, "名额太多"),
      ),
    }),
    response: category,
  }),
  activityDeadline: defineCall({
    ...write,
    summary:
      "Moves the end of signing up, not beyond the activity's own end; without a time signing up ends now. A later time opens it again.",
    path: "/gateway/rest/activity/deadline",
    effect: "adds",
    target,
    request: z.object({ activityId, until: z.iso.datetime({ offset: true, error: "时间有误" }).optional() }),
    response: activityBrief,
  }),
  activityMessage: defineCall({
    ...write,
    summary: "Sends a message to all sign-ups, or to those in one state, by notice and mail.",
    path: "/gateway/rest/activity/message",
    effect: "private",
    target,
    request: z.object({
      activityId,
      text: z
        .string("请填写内容")
        .pipe(typedText(messageMax, `不能超过 ${messageMax} 个字`))
        .pipe(z.string("请填写内容").min(1, "请填写内容")),
      state: z.enum(["waiting", "pending", "accepted", "more"], "没有这种状态").optional(),
      submissionId,
    }),
    response: z.object({ recipients: z.number() }),
  }),
  activityWalkIn: defineCall({
    ...write,
    summary: "Signs a person up at the entrance and checks them in: takes a free seat, or adds one.",
    path: "/gateway/rest/activity/walk-in",
    effect: "adds",
    target,
    request: z.object({
      activityId,
      category: categoryKey,
      name: realName,
      phone: z.string().max(40, "请输入正确的手机号").default(""),
      submissionId,
    }),
    response: signupRow,
  }),
  activitySignupHistory: defineCall({
    ...read,
    summary: "The history of a sign-up, with the actor of each step.",
    path: "/gateway/rest/activity/signup-history",
    effect: "reads",
    seenAs: "withheld",
    target,
    request: z.object({ activityId, signupId }),
    response: z.object({
      steps: z.array(
        z.object({ action: z.string(), state: signupState, by: words, reason: words, at: z.string() }),
      ),
    }),
  }),
};
