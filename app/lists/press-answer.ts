/**
 * The JSON answer of /follow and /collect: whether the thing is followed or collected now, or why the press was
 * refused and whether signing in helps.
 */
export interface PressAnswer {
  pressed: boolean | null;
  message: string | null;
  login: boolean;
  /** The action runs by itself after signing in. */
  kept: boolean;
}
