/** The answer of /study/answer to the page: whether an exam answer was saved. */
export interface SavedAnswer {
  /** How many questions have an answer now; null when nothing was saved. */
  answered: number | null;
  secondsLeft: number | null;
  message: string | null;
  login: boolean;
  /** Whether the attempt is over, because it was handed in on another page or its time is up. */
  ended: boolean;
  /** Whether a retry may succeed. */
  again: boolean;
}
