/** What /study/answer answers an exam's page. */
export interface AnswerAnswer {
  /** How many questions are answered by now; null where nothing was saved. */
  answered: number | null;
  secondsLeft: number | null;
  message: string | null;
  login: boolean;
  /** It may go well in a moment. */
  again: boolean;
}
