/**
 * What /follow answers a script: where the follow stands now, or why it was refused and whether signing in
 * would help.
 */
export interface FollowAnswer {
  followed: boolean | null;
  message: string | null;
  login: boolean;
}
