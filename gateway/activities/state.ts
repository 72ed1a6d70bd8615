import type { ActivityState } from "contract/activities/constants";

/** The columns that an activity's state is computed from. */
export interface ActivityTimes {
  startAt: Date;
  endAt: Date;
  signUpFrom: Date;
  signUpUntil: Date;
}

/**
 * Whether sign-up is open at that moment, for a seat or the waiting list; the pack may leave it open after the start.
 */
export const isOpen = ({ signUpFrom, signUpUntil, endAt }: ActivityTimes, now: Date): boolean =>
  signUpFrom <= now && now < signUpUntil && now < endAt;

/**
 * The state of an activity: 未开始 → 报名中 → 名额已满 → 报名截止 → 进行中 → 已结束. All code uses this function.
 * @param free how many seats are free in all its categories
 */
export function stateOf(activity: ActivityTimes, free: number, now: Date): ActivityState {
  if (now >= activity.endAt) return "ended";
  if (now >= activity.startAt) return "running";
  if (now < activity.signUpFrom) return "notOpen";
  if (now >= activity.signUpUntil) return "closed";
  return free > 0 ? "open" : "full";
}
