import { z } from "zod";
import { numeric } from "../base/fields";
import { days, daysMaximum, daysMissing } from "./fields";

/** The penalties for breaking the rules (spec 7.2, forbidden list, info, update). */
export const penaltyKinds = { warning: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyKind = keyof typeof penaltyKinds;
export const penaltyKindNames = Object.keys(penaltyKinds) as [PenaltyKind, ...PenaltyKind[]];

/** The choices of the penalty form, mildest first. */
export const penaltyActions = { lift: "恢复正常", warn: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyAction = keyof typeof penaltyActions;
export const penaltyActionNames = Object.keys(penaltyActions) as [PenaltyAction, ...PenaltyAction[]];

/** The days of a mute or ban. An empty field means no answer; it must never mean 0, which is permanent. */
export const penaltyDays = z
  .union([z.literal("").transform(() => undefined), days], `天数须是 0 到 ${daysMaximum} 的整数`)
  .optional();

/** Whether a penalty needs a number of days: an empty field must not mean "permanent". */
const needsDays = (action: string): boolean => action === "mute" || action === "ban";
/** Whether the days that a penalty needs were typed; for `refine`, with the message below. */
export const hasItsDays = (action: string, days: number | undefined): boolean =>
  !needsDays(action) || days !== undefined;
export const asksForDays = { path: ["days"], message: daysMissing };

/** The penalties for an author whose text's report is upheld. */
export const authorActions = {
  none: "不处理",
  warn: penaltyActions.warn,
  mute: penaltyActions.mute,
  ban: penaltyActions.ban,
} as const satisfies Record<string, string>;
export type AuthorAction = keyof typeof authorActions;
export const authorActionNames = Object.keys(authorActions) as [AuthorAction, ...AuthorAction[]];

/** This many warnings within this many days mute a person for this many days. */
export const warningsThatMute = { count: 3, withinDays: 90, muteDays: 3 } as const;

/** The most days whose texts can go to the recycle bin with a mute or ban. */
export const recycledDaysMaximum = 90;
const wrongRecycledDays = `天数须是 0 到 ${recycledDaysMaximum} 的整数`;
/** Texts of the last days that go to the recycle bin with a mute or ban, as one batch; 0 for none. */
export const recycledDays = numeric(
  z
    .number(wrongRecycledDays)
    .int(wrongRecycledDays)
    .min(0, wrongRecycledDays)
    .max(recycledDaysMaximum, wrongRecycledDays),
).default(0);
/** The most texts in this batch; the form can be posted again for the rest. */
export const recycledTextsMaximum = 2_000;

/** Days for which the network address of a post is stored. */
export const addressDays = 180;
