import { z } from "zod";
import { numeric } from "../base/fields";
import { days, daysMaximum, daysMissing } from "./fields";

/** What can be done to somebody who breaks the rules (spec 7.2, forbidden list, info, update). */
export const penaltyKinds = { warning: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyKind = keyof typeof penaltyKinds;
export const penaltyKindNames = Object.keys(penaltyKinds) as [PenaltyKind, ...PenaltyKind[]];

/** What the form offers, what favours the person first. */
export const penaltyActions = { lift: "恢复正常", warn: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyAction = keyof typeof penaltyActions;
export const penaltyActionNames = Object.keys(penaltyActions) as [PenaltyAction, ...PenaltyAction[]];

/** For how long somebody is muted or banned; an emptied field is no answer, and least of all 0, which is for good. */
export const penaltyDays = z
  .union([z.literal("").transform(() => undefined), days], `天数须是 0 到 ${daysMaximum} 的整数`)
  .optional();

/** What lasts for some days: they are typed, for an empty field is not "for good". */
const lasts = (action: string): boolean => action === "mute" || action === "ban";
/** Whether the days that a penalty asks for were typed: `refine` takes it, with what is said by their field. */
export const hasItsDays = (action: string, given: number | undefined): boolean =>
  !lasts(action) || given !== undefined;
export const asksForDays = { path: ["days"], message: daysMissing };

/** What may become of an author whose text was reported with reason. */
export const authorActions = {
  none: "不处理",
  warn: penaltyActions.warn,
  mute: penaltyActions.mute,
  ban: penaltyActions.ban,
} as const satisfies Record<string, string>;
export type AuthorAction = keyof typeof authorActions;
export const authorActionNames = Object.keys(authorActions) as [AuthorAction, ...AuthorAction[]];

/** So many warnings within so many days mute for so many days. */
export const warningsThatMute = { count: 3, withinDays: 90, muteDays: 3 } as const;

/** Of somebody who is muted or banned, so many days' texts may go to the bin at once. */
export const recycledDaysMaximum = 90;
const wrongRecycledDays = `天数须是 0 到 ${recycledDaysMaximum} 的整数`;
/** Texts of the last so many days go to the bin with a mute or a ban, as one batch; 0 for none. */
export const recycledDays = numeric(
  z
    .number(wrongRecycledDays)
    .int(wrongRecycledDays)
    .min(0, wrongRecycledDays)
    .max(recycledDaysMaximum, wrongRecycledDays),
).default(0);
/** And so many texts at most; the form can be posted again for the rest. */
export const recycledTextsMaximum = 2_000;

/** For how long it is kept from where a post was written. */
export const addressDays = 180;
