/** The answer of /study/position to a player. */
export interface PositionAnswer {
  /** Where one stands now, in seconds; null where nothing was saved. */
  position: number | null;
  /** The lesson is done by now. */
  done: boolean;
  /** A certificate was earned by this. */
  certified: boolean;
  message: string | null;
}
