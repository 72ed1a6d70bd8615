/** How an answer to an exam's question was saved: what /study/answer tells the page. */
export interface SavedAnswer {
  /** How many questions are answered by now; null where nothing was saved. */
  answered: number | null;
  secondsLeft: number | null;
  message: string | null;
  login: boolean;
  /** The attempt is over: it was handed in elsewhere, or its time is up. */
  ended: boolean;
  /** It may go well in a moment. */
  again: boolean;
}
