/** What threads that compute answers have done and have to do, added up over them. */
export interface Work {
  threads: number;
  /** Milliseconds that their event loops had something to do, since they started. */
  active: number;
  /** Answers that they made, since they started. */
  done: number;
  /** Questions that they have and have not answered. */
  pending: number;
}
