import type { SignupState } from "./constants";

/** Who may do something with a sign-up: its person, an organiser, or the product by itself. */
export type SignupActor = "own" | "organiser" | "product";

/** One thing that can become of a sign-up. */
export interface SignupTransition {
  from: readonly SignupState[];
  /** `reviewed`: pending where the activity's review is manual, accepted where it is not. `before`: what it was. */
  to: SignupState | "reviewed" | "before";
  by: SignupActor;
  /** Whether the person is told, by notice and mail. */
  tells: boolean;
}

/**
 * All that can become of a sign-up: handlers, buttons and tests read it here. Nothing leads out of `cancelled`: a
 * cancelled sign-up never comes back by itself, a new one is another row.
 */
export const signupTransitions = {
  accept: { from: ["pending", "more"], to: "accepted", by: "organiser", tells: true },
  askMore: { from: ["pending", "accepted"], to: "more", by: "organiser", tells: true },
  refuse: { from: ["waiting", "pending", "more", "accepted"], to: "refused", by: "organiser", tells: true },
  complete: { from: ["more"], to: "pending", by: "own", tells: false },
  cancel: { from: ["waiting", "pending", "accepted", "more"], to: "cancelled", by: "own", tells: true },
  decline: { from: ["pending", "accepted", "more"], to: "cancelled", by: "own", tells: true },
  /** Of a review alone, within seven days; a seat that somebody else has is not taken from them. */
  takeBack: { from: ["accepted", "more", "refused"], to: "before", by: "organiser", tells: true },
  moveUp: { from: ["waiting"], to: "reviewed", by: "product", tells: true },
} as const satisfies Record<string, SignupTransition>;
export type SignupAction = keyof typeof signupTransitions;

/** States in which a sign-up takes one of its category's seats. */
export const seatedStates = ["pending", "accepted", "more"] as const satisfies readonly SignupState[];
/** States in which somebody is signed up: there is one such sign-up a person and activity. */
export const liveStates = ["waiting", ...seatedStates] as const satisfies readonly SignupState[];

export const reviewActions = ["accept", "askMore", "refuse"] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** Whether this may be done to a sign-up in that state. */
export const mayBecome = (action: SignupAction, state: SignupState): boolean =>
  (signupTransitions[action].from as readonly SignupState[]).includes(state);
