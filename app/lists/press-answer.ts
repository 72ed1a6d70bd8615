/**
 * What /follow and /collect answer a script: whether the thing is followed or collected now, or why the press was
 * refused and whether signing in would help.
 */
export interface PressAnswer {
  pressed: boolean | null;
  message: string | null;
  login: boolean;
  /** It is done by itself after that. */
  kept: boolean;
}
