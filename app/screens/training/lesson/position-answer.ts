/** The answer of /study/position to a player. */
export interface PositionAnswer {
  /** The saved position in seconds; null when nothing was saved. */
  position: number | null;
  /** Whether the lesson is finished now. */
  done: boolean;
  /** Whether this save earned a certificate. */
  certified: boolean;
  message: string | null;
}
