import type { ActivityState } from "contract/activities/constants";

/** What an activity's state is computed from. */
export interface Timed {
  startAt: Date;
  endAt: Date;
  signUpFrom: Date;
  signUpUntil: Date;
}

/** Whether somebody can sign up at that moment, for a seat or to wait: also after the beginning, where the pack says so. */
export const isOpen = ({ signUpFrom, signUpUntil, endAt }: Timed, now: Date): boolean =>
  signUpFrom <= now && now < signUpUntil && now < endAt;

/**
 * 未开始 → 报名中 → 名额已满 → 报名截止 → 进行中 → 已结束: computed here and nowhere else. @param free seats that are
 * free in any of its categories
 */
export function stateOf(activity: Timed, free: number, now: Date): ActivityState {
  if (now >= activity.endAt) return "ended";
  if (now >= activity.startAt) return "running";
  if (now < activity.signUpFrom) return "notOpen";
  if (now >= activity.signUpUntil) return "closed";
  return free > 0 ? "open" : "full";
}
