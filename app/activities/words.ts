import { activityKinds, activityStates, signupStates } from "contract/activities/constants";
import type { ActivityBrief } from "contract/activities/shapes";
import { formatPlanned } from "~/activities/planned";
import { formatDay, formatMinute } from "~/format/time";

const nameIn = (choices: readonly { code: string; name: string }[], code: string) =>
  choices.find((choice) => choice.code === code)?.name ?? code;

export const kindName = (kind: string): string => nameIn(activityKinds, kind);
export const signupStateName = (state: string): string => nameIn(signupStates, state);

/** The text of an activity's state; a full activity says that people can join the waiting list. */
export const stateName = (state: string): string =>
  state === "full" ? `${nameIn(activityStates, state)}（可候补）` : nameIn(activityStates, state);

/**
 * The colour of a state's label: one for activities that are open or running, one for full ones, none for the rest.
 */
export function stateKind({ state }: Pick<ActivityBrief, "state">): "current" | "digest" | undefined {
  if (state === "open" || state === "running") return "current";
  return state === "full" ? "digest" : undefined;
}

/** The colour of a sign-up's label: accepted, waiting for somebody, or ended. */
export function signupKind(state: string): "current" | "digest" | "state" | undefined {
  if (state === "accepted") return "current";
  if (state === "refused" || state === "cancelled") return "state";
  return "digest";
}

const minute = (at: string) => formatMinute(at);

/** A time to the minute, in China's time zone. */
export const momentOf = minute;

/** A span of time: 2026-11-30 14:00 至 17:30; it names the second day when that differs. */
export function spanOf({ startAt, endAt }: Pick<ActivityBrief, "startAt" | "endAt">): string {
  const end = formatDay(startAt) === formatDay(endAt) ? minute(endAt).slice(11) : minute(endAt);
  return `${minute(startAt)} 至 ${end}`;
}

/** The same with weekdays, for a page on which people plan: 2026-11-30 周一 14:00 至 17:30. */
export function plannedSpanOf({ startAt, endAt }: Pick<ActivityBrief, "startAt" | "endAt">): string {
  const isOneDay = formatDay(startAt) === formatDay(endAt);
  return `${formatPlanned(startAt)} 至 ${isOneDay ? minute(endAt).slice(11) : formatPlanned(endAt)}`;
}

/** The place of an activity, or that it is online. */
export const placeOf = ({ place, online }: Pick<ActivityBrief, "place" | "online">): string =>
  place || (online ? "线上" : "地点待定");

/** The text about an activity's seats; empty when it has no limit. */
export function seatsOf({
  seats,
  free,
  signUpOpen,
  state,
  signedUp,
}: Pick<ActivityBrief, "seats" | "free" | "signUpOpen" | "state" | "signedUp">) {
  // Seats that stayed empty tell nobody anything once it is over.
  if (state === "ended") return signedUp > 0 ? `${signedUp} 人报名` : "";
  if (seats === 0) return "";
  return signUpOpen ? `余 ${free} / ${seats} 个名额` : `${seats} 个名额`;
}

/** The free seats of a category and its waiting list: 余 3 / 60，2 人候补. A category without seats is not called full. */
export function seatsLeftOf({
  seats,
  free,
  waiting,
}: {
  seats: number;
  free: number;
  waiting: number;
}): string {
  const full = seats > 0 ? `${seats} 个名额已满` : "暂无名额";
  const seatsText = free > 0 ? `余 ${free} / ${seats}` : full;
  return waiting > 0 ? `${seatsText}，${waiting} 人候补` : seatsText;
}
