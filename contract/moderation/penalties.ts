/** What can be done to somebody who breaks the rules (spec 7.2, forbidden list, info, update). */
export const penaltyKinds = { warning: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyKind = keyof typeof penaltyKinds;
export const penaltyKindNames = Object.keys(penaltyKinds) as [PenaltyKind, ...PenaltyKind[]];

/** What the form offers, what favours the person first. */
export const penaltyActions = { lift: "恢复正常", warn: "警告", mute: "禁言", ban: "禁止访问" } as const;
export type PenaltyAction = keyof typeof penaltyActions;
export const penaltyActionNames = Object.keys(penaltyActions) as [PenaltyAction, ...PenaltyAction[]];

/** What lasts for some days: they are typed, for an empty field is not "for good". */
export const lasts = (action: PenaltyAction): boolean => action === "mute" || action === "ban";

/** So many warnings within so many days mute for so many days. */
export const warningsThatMute = { count: 3, withinDays: 90, muteDays: 3 } as const;

/** Of somebody who is muted or banned, so many days' texts may go to the bin at once. */
export const recycledDaysMaximum = 90;
/** And so many texts at most; the form can be posted again for the rest. */
export const recycledTextsMaximum = 2_000;

/** For how long it is kept from where a post was written. */
export const addressDays = 180;
