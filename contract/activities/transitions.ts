import type { SignupState } from "./constants";

/** Who may change a sign-up: its owner, an organiser, or the product itself. */
export type SignupActor = "own" | "organiser" | "product";

/** One action on a sign-up. */
export interface SignupTransition {
  from: readonly SignupState[];
  /** `reviewed`: pending if the activity's review is manual, otherwise accepted. `before`: the previous state. */
  to: SignupState | "reviewed" | "before";
  by: SignupActor;
  /** Whether the person gets a notice and a mail. */
  tells: boolean;
}

/**
 * All state transitions of a sign-up, used by handlers, buttons and tests. No transition leaves `cancelled`: a new
 * sign-up is a new row.
 */
export const signupTransitions = {
  accept: { from: ["pending", "more"], to: "accepted", by: "organiser", tells: true },
  askMore: { from: ["pending", "accepted"], to: "more", by: "organiser", tells: true },
  refuse: { from: ["waiting", "pending", "more", "accepted"], to: "refused", by: "organiser", tells: true },
  complete: { from: ["more"], to: "pending", by: "own", tells: false },
  cancel: { from: ["waiting", "pending", "accepted", "more"], to: "cancelled", by: "own", tells: true },
  decline: { from: ["pending", "accepted", "more"], to: "cancelled", by: "own", tells: true },
  /** Only for a review, within seven days. Never takes a seat that another person has got. */
  takeBack: { from: ["accepted", "more", "refused"], to: "before", by: "organiser", tells: true },
  moveUp: { from: ["waiting"], to: "reviewed", by: "product", tells: true },
} as const satisfies Record<string, SignupTransition>;
export type SignupAction = keyof typeof signupTransitions;

/** States in which a sign-up holds a seat of its category. */
export const seatedStates = ["pending", "accepted", "more"] as const satisfies readonly SignupState[];
/** States of an active sign-up; a person has at most one per activity. */
export const liveStates = ["waiting", ...seatedStates] as const satisfies readonly SignupState[];

export const reviewActions = ["accept", "askMore", "refuse"] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** Whether this action is possible in that state. */
export const mayBecome = (action: SignupAction, state: SignupState): boolean =>
  (signupTransitions[action].from as readonly SignupState[]).includes(state);
