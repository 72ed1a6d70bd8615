/** Work done and waiting, summed over the threads that compute answers. */
export interface Work {
  threads: number;
  /** Milliseconds in which their event loops were busy, since their start. */
  active: number;
  /** Answers since their start. */
  done: number;
  /** Requests without an answer yet. */
  pending: number;
  /**
   * How late the loop's events are, in milliseconds, for a thread that also listens: requests that it has not read yet are
   * in no other number.
   */
  late?: number;
}
