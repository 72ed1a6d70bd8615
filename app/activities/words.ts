import { activityKinds, activityStates, signupStates } from "contract/activities/constants";
import type { ActivityBrief } from "contract/activities/shapes";
import { formatDay, formatMinute } from "~/format/time";

const nameIn = (choices: readonly { code: string; name: string }[], code: string) =>
  choices.find((choice) => choice.code === code)?.name ?? code;

export const kindName = (kind: string): string => nameIn(activityKinds, kind);
export const signupStateName = (state: string): string => nameIn(signupStates, state);

/** An activity's state as it is read; where no seat is left, and one can still wait, it says so. */
export const stateName = (state: string): string =>
  state === "full" ? `${nameIn(activityStates, state)}（可候补）` : nameIn(activityStates, state);

/** The colours of a state's label: what can be done now, what is closed; the rest is ink. */
export function stateKind({ state }: Pick<ActivityBrief, "state">): "current" | "digest" | undefined {
  if (state === "open" || state === "running") return "current";
  return state === "full" ? "digest" : undefined;
}

/** The same of a sign-up: what holds, what waits for somebody, what is no more. */
export function signupKind(state: string): "current" | "digest" | "state" | undefined {
  if (state === "accepted") return "current";
  if (state === "refused" || state === "cancelled") return "state";
  return "digest";
}

const minute = (at: string) => formatMinute(at);

/** A moment to the minute, in China's time. */
export const momentOf = minute;

/** From when until when: 2026-11-30 14:00 至 17:30, with the second day where it is another. */
export function spanOf({ startAt, endAt }: Pick<ActivityBrief, "startAt" | "endAt">): string {
  const end = formatDay(startAt) === formatDay(endAt) ? minute(endAt).slice(11) : minute(endAt);
  return `${minute(startAt)} 至 ${end}`;
}

/** Where it is: a place, or that it is online. */
export const placeOf = ({ place, online }: Pick<ActivityBrief, "place" | "online">): string =>
  place || (online ? "线上" : "地点待定");

/** Seats in a few words; nothing of an activity that says none. */
export function seatsOf({ seats, free, signUpOpen }: Pick<ActivityBrief, "seats" | "free" | "signUpOpen">) {
  if (seats === 0) return "";
  return signUpOpen ? `余 ${free} / ${seats} 个名额` : `${seats} 个名额`;
}

/** What is left of a category's seats, and who waits: 余 3 / 60，2 人候补. One that has no seats at all is not full. */
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
