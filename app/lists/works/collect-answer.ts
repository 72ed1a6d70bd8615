/** What /collect answers a script. */
export interface CollectAnswer {
  collected: boolean | null;
  message: string | null;
  /** Nobody is signed in. */
  login: boolean;
}
