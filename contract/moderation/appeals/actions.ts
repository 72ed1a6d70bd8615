import type { LogAction } from "../actions";

/**
 * What whoever it concerns may appeal against, once, within 15 days. What was refused is edited and sent in again
 * instead.
 */
export const appealableActions = [
  "hide",
  "hidePost",
  "recycle",
  "recyclePost",
  "discard",
  "close",
  "warn",
  "mute",
  "ban",
] as const satisfies readonly LogAction[];
export type AppealableAction = (typeof appealableActions)[number];
export const appealDays = 15;
export const appealMax = 1_000;
